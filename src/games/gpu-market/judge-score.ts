const PARTS = 10_000;

/** A pitch's score as every screen and text shows it. Never rounded up: 0.49996 under a bar of 0.5 reads 0.4999, not 0.5. */
export function judgeScore(score: number): string {
  return shownScore(score).toFixed(4);
}

/** The same as a number, for what observations and views hold: texts are made of one and the other. */
export function shownScore(score: number): number {
  return Math.floor(score * PARTS + 1e-6) / PARTS;
}
