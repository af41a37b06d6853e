import type { ShownPlayer } from '~/contract/player';
import { formatDelta, formatFixed } from '~/kit/format';
import type { OpenFacts } from '../../shared/observation';
import { OPERATOR } from '../../shared/types';
import { publicName } from '../../shared/world';

/** An amount with two decimals. */
export function cr(amount: number): string {
  return `${formatFixed(amount, 2)} cr`;
}

/** A change of money with its sign: +12.40 cr. */
export function signedCr(amount: number): string {
  if (Math.abs(amount) < 0.005) return '±0.00 cr';
  const sign = formatDelta(amount).charAt(0);
  return `${sign}${formatFixed(Math.abs(amount), 2)} cr`;
}

/** lab_0 is Lab A, and so on; the market itself is the operator. */
export function labWord(labId: string): string {
  if (labId === OPERATOR) return 'the operator';
  const number = /^lab_(\d+)$/.exec(labId)?.[1];
  return number === undefined ? labId : publicName(Number(number));
}

/** The name of the person, program or agent that plays a lab; null: a bot, whose seat has a name of its own. */
export function playerOfLab(labId: string, seats: readonly ShownPlayer[]): string | null {
  const player = seats.find((one) => one.seat === labId);
  return (player?.kind === 'agent' ? player.policy : player?.name) ?? null;
}

/** `Lab B (Ben)` */
export function calledLab(labId: string, seats: readonly ShownPlayer[]): string {
  const name = playerOfLab(labId, seats);
  return name === null ? labWord(labId) : `${labWord(labId)} (${name})`;
}

/** The same, with "you" for the seat's own lab. */
export function labOrYou(labId: string, facts: Pick<OpenFacts, 'controlled_lab_id'>): string {
  return labId === facts.controlled_lab_id ? 'you' : labWord(labId);
}

export function and(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The owner, after a thing's name: (yours), (Lab B’s). */
export function ownerNote(labId: string, me: string): string {
  return labId === me ? '(yours)' : `(${labWord(labId)}’s)`;
}
