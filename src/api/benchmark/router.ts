import { z } from 'zod';
import type { EvalReport } from '~/eval/report';
import type { BenchmarkProgress } from '../context';
import { Refusal } from '../errors';
import { gameInput, gameNamed } from '../inputs';
import { costlyProcedure, operatorProcedure, router, takeTurn } from '../trpc';

export const benchmarkRouter = router({
  /** The stored benchmark of `mandi eval`: the newest report of each seed range. */
  latest: costlyProcedure
    .input(gameInput)
    .query(
      async ({ ctx, input }): Promise<{ reports: EvalReport[] }> => ({ reports: await ctx.shared.benchmark.latest(gameNamed(input).ref) }),
    ),
  recompute: operatorProcedure.input(gameInput).mutation(async ({ ctx, input }): Promise<{ runId: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return { runId: await ctx.shared.benchmark.recompute(gameNamed(input).ref) };
  }),
  /** Of a finished run with its reports, which may have megabytes. */
  progress: costlyProcedure
    .input(z.strictObject({ runId: z.string().min(1).max(64) }))
    .query(async ({ ctx, input }): Promise<BenchmarkProgress> => {
      const progress = await ctx.shared.benchmark.progress(input.runId);
      if (!progress) throw new Refusal('unknown_run', `There is no benchmark run ${input.runId}.`);
      return progress;
    }),
});
