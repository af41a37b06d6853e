import type { SeatId } from './game';

/** The player of a seat, as screens show it. Structurally compatible with the cards of the live stream. */
export interface ShownPlayer {
  seat: SeatId;
  kind: 'script' | 'open' | 'person' | 'program' | 'agent';
  /** The name of a person or a program. */
  name?: string | undefined;
  /** The policy or agent that plays now. */
  policy?: string | null | undefined;
}

/** The same in words: `Rule-based expert` for a policy's id. Names of people, programs and agents stay as they are. */
export function playerWords(player: ShownPlayer): string {
  const { kind, name, policy } = player;
  if (kind === 'open' || !policy || policy.includes('@')) return playerOf(player);
  const title = policyWords(policy);
  return kind === 'script' || kind === 'agent' ? title : `${title} for ${name}`;
}

/** `Rule-based expert` for `rule_based_expert`. References of agents (`smollm2@1`) and names with capitals or spaces stay as they are. */
export function policyWords(name: string): string {
  if (!/^[a-z]+(?:_[a-z0-9]+)*$/.test(name)) return name;
  const words = name
    .replace('_based_', '-based ')
    .replace(/^no_([a-z]+)_/, 'no-$1 ')
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The display name of a policy, person or program; both names for a seat that was handed over. */
export function playerOf({ kind, name, policy }: ShownPlayer): string {
  if (kind === 'open') return 'open seat';
  if (kind === 'script' || kind === 'agent') return policy ?? '';
  return policy === null || policy === undefined ? (name ?? '') : `${policy} for ${name}`;
}
