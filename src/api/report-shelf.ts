import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GameRef, isSameRef, keyParts, soleRef } from '~/contract/game-ref';
import { planEval } from '~/eval/eval-plan';
import { type EvalReport, refOfMeta } from '~/eval/report';
import type { Study } from '~/eval/study';
import { rulesetWord } from '~/games/read-game';
import type { Database } from '~/store/database';
import { findEvalRun, keepEvalRun, listEvalRuns, newestEvalRuns } from '~/store/eval-runs';
import { kept, keptStudy } from './report-shapes';
import type { KeptStudy, ReportCard, ReportShelf } from './report-words';

/** Among so many of the newest runs the benchmark screen looks for one that is its own. */
const RUNS_LOOKED_AT = 20;
const MOST_LISTED = 100;

/**
 * Runs in the database. The benchmark is the newest of them that holds all its contestants, tasks and seeds; before the first of them, the
 * one that comes with this version (`public/benchmark/classic.json`, which is what `npx mandi eval` printed).
 */
export function reportShelf(prisma: Database['prisma'], folder: string): ReportShelf {
  return {
    async latest(game) {
      for (const run of await newestEvalRuns(prisma, game, RUNS_LOOKED_AT)) {
        const read = kept.safeParse(run);
        if (read.success && isBenchmark(read.data.reports)) return read.data.reports;
      }
      return readCommitted(folder, game);
    },
    async keep(id, study) {
      const ref = soleRef(study.reports.map(({ meta }) => refOfMeta(meta)));
      if (!ref) return;
      const { command, code } = study;
      await keepEvalRun(prisma, { id, game: ref.key, version: ref.version, command, code, report: JSON.stringify(study) });
    },
    list: async () => (await listEvalRuns(prisma, MOST_LISTED)).map(cardOf),
    async get(id): Promise<KeptStudy | null> {
      const run = await findEvalRun(prisma, id);
      const read = keptStudy.safeParse(run?.rows);
      if (run === null || !read.success) return null;
      const { command, code } = run; // older runs have them nowhere else
      const card = cardOf(run);
      return { ...card, study: { ...(read.data as Study), command, code, madeAt: card.createdAt.slice(0, 'YYYY-MM-DD'.length) } };
    },
  };
}

function cardOf({ id, game, version, command, code, createdAt }: Awaited<ReturnType<typeof listEvalRuns>>[number]): ReportCard {
  const { ruleset } = keyParts(game);
  return { id, ruleset, version, command, code, createdAt: createdAt.toISOString(), game };
}

/** What somebody tried on one task or on a few seeds is a report, and no benchmark. */
function isBenchmark(reports: readonly EvalReport[]): boolean {
  const [first] = reports;
  const plan = first && planEval({ ...first.meta, policies: 'all' });
  if (!plan?.ok) return false;
  const { tasks, policies } = plan.value;
  return ['train', 'test'].every((split) => {
    const report = reports.find(({ meta }) => meta.splits.join() === split);
    return tasks.every((task) => policies.every((policy) => report?.rows.some((row) => row.task === task && row.policy === policy)));
  });
}

async function readCommitted(folder: string, game: GameRef): Promise<EvalReport[]> {
  try {
    const file = `${rulesetWord(game.key).replace('/', '-')}.json`;
    const { reports } = kept.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    return reports.every(({ meta }) => isSameRef(refOfMeta(meta), game)) ? reports : [];
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  }
}
