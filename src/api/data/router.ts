import { z } from 'zod';
import { type GameKey, keyParts } from '~/contract/game-ref';
import { asWritten } from '~/dataset/columns';
import { countDataset, promptOf, sampleDataset } from '~/dataset/export-dataset';
import { jsonOf } from '~/dataset/line-of';
import { type DatasetFormat, type DatasetRequest, FILE_FORMS, readRequest, restOf, restsFor } from '~/dataset/request';
import { usualGames } from '~/games/registry';
import type { EventStore } from '~/store/event-store';
import type { SharedServices } from '../context';
import { Refusal } from '../errors';
import { operatorProcedure, router, takeTurn } from '../trpc';
import { whyNotOfTournament } from './of-tournament';
import type { DataCount, DataSample, ExportCard, RestChoice } from './types';

/** Limit of matches whose cards are read. */
const MOST_LOOKED = 20_000;
const SAMPLES = 3;
/** Limit of matches whose events are read, however few rows they give. Lower if matches must be played on or solved. */
const MOST_READ = 60;
const MOST_WORKED_OUT = 4;
const LONGEST_SAMPLE = 20_000;

const request = z.looseObject({}).transform(readAsked);
const exportId = z.strictObject({ id: z.string().max(64) });

/** For operators only, because datasets contain data that was private during matches. */
export const dataRouter = router({
  /** How many matches pass the filters, according to their cards. */
  count: operatorProcedure
    .input(request)
    .query(({ ctx, input }): Promise<DataCount> => countDataset(storeForData(ctx.shared), input, MOST_LOOKED)),
  /** The first rows of the newest matches. */
  sample: operatorProcedure.input(request).query(async ({ ctx, input }): Promise<DataSample> => {
    await takeTurn(ctx.shared.readings, ctx.caller.address);
    const isHard = input.minGain !== undefined || (input.format === 'preferences' && input.pairs !== 'verdicts');
    const limits = { most: SAMPLES, mostMatches: isHard ? MOST_WORKED_OUT : MOST_READ, mostLooked: MOST_LOOKED };
    const { rows, matches, counts } = await sampleDataset(storeForData(ctx.shared), input, limits);
    const prompt = promptOf(input)?.version ?? null;
    return { matches, counts, prompt, rows: rows.map((row) => cut(input.format, row)) };
  }),
  rests: operatorProcedure.query((): RestChoice[] => usualGames().map(({ ref }) => restChoice(ref.key))),
  exports: operatorProcedure.query(async ({ ctx }): Promise<{ exports: ExportCard[] }> => ({ exports: await ctx.shared.data.list() })),
  begin: operatorProcedure
    .input(z.strictObject({ request, form: z.enum(FILE_FORMS, `one of ${FILE_FORMS.join(', ')}`), follow: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }): Promise<ExportCard> => {
      await takeTurn(ctx.shared.creations, ctx.caller.address);
      const { request: asked, ...how } = input;
      await refuseContradiction(ctx.shared, asked);
      return ctx.shared.data.begin(asked, how);
    }),
  resume: operatorProcedure.input(exportId).mutation(({ ctx, input }): Promise<ExportCard> => ctx.shared.data.resume(input.id)),
  finish: operatorProcedure.input(exportId).mutation(({ ctx, input }): Promise<ExportCard> => ctx.shared.data.finish(input.id)),
  stop: operatorProcedure.input(exportId).mutation(({ ctx, input }): Promise<void> => ctx.shared.data.stop(input.id)),
  remove: operatorProcedure.input(exportId).mutation(({ ctx, input }): Promise<void> => ctx.shared.data.remove(input.id)),
});

function storeForData({ services: { store } }: SharedServices): EventStore {
  return store.lately ?? store;
}

function readAsked(raw: object): DatasetRequest {
  const read = readRequest(raw);
  if (read.ok) return read.value;
  throw new Refusal('bad_input', read.why);
}

/** Refuses filters that a tournament's matches cannot pass. */
async function refuseContradiction({ services }: SharedServices, asked: DatasetRequest): Promise<void> {
  if (asked.tournament === undefined) return;
  const found = await services.store.tournaments.get(asked.tournament);
  if (!found) throw new Refusal('unknown_tournament', `There is no tournament "${asked.tournament}".`);
  const wrong = whyNotOfTournament(found.plan, asked);
  if (wrong !== null) throw new Refusal('bad_input', `${wrong.path}: ${wrong.why}.`);
}

function restChoice(game: GameKey): RestChoice {
  const policies = restsFor(game).map(({ id, title }) => ({ id, title }));
  return { ruleset: keyParts(game).ruleset, game, usual: restOf({}, game).id, policies };
}

/** As written to files. */
function cut(format: DatasetFormat, row: object): DataSample['rows'][number] {
  const text = jsonOf(asWritten(format, row));
  return { text: text.slice(0, LONGEST_SAMPLE), cut: text.length > LONGEST_SAMPLE };
}
