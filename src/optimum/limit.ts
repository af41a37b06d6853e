/**
 * Where a solve ends early, the bound takes the optimum's place. It ends after so many nodes of its search, which is the same on every
 * machine, so that a match has one score wherever it is worked out.
 */
export const LIMIT_NODES = 500;

/** A solve that takes so long is cut all the same: how far it got is the machine's doing, and nothing is rated by it. */
export const LIMIT_SECONDS = 30;

/** The same where nobody waits for the answer: a world of 64 labs takes minutes of a busy core, and is rated all the same. */
export const PATIENT_SECONDS = 600;

/** Above this the optimum is too unsure to rate by. */
const RATED_GAP = 0.01;

/** Whether a match may be rated by what its solve came to. */
export function isSure({ gap, by_clock }: { gap: number; by_clock: boolean }): boolean {
  return gap <= RATED_GAP && !by_clock;
}
