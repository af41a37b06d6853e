/** The ranking at an instant, and how it developed. */
import { playerOf, playerWords, type ShownPlayer } from '~/contract/player';
import type { ScoreLine } from '~/contract/screens';
import type { SeatGroup } from '~/contract/shown';

/** A seat in the ranking. */
export interface Place {
  seat: string;
  /** null: hidden. */
  value: number | null;
  /** From 1; equal seats share a rank. null if the value is unknown. */
  rank: number | null;
  /** At the end of each round, and now. */
  past: readonly number[];
  note: string | null;
  /** The seats it acts with. */
  group: SeatGroup | null;
}

/** Highest first; seats with a hidden figure come last, in seat order. */
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

/** Gains are shown with two decimals, so they are ranked with two: what reads the same shares a rank. */
export function byGain(places: readonly Place[], gains: Readonly<Record<string, number>>): Place[] {
  const shown = (seat: string) => Math.round((gains[seat] ?? Number.NEGATIVE_INFINITY) * 100);
  return places
    .map((place) => ({
      ...place,
      rank: gains[place.seat] === undefined ? null : 1 + places.filter(({ seat }) => shown(seat) > shown(place.seat)).length,
    }))
    .sort((a, b) => shown(b.seat) - shown(a.seat));
}

/** The leading seats; empty if nothing is known or all are equal. */
export function leadersOf<View>(score: ScoreLine<View>, seats: readonly string[], view: View): string[] {
  const known = seats.flatMap((seat) => {
    const value = score.of(view, seat);
    return value === null ? [] : [{ seat, value }];
  });
  const best = Math.max(...known.map(({ value }) => value));
  const leaders = known.filter(({ value }) => value === best).map(({ seat }) => seat);
  return known.length > 1 && leaders.length === known.length ? [] : leaders;
}

/** The effect of one event on a figure, largest first. */
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
  /** The name is unique at this table, so it can stand for the seat. */
  isAlone: boolean;
}

/** The player of a seat, from the card of that instant. */
export function playerAt(seats: readonly ShownPlayer[], seat: string): Player {
  const own = seats.find((one) => one.seat === seat);
  if (own === undefined || own.kind === 'open') return { name: '', isAlone: false };
  const name = playerOf(own);
  return { name: playerWords(own), isAlone: own.kind !== 'script' && seats.filter((one) => playerOf(one) === name).length === 1 };
}

/** The name of a seat's player in a sentence: their own, or the seat's. */
export function calledAt(seats: readonly ShownPlayer[], seat: string, nameOf: (seat: string) => string): string {
  const { name, isAlone } = playerAt(seats, seat);
  return isAlone ? name : nameOf(seat);
}

function compare(a: number | null | undefined, b: number | null | undefined): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  return b === null || b === undefined ? -1 : b - a;
}
