import type { Pace } from './schedule';

/** The temperaments of house seats. */
export const ARCHETYPES = {
  firm: { bend: 3, mirror: 0.6 },
  fair: { bend: 1, mirror: 0.7 },
  keen: { bend: 0.6, mirror: 0.5 },
  mirror: { bend: 1, mirror: 0.95 },
} as const satisfies Record<string, Pace>;
