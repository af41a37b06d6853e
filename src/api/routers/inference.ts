import type { InferenceState } from '../agent-words';
import { operatorProcedure, router } from '../trpc';

export const inferenceRouter = router({
  /** Backends, workers, queue, tokens, errors and spend of this process, without keys. */
  state: operatorProcedure.query(({ ctx }): InferenceState => ctx.desk.inference()),
});
