import { beginSeries, openSeriesInput, type SeriesAnswer, seriesInput, showSeries } from '../series-desk';
import { openProcedure, operatorProcedure, router, takeTurn } from '../trpc';

/** Several matches that count as one. */
export const seriesRouter = router({
  create: operatorProcedure.input(openSeriesInput).mutation(async ({ ctx, input }): Promise<SeriesAnswer> => {
    await takeTurn(ctx.desk.creations, ctx.caller.address);
    return beginSeries(ctx, input);
  }),
  get: openProcedure.input(seriesInput).query(({ ctx, input }): Promise<SeriesAnswer> => showSeries(ctx, input.id)),
});
