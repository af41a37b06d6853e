import { costlyProcedure, openProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { beginSeries, openSeriesInput, type SatDown, type SeriesAnswer, seriesInput, showSeries, sitInput, sitInSeries } from './service';

/** Several matches that count as one. */
export const seriesRouter = router({
  create: operatorProcedure.input(openSeriesInput).mutation(async ({ ctx, input }): Promise<SeriesAnswer> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return beginSeries(ctx, input);
  }),
  get: costlyProcedure.input(seriesInput).query(({ ctx, input }): Promise<SeriesAnswer> => showSeries(ctx, input.id)),
  /** Gives the previous match's seat holder their seat in the current match. */
  sit: openProcedure.input(sitInput).mutation(({ ctx, input }): Promise<SatDown> => sitInSeries(ctx, input)),
});
