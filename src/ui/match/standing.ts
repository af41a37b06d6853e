/** Who is ahead at an instant, and how that came about. */
import { playerOf, type ShownPlayer } from '~/contract/player';
import type { ScoreLine } from '~/contract/screens';
import type { SeatGroup } from '~/contract/shown';

/** One seat in the order in which they are ahead. */
export interface Place {
  seat: string;
  /** null: nobody may know it yet. */
  value: number | null;
  /** From 1; seats that are level share one. null where the value is not known. */
  rank: number | null;
  /** As it was at the end of each round, and now. */
  past: readonly number[];
  note: string | null;
  /** Those that it acts with. */
  group: SeatGroup | null;
}

/** The most first; those whose figure is private come last, in the order of the seats. */
export function standingsOf<View>(
  score: ScoreLine<View>,
  seats: readonly string[],
  shown: { view: View; before: readonly View[]; groups: readonly SeatGroup[] },
): Place[] {
  const { view, before, groups } = shown;
  const values = new Map(seats.map((seat) => [seat, score.of(view, seat)]));
  const known = [...values.values()].filter((value) => value !== null);
  const order = [...seats].sort((a, b) => compare(values.get(a), values.get(b)) || seats.indexOf(a) - seats.indexOf(b));
  return order.map((seat) => {
    const value = values.get(seat) ?? null;
    const past = [...before.map((one) => score.of(one, seat)), value].filter((one) => one !== null);
    return {
      seat,
      value,
      rank: value === null ? null : 1 + known.filter((other) => other > value).length,
      past,
      note: score.note?.(view, seat) ?? null,
      group: groups.find(({ members }) => members.length > 1 && members.some((member) => member.seat === seat)) ?? null,
    };
  });
}

/** The seats in front; nobody where nothing is known or all are level. */
export function leadersOf<View>(score: ScoreLine<View>, seats: readonly string[], view: View): string[] {
  const known = seats.flatMap((seat) => {
    const value = score.of(view, seat);
    return value === null ? [] : [{ seat, value }];
  });
  const best = Math.max(...known.map(({ value }) => value));
  const leaders = known.filter(({ value }) => value === best).map(({ seat }) => seat);
  return known.length > 1 && leaders.length === known.length ? [] : leaders;
}

/** What one event moved, the most first. */
export interface Move {
  seat: string;
  by: number;
}

export function movesBetween<View>(score: ScoreLine<View>, seats: readonly string[], [before, after]: readonly [View, View]): Move[] {
  const moves = seats.flatMap((seat) => {
    const [then, now] = [score.of(before, seat), score.of(after, seat)];
    const by = then === null || now === null ? 0 : now - then;
    return Math.abs(by) < 10 ** -score.decimals / 2 ? [] : [{ seat, by }];
  });
  return moves.sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

export interface Player {
  /** Empty: nobody yet. */
  name: string;
  /** Nobody else at this table goes by that name: it stands for the seat. */
  isAlone: boolean;
}

/** Who plays a seat, as the card of that instant says. */
export function playerAt(seats: readonly ShownPlayer[], seat: string): Player {
  const own = seats.find((one) => one.seat === seat);
  if (own === undefined || own.kind === 'open') return { name: '', isAlone: false };
  const name = playerOf(own);
  return { name, isAlone: own.kind !== 'script' && seats.filter((one) => playerOf(one) === name).length === 1 };
}

/** What to call whoever plays a seat, in a sentence: a name of their own, or that of the seat. */
export function calledAt(seats: readonly ShownPlayer[], seat: string, nameOf: (seat: string) => string): string {
  const { name, isAlone } = playerAt(seats, seat);
  return isAlone ? name : nameOf(seat);
}

function compare(a: number | null | undefined, b: number | null | undefined): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  return b === null || b === undefined ? -1 : b - a;
}
