/** What every estimator of a tournament begins with: finished matches, in canonical order, never in that of finishing. */

/** One entrant in one match; of an entrant with several seats, the mean over them. */
export interface Score {
  entrant: string;
  /** Larger is better: gain against autarky, profit or reward. */
  score: number;
}

export interface MatchResult {
  /** Where it stands in the schedule: results are used in ascending order of it. */
  order: number;
  /** What it is paired by: matches of one world differ in who sat where alone. */
  world: string;
  scores: readonly Score[];
}

/** By the schedule, whatever order they ended in. */
export function inOrder(results: readonly MatchResult[]): MatchResult[] {
  return results.toSorted((a, b) => a.order - b.order);
}

/** Everybody who played, in order of name. */
export function entrantsOf(results: readonly MatchResult[]): string[] {
  return [...new Set(results.flatMap(({ scores }) => scores.map(({ entrant }) => entrant)))].sort();
}
