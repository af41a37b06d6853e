import type { Target } from '../connect';

/** A large table takes as long as it takes. */
export function withoutLimit(target: Target): Target {
  return { ...target, limits: { ...target.limits, longQueryMs: 0 } };
}
