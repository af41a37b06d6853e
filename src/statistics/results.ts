/** The input of all estimators of a tournament: finished matches in schedule order, not in the order in which they ended. */

/** One entrant in one match; for an entrant with several seats, the mean over them. */
export interface Score {
  entrant: string;
  /** Higher is better: gain against autarky, profit or reward. */
  score: number;
}

export interface MatchResult {
  /** Position in the schedule; results are used in ascending order. */
  order: number;
  /** The key for pairing: matches of one world differ only in who sat where. */
  world: string;
  scores: readonly Score[];
}

/** In schedule order. */
export function inOrder(results: readonly MatchResult[]): MatchResult[] {
  return results.toSorted((a, b) => a.order - b.order);
}

/** Everyone who played, sorted by name. */
export function entrantsOf(results: readonly MatchResult[]): string[] {
  return [...new Set(results.flatMap(({ scores }) => scores.map(({ entrant }) => entrant)))].sort();
}
