import type { Target } from '../connect';

/** Removes the query time limit, because a large table takes long. */
export function withoutLimit(target: Target): Target {
  return { ...target, limits: { ...target.limits, longQueryMs: 0 } };
}
