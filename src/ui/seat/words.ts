import type { OpenFacts } from '~/games/gpu-market/open/observation';
import { OPERATOR } from '~/games/gpu-market/open/types';
import { publicName } from '~/games/gpu-market/open/world';
import { formatDelta, formatFixed } from '~/kit/format';

/** An amount as it is paid: two decimals. */
export function cr(amount: number): string {
  return `${formatFixed(amount, 2)} cr`;
}

/** A change of money, signed: +12.40 cr. */
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

/** The same, with the seat's own lab as "you". */
export function labOrYou(labId: string, facts: Pick<OpenFacts, 'controlled_lab_id'>): string {
  return labId === facts.controlled_lab_id ? 'you' : labWord(labId);
}

export function and(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** rounds 2 to 4; round 3 */
export function roundsOf({ start_round: start, duration }: { start_round: number; duration: number }, rounds: number): string {
  const last = Math.min(start + duration, rounds) - 1;
  return last <= start ? `round ${start}` : `rounds ${start} to ${last}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Whose a thing is, behind its name: (yours), (Lab B’s). */
export function ownerNote(labId: string, me: string): string {
  return labId === me ? '(yours)' : `(${labWord(labId)}’s)`;
}

/** How a profit stands among those of all labs; a tie is called a tie. */
export function placeWords(mine: number, all: readonly number[]): string {
  const better = all.filter((one) => one > mine).length;
  const equal = all.filter((one) => one === mine).length;
  if (equal === all.length) return `the same as ${all.length === 2 ? 'the other lab' : 'every other lab'}`;
  const place = better === 0 ? 'the most' : `number ${better + 1}`;
  return equal > 1 ? `${place} of ${all.length} labs, shared by ${equal}` : `${place} of ${all.length} labs`;
}
