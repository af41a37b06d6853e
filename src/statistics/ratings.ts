import { inOrder, type MatchResult } from './results';

/** A belief about an entrant's strength: a normal distribution; new entrants start at 25 with a deviation of 25/3. */
export interface SkillRating {
  entrant: string;
  mu: number;
  sigma: number;
  /** mu - 3 sigma: a conservative estimate of strength. */
  ordinal: number;
  matches: number;
}

interface Belief {
  mu: number;
  sigma: number;
}

const NEWCOMER: Belief = { mu: 25, sigma: 25 / 3 };
const BETA_SQUARED = (25 / 6) ** 2;
/** Added to each variance before a match, because strengths change. */
const TAU_SQUARED = (25 / 300) * (25 / 300);
/** A match leaves at least this share of a variance. */
const KAPPA = 1e-4;

/**
 * OpenSkill's Plackett-Luce ratings of matches with any number of seats (Weng and Lin 2011, "A Bayesian approximation method for online
 * ranking", algorithm 4), computed in schedule order, so that the same results give the same ratings. Best first.
 */
export function skillRatings(results: readonly MatchResult[]): SkillRating[] {
  const known = new Map<string, { belief: Belief; matches: number }>();
  for (const { scores } of inOrder(results)) {
    if (scores.length < 2) continue;
    const after = rate(scores.map(({ entrant, score }) => ({ ...(known.get(entrant)?.belief ?? NEWCOMER), score })));
    for (const [i, { entrant }] of scores.entries()) {
      const belief = after[i];
      if (belief) known.set(entrant, { belief, matches: (known.get(entrant)?.matches ?? 0) + 1 });
    }
  }
  return [...known]
    .map(([entrant, { belief, matches }]) => ({ entrant, ...belief, ordinal: belief.mu - 3 * belief.sigma, matches }))
    .sort((a, b) => b.ordinal - a.ordinal || a.entrant.localeCompare(b.entrant));
}

/** One match, in the given order. Sums run from the best to the worst, so that the result does not depend on the order of names. */
function rate(field: readonly (Belief & { score: number })[]): Belief[] {
  const widened = field.map(({ mu, sigma, score }, place) => ({ mu, score, place, sigma: Math.sqrt(sigma * sigma + TAU_SQUARED) }));
  const best = widened.toSorted((a, b) => b.score - a.score);
  const c = Math.sqrt(best.reduce((sum, { sigma }) => sum + (sigma * sigma + BETA_SQUARED), 0));
  const rivals = best.map((one) => ({
    ...one,
    strength: Math.exp(one.mu / c),
    notBetter: best.filter(({ score }) => score <= one.score).reduce((sum, { mu }) => sum + Math.exp(mu / c), 0),
    tied: best.filter(({ score }) => score === one.score).length,
  }));
  const after: Belief[] = [];
  for (const { place, mu, sigma, score, strength } of rivals) {
    let omega = 0;
    let delta = 0;
    for (const rival of rivals) {
      if (rival.score < score) continue;
      const share = strength / rival.notBetter;
      omega += (rival.place === place ? 1 - share : -share) / rival.tied;
      delta += (share * (1 - share)) / rival.tied;
    }
    const variance = sigma * sigma;
    const shrunk = delta * (variance / c ** 2) * (sigma / c);
    after[place] = { mu: mu + omega * (variance / c), sigma: sigma * Math.sqrt(Math.max(1 - shrunk, KAPPA)) };
  }
  return after;
}
