/**
 * The node limit of a solve. If it is reached, the bound replaces the optimum. The same on every machine, so that a match's score does not
 * depend on where it is computed.
 */
export const LIMIT_NODES = 500;

/**
 * A safeguard against endless solves, not a work limit: 64 labs take minutes on a busy core and are rated. A solve that reaches it depends
 * on the machine and is not used for rating.
 */
export const LIMIT_SECONDS = 3_600;

/** The default limits. */
export const USUAL_LIMITS = { nodes: LIMIT_NODES, seconds: LIMIT_SECONDS };
