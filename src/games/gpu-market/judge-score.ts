const PARTS = 10_000;

/** A pitch's score for display. Never rounded up: 0.49996 under a threshold of 0.5 is shown as 0.4999, not 0.5. */
export function judgeScore(score: number): string {
  return shownScore(score).toFixed(4);
}

/** The same as a number, for observations and views, so that texts agree. */
export function shownScore(score: number): number {
  return Math.floor(score * PARTS + 1e-6) / PARTS;
}
