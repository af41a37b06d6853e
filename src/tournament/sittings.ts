/** Groups results that can be compared: entrants at one table, and entrants that each played the same seat of the same world. */
import type { MatchResult } from '~/statistics/results';
import type { FixtureRecord } from '~/store/tournaments/tournament';

/** A comparison of two or more entrants, at one table or separately. */
export interface Sitting extends MatchResult {
  /** Orders of its fixtures. */
  fixtures: number[];
  task: string;
  /** They met at one table. */
  together: boolean;
}

interface Entry {
  entrant: string;
  score: number;
}

/** For fixtures with counted scores. `fixtures` must be in schedule order. */
export function sittingsOf(fixtures: readonly FixtureRecord[]): Sitting[] {
  const sittings: Sitting[] = [];
  const alone = new Map<string, Sitting & { scores: Entry[] }>();
  for (const { order, task, world, rotation, result } of fixtures) {
    if (result === null || result.unrated) continue;
    const scores = result.seats.flatMap(({ entrant, score }): Entry[] => (entrant === null || score === null ? [] : [{ entrant, score }]));
    const [single] = scores;
    if (single === undefined) continue;
    if (result.seats.filter(({ entrant }) => entrant !== null).length > 1) {
      sittings.push({ order, world: String(world), task, scores, fixtures: [order], together: true });
      continue;
    }
    const key = `${task} ${world} ${rotation}`;
    const known = alone.get(key);
    if (known === undefined) alone.set(key, { order, world: String(world), task, scores: [single], fixtures: [order], together: false });
    else if (known.scores.every(({ entrant }) => entrant !== single.entrant)) {
      known.scores.push(single);
      known.fixtures.push(order);
    }
  }
  return [...sittings, ...alone.values()].filter(({ scores }) => scores.length > 1).sort((a, b) => a.order - b.order);
}

/** The sittings restricted to these names. */
export function sittingsAmong(sittings: readonly Sitting[], names: ReadonlySet<string>): Sitting[] {
  return sittings
    .map((sitting) => ({ ...sitting, scores: sitting.scores.filter(({ entrant }) => names.has(entrant)) }))
    .filter(({ scores }) => scores.length > 1);
}
