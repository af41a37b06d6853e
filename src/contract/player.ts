import type { SeatId } from './game';

/** Who plays a seat, as screens show it. The cards of the live stream fit. */
export interface ShownPlayer {
  seat: SeatId;
  kind: 'script' | 'open' | 'person' | 'program' | 'agent';
  /** What a person or a program is called. */
  name?: string | undefined;
  /** The policy or agent that plays now. */
  policy?: string | null | undefined;
}

/** A policy's name, a person's or a program's; of a seat handed over, both. */
export function playerOf({ kind, name, policy }: ShownPlayer): string {
  if (kind === 'open') return 'open seat';
  if (kind === 'script' || kind === 'agent') return policy ?? '';
  return policy === null || policy === undefined ? (name ?? '') : `${policy} for ${name}`;
}
