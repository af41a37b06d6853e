import type { InferenceState } from '../agent/types';
import { operatorProcedure, router } from '../trpc';

export const inferenceRouter = router({
  /** Backends, workers, queue, tokens, errors and cost of all web processes on this database. Contains no keys. */
  state: operatorProcedure.query(async ({ ctx }): Promise<InferenceState> => shortened(await ctx.shared.inference())),
});

/** Because the page polls every few seconds, lists only the first models of a backend that has hundreds, and the number of the rest. */
export function shortened(state: InferenceState): InferenceState {
  const backends = state.backends.map((backend) => {
    const { serves, more = 0 } = backend;
    const left = serves.length - SHOWN;
    return left <= 0 ? backend : { ...backend, serves: serves.slice(0, SHOWN), more: more + left };
  });
  return { ...state, backends };
}

const SHOWN = 30;
