import { Refusal } from '../errors';
import { operatorProcedure, router } from '../trpc';
import type { Operations } from './types';

export const operationsRouter = router({
  /** Processes, queues, database and disk of this Mandi: counts, sizes and times, nothing about matches. */
  look: operatorProcedure.query(async ({ ctx }): Promise<Operations> => {
    const { operations } = ctx.shared;
    if (operations === null) throw new Refusal('unavailable', 'This server has no database to show.');
    return operations.look();
  }),
});
