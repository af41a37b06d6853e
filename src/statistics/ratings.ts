import { ordinal, type Rating, rate, rating } from 'openskill';
import { inOrder, type MatchResult } from './results';

/** A belief about an entrant's strength: a normal distribution; new entrants begin at 25 with a deviation of 25/3. */
export interface SkillRating {
  entrant: string;
  mu: number;
  sigma: number;
  /** mu - 3 sigma: what it has shown rather than what it may be. */
  ordinal: number;
  matches: number;
}

/**
 * OpenSkill's Plackett-Luce ratings of matches with any number of seats (Weng and Lin 2011, "A Bayesian approximation method for online
 * ranking", algorithm 4), match by match in the schedule's order: the same results give the same ratings. Best first.
 */
export function skillRatings(results: readonly MatchResult[]): SkillRating[] {
  const known = new Map<string, { belief: Rating; matches: number }>();
  for (const { scores } of inOrder(results)) {
    if (scores.length < 2) continue;
    const before = scores.map(({ entrant }) => known.get(entrant)?.belief ?? rating());
    const after = rate(
      before.map((belief) => [belief]),
      { score: scores.map(({ score }) => score) },
    );
    for (const [i, { entrant }] of scores.entries()) {
      const belief = after[i]?.[0];
      if (belief) known.set(entrant, { belief, matches: (known.get(entrant)?.matches ?? 0) + 1 });
    }
  }
  return [...known]
    .map(([entrant, { belief, matches }]) => ({ entrant, mu: belief.mu, sigma: belief.sigma, ordinal: ordinal(belief), matches }))
    .sort((a, b) => b.ordinal - a.ordinal || a.entrant.localeCompare(b.entrant));
}
