import type { Stress } from '~/contract/env';
import type { PopulationGame, Populations } from '~/eval/populations';
import { agreementText, type PublishedFigure, publishedFigures } from '~/eval/presets';
import { type RobustnessPoint, withoutMoves } from '~/eval/robustness';
import { howMade, type Study } from '~/eval/study';
import type { StudyTable } from '~/eval/study-figures';
import { actionTypes, robustnessPanels, studyTables } from '~/eval/study-figures';
import { gameWords, nashHeads, nashLines, payoffHeads, payoffLines, pinWords, populationWords } from '~/eval/study-labels';
import { PAIR_HEADS, PAIR_WORDS, pairLines, type StudyPairs, studyPairs } from '~/eval/study-pairs';
import type { BeforeAfter } from '~/eval/transcript';
import { costlyProcedure, operatorProcedure, router, takeTurn } from '../trpc';
import { besideInput, episodeInput, reportId, reportInput } from './inputs';
import { findReport, orderReport, replayReport, setBeside } from './service';
import type { ReportCard } from './types';

/** A report as its page shows it. */
export interface ShownReport extends ReportCard {
  howMade: string[];
  /** Digests and settings of each model and remote program. */
  pins: string[];
  controls: Record<string, string>;
  tables: (Omit<StudyTable, 'rows'> & { rows: Omit<StudyTable['rows'][number], 'moves'>[]; actionTypes: string[] })[];
  /** As in the files: headings and formatted cells. */
  leads: { words: string; heads: string[]; tables: (Omit<StudyPairs, 'pairs'> & { lines: string[][] })[] };
  published: { words: string; figures: PublishedFigure[] } | null;
  beforeAfter: BeforeAfter | null;
  robustness: (Pick<NonNullable<Study['robustness']>, 'seeds' | 'splits' | 'command'> & { panels: ShownPanel[] }) | null;
  populations: (Pick<Populations, 'command'> & { words: string; games: ShownGame[] }) | null;
}

/** As in the files: headings and formatted cells. */
interface ShownGame {
  task: string;
  entrants: string[];
  payoffHeads: string[];
  payoffs: string[][];
  nashHeads: string[];
  nash: string[][];
  words: string[];
}

/** One kind of shock on one task. */
interface ShownPanel {
  task: string;
  kind: Stress['kind'];
  curves: { policy: string; points: Omit<RobustnessPoint, 'moves'>[] }[];
}

export const reportRouter = router({
  list: costlyProcedure.query(async ({ ctx }): Promise<{ items: ReportCard[] }> => ({ items: await ctx.shared.benchmark.store.list() })),
  get: costlyProcedure.input(reportId).query(async ({ ctx, input }): Promise<ShownReport> => {
    const { study, ...card } = await findReport(ctx.shared, input.id);
    return { ...card, ...shown(study) };
  }),
  /** Runs the evaluation and stores it. Returns the id of the report. */
  create: operatorProcedure.input(reportInput).mutation(async ({ ctx, input }): Promise<{ id: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return { id: await ctx.shared.benchmark.report(await orderReport(ctx.shared, input)) };
  }),
  /** Replays two episodes of a report for their transcripts. */
  beside: operatorProcedure.input(besideInput).mutation(async ({ ctx, input }): Promise<BeforeAfter> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return setBeside(ctx.shared, input);
  }),
  /** Creates a match from an episode. */
  replay: operatorProcedure.input(episodeInput).mutation(async ({ ctx, input }): Promise<{ matchId: string }> => {
    await takeTurn(ctx.shared.creations, ctx.caller.address);
    return { matchId: await replayReport(ctx.shared, input) };
  }),
});

function shownPanel({ curves, ...panel }: ReturnType<typeof robustnessPanels>[number]): ShownPanel {
  return { ...panel, curves: curves.map(({ policy, points }) => ({ policy, points: points.map((point) => withoutMoves(point)) })) };
}

function shownGame(game: PopulationGame): ShownGame {
  const { task, entrants } = game;
  const payoffs = { payoffHeads: payoffHeads(game, 'Alone in a market full of'), payoffs: payoffLines(game) };
  return { task, entrants, ...payoffs, nashHeads: nashHeads(game), nash: nashLines(game), words: gameWords(game) };
}

function shown({ reports, beforeAfter, robustness, populations }: Study): Omit<ShownReport, keyof ReportCard> {
  const figures = publishedFigures(reports);
  const words = agreementText(figures);
  return {
    howMade: howMade(reports),
    pins: pinWords(reports),
    controls: Object.assign({}, ...reports.map(({ meta }) => meta.controls)) as Record<string, string>,
    tables: studyTables(reports).map((table) => ({
      ...table,
      rows: table.rows.map((row) => withoutMoves(row)),
      actionTypes: actionTypes(table.rows),
    })),
    leads: {
      words: PAIR_WORDS,
      heads: PAIR_HEADS,
      tables: studyPairs(reports).map(({ pairs, ...table }) => ({ ...table, lines: pairLines({ pairs }) })),
    },
    published: words === null ? null : { words, figures },
    beforeAfter,
    robustness: robustness && {
      seeds: robustness.seeds,
      splits: robustness.splits,
      command: robustness.command,
      panels: robustnessPanels(robustness).map(shownPanel),
    },
    populations: populations
      ? { command: populations.command, words: populationWords(populations), games: populations.games.map(shownGame) }
      : null,
  };
}
