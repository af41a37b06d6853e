import type { InferenceState } from '../agent/types';
import { operatorProcedure, router } from '../trpc';

export const inferenceRouter = router({
  /** Backends, workers, queue, tokens, errors and spend of all web processes of this database, without keys. */
  state: operatorProcedure.query(async ({ ctx }): Promise<InferenceState> => shortened(await ctx.shared.inference())),
});

/** The page asks every few seconds: of a backend that lists hundreds of models it shows the first, and how many there are besides. */
export function shortened(state: InferenceState): InferenceState {
  const backends = state.backends.map((backend) => {
    const { serves, more = 0 } = backend;
    const left = serves.length - SHOWN;
    return left <= 0 ? backend : { ...backend, serves: serves.slice(0, SHOWN), more: more + left };
  });
  return { ...state, backends };
}

const SHOWN = 30;
