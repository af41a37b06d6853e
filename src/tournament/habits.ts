/** What entrants did in their matches, by kind of action: how often and when. */
import type { AnyGame, GameEvent } from '~/contract/game';
import type { FixtureRecord } from '~/store/tournaments/tournament';

/** One kind of action that the rules accepted, such as `offer_accepted`, or of what seats come to together, such as `deal_made`. */
export interface Habit {
  code: string;
  /** Per match, as a mean over its seats. */
  perMatch: number;
  /** When it happened, from 0 (the match's first event) to 1 (its last). */
  when: number;
}

export interface Habits {
  entrant: string;
  /** Number of seats counted, over all matches. */
  seats: number;
  /** Actions per match, and the share that the rules refused; null if there were none. */
  actions: number;
  refused: number | null;
  /** Most frequent first. */
  habits: Habit[];
}

export interface WatchedMatch {
  fixture: Pick<FixtureRecord, 'seats'>;
  game: AnyGame;
  events: readonly GameEvent[];
}

interface Count {
  seats: number;
  taken: number;
  refused: number;
  codes: Map<string, { count: number; places: number }>;
}

export function habitsOf(matches: Iterable<WatchedMatch>): Habits[] {
  const counts = new Map<string, Count>();
  for (const match of matches) countMatch(counts, match);
  return [...counts].map(([entrant, count]) => ({
    entrant,
    seats: count.seats,
    actions: (count.taken + count.refused) / count.seats,
    refused: count.taken + count.refused === 0 ? null : count.refused / (count.taken + count.refused),
    habits: [...count.codes]
      .map(([code, { count: times, places }]) => ({ code, perMatch: times / count.seats, when: places / times }))
      .sort((a, b) => b.perMatch - a.perMatch || a.code.localeCompare(b.code)),
  }));
}

function countMatch(counts: Map<string, Count>, { fixture, game, events }: WatchedMatch): void {
  const bySeat = new Map<string, Count>();
  for (const { seat, entrant } of fixture.seats) {
    if (entrant === null) continue;
    const count = counts.get(entrant) ?? { seats: 0, taken: 0, refused: 0, codes: new Map() };
    counts.set(entrant, count);
    count.seats += 1;
    bySeat.set(seat, count);
  }
  const told = events.map((event) => game.told(event));
  // A deal belongs to both sides: counted for the one who accepted alone, whoever has its offers accepted would seem to make none.
  const shared = new Set(told.flatMap((one) => one?.shared?.code ?? []));
  for (const [at, one] of told.entries()) {
    const when = at / Math.max(1, events.length - 1);
    for (const seat of one?.shared?.seats ?? []) note(bySeat.get(seat), one?.shared?.code ?? '', when);
    const result = one?.result;
    const count = result && bySeat.get(result.seat);
    if (!result || !count) continue;
    if (result.ok) count.taken += 1;
    else count.refused += 1;
    if (result.ok && !shared.has(result.code)) note(count, result.code, when);
  }
}

function note(count: Count | undefined, code: string, when: number): void {
  if (count === undefined) return;
  const known = count.codes.get(code) ?? { count: 0, places: 0 };
  known.count += 1;
  known.places += when;
  count.codes.set(code, known);
}
