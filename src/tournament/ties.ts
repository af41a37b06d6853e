/** Scores that differ by rounding noise alone are equal: sums of the same amounts in another order are no lead. */
import { TIE } from '~/statistics/methods';
import type { FixtureRecord } from '~/store/tournaments/tournament';
import type { Sitting } from './sittings';

/** So near are equals: a billionth of the spread of all scores that count. */
export function tieOf(fixtures: readonly FixtureRecord[]): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { result } of fixtures) {
    if (result === null || result.unrated) continue;
    for (const { entrant, score } of result.seats) {
      if (entrant === null || score === null) continue;
      least = Math.min(least, score);
      most = Math.max(most, score);
    }
  }
  return most > least ? TIE * (most - least) : 0;
}

/** The same sittings; of scores that are as near as that, all have the lowest. */
export function leveled(sittings: readonly Sitting[], tie: number): Sitting[] {
  return sittings.map((sitting) => ({ ...sitting, scores: levelScores(sitting.scores, tie) }));
}

function levelScores(scores: Sitting['scores'], tie: number): Sitting['scores'] {
  const level = new Map<number, number>();
  let base = Number.NEGATIVE_INFINITY;
  for (const { score } of scores.toSorted((a, b) => a.score - b.score)) {
    if (score - base > tie) base = score;
    level.set(score, base);
  }
  return scores.map(({ entrant, score }) => ({ entrant, score: level.get(score) ?? score }));
}
