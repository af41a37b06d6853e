import { z } from 'zod';
import { MOST_SENT_LOG } from '~/lib/text/run-name';
import type { Context } from '../context';
import { orRefuse, Refusal } from '../errors';
import { text, whole } from '../inputs';
import { costlyProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { playBoth, showBeforeAfter } from './before-after';
import type { BeforeAfter, RunList, RunSheet } from './types';

const runInput = z.strictObject({ id: text(80) });
const importInput = z.strictObject({
  name: text(64),
  text: z
    .string()
    .min(1, 'a log')
    .max(MOST_SENT_LOG, `at most ${MOST_SENT_LOG / 1000} kB; npx mandi training import takes larger files`),
  file: text(200).optional(),
});
const bothInput = z.strictObject({ id: text(80), after: text(64), task: text(64), seed: whole(0, Number.MAX_SAFE_INTEGER) });

/** Training runs: of this machine (for its operator), imported logs, adapters that come with Mandi, and published ones. */
export const trainingRouter = router({
  list: costlyProcedure.query(async ({ ctx }): Promise<RunList> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return ctx.shared.training.list(ctx.caller);
  }),
  /** Its curves, thinned to at most 1,000 points each. A page asks again while the run goes on. */
  get: costlyProcedure.input(runInput).query(async ({ ctx, input }): Promise<RunSheet> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return findRun(ctx, input.id);
  }),
  /** Who plays with what was trained, and matches of one seed with and without it. */
  replays: costlyProcedure.input(runInput).query(async ({ ctx, input }): Promise<BeforeAfter[]> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    return showBeforeAfter(ctx.shared, await findRun(ctx, input.id));
  }),
  playBoth: operatorProcedure.input(bothInput).mutation(async ({ ctx, input }): Promise<{ before: string; after: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return playBoth(ctx.shared, await findRun(ctx, input.id), input);
  }),
  /** A log as JSON lines, as TRL and Mandi's trainer write it, or TRL's trainer_state.json. */
  import: operatorProcedure.input(importInput).mutation(async ({ ctx, input: { file, ...log } }): Promise<{ id: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return { id: orRefuse(await ctx.shared.training.import({ ...log, ...(file !== undefined && { file }) })) };
  }),
  /** An imported log alone; runs of this machine are files of whoever trains. */
  remove: operatorProcedure.input(runInput).mutation(async ({ ctx, input }): Promise<{ id: string }> => {
    if (!(await ctx.shared.training.remove(input.id))) throw new Refusal('unknown_run', `There is no imported log "${input.id}".`);
    return input;
  }),
});

async function findRun({ shared, caller }: Context, id: string): Promise<RunSheet> {
  const run = await shared.training.get(id, caller);
  if (!run) throw new Refusal('unknown_run', `There is no training run "${id}".`);
  return run;
}
