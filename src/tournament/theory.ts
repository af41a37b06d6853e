/** Empirical game theory of a tournament: over entrants of whom every two met at tables. */

import { alphaRank } from '~/statistics/alpha-rank';
import { mean } from '~/statistics/basics';
import { FIRST_STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import { nashAverage } from '~/statistics/nash-average';
import { allMet, bestResponses, leadMatrix, type PayoffMatrix, responseCycles } from '~/statistics/payoff';
import type { Standings } from '~/store/tournaments/tournament';
import { meetingsOf } from './cross-table';
import { type Sitting, sittingsAmong } from './sittings';

const ALONE = 'no two entrants shared a table';
const TOO_FEW = 'some entrants never met each other, and an unknown result is not a tie; in a round robin or a league they all meet';

/** Null, with the reason in words, where too few met; without a reason before anything is played. */
export function theoryOf(
  names: readonly string[],
  sittings: readonly Sitting[],
  method: StatisticsMethod = FIRST_STATISTICS,
): Pick<Standings, 'theory' | 'whyNoTheory'> {
  const met = sittings.filter(({ together }) => together);
  if (sittings.length === 0) return { theory: null, whyNoTheory: null };
  if (met.length === 0) return { theory: null, whyNoTheory: ALONE };
  const known = allMet(payoffsOf(names, met));
  if (known.length === 0) return { theory: null, whyNoTheory: TOO_FEW };
  const matrix = payoffsOf(known, met);
  const leads = leadMatrix(matrix);
  const theory = {
    entrants: known,
    payoffs: matrix.payoffs.map((row) => [...row]),
    bestResponses: bestResponses(leads),
    cycles: responseCycles(leads),
    nash: nashAverage(matrix),
    ...(method !== 'percentile-1' && { alphaRank: alphaRank(matrix) }),
  };
  return { theory, whyNoTheory: null };
}

/** Row's mean score where it sat with the column; null: they never did. Others may sit there too. */
function payoffsOf(names: readonly string[], sittings: readonly Sitting[]): PayoffMatrix {
  const payoffs = names.map(() => names.map((): number | null => null));
  for (const { a, b, own, other } of meetingsOf(names, sittingsAmong(sittings, new Set(names)))) {
    setCell(payoffs, [a, b], mean(own.values()));
    setCell(payoffs, [b, a], mean(other.values()));
  }
  return { entrants: names, payoffs };
}

function setCell(payoffs: (number | null)[][], [row, column]: [number, number], value: number): void {
  const cells = payoffs[row];
  if (cells) cells[column] = value;
}
