/** Label or rule only every nth round, so that numbers do not overlap on a narrow screen. */
export function roundStep(rounds: number): number {
  if (rounds <= 24) return 1;
  return rounds <= 100 ? 5 : 20;
}
