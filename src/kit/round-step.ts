/** Of so many rounds, every how many-th is named or ruled, so that numbers never run into each other on a narrow screen. */
export function roundStep(rounds: number): number {
  if (rounds <= 24) return 1;
  return rounds <= 100 ? 5 : 20;
}
