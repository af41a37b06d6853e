/**
 * Where a solve ends early, the bound takes the optimum's place. It ends after so many nodes of its search, which is the same on every
 * machine, so that a match has one score wherever it is worked out.
 */
export const LIMIT_NODES = 500;

/**
 * A guard against a solver that never ends, and no limit of the work: 64 labs take minutes of a busy core and are rated all the same, whoever
 * asks. What is cut by it is the machine's doing, and nothing is rated by it.
 */
export const LIMIT_SECONDS = 3_600;

/** Of a solve that nobody limits otherwise. */
export const USUAL_LIMITS = { nodes: LIMIT_NODES, seconds: LIMIT_SECONDS };
