import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type GameRef, isSameRef, keyParts, soleRef } from '~/contract/game-ref';
import { planEval } from '~/eval/eval-plan';
import { SEAT_ROTATIONS } from '~/eval/populations';
import { type EvalReport, refOfMeta } from '~/eval/report';
import type { Study } from '~/eval/study';
import { rulesetWord } from '~/games/read-game';
import type { Database } from '~/store/database';
import { findEvalRun, keepEvalRun, listEvalRuns, newestEvalRuns } from '~/store/eval-runs';
import type { KeptStudy, ReportCard, ReportStore } from './types';

/** How many of the newest runs are searched for a benchmark. */
const RUNS_LOOKED_AT = 20;
const MOST_LISTED = 100;

/**
 * Runs in the database. The benchmark is the newest run that includes all contestants, tasks and seeds. If there is none, the one included
 * with this version (`public/benchmark/classic.json`, the output of `npx mandi eval`).
 */
export function reportStore(prisma: Database['prisma'], folder: string): ReportStore {
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

/** A run on one task or a few seeds is a report but not a benchmark. */
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

// Parses stored runs; older ones lack newer counts.

const interval = z.tuple([z.number(), z.number()]).nullable();
const counts = z.record(z.string(), z.number());
const splits = z.array(z.enum(['train', 'validation', 'test', 'none']));
const played = z.object({ turns: z.number(), own: z.number(), fallback: z.number() });
const optionValue = z.union([z.string(), z.number(), z.boolean()]);

const row = z.object({
  policy: z.string(),
  task: z.string(),
  seeds: z.string(),
  n: z.number(),
  mean: z.number(),
  std: z.number().nullable(),
  median: z.number().optional(),
  ci95: interval,
  invalid: z.number(),
  actions: counts.optional(),
  scores: z.array(z.number()).optional(),
  counts: z
    .object({
      turns: z.number(),
      own: z.number(),
      repaired: z.number(),
      fallback: z.number(),
      overBudget: z.number().optional(),
      notAsked: z.number().optional(),
      wordless: z.number().optional(),
      guarded: z.number(),
      walkBacks: z.number(),
      calls: z.number(),
      tokens: z.object({ prompt: z.number(), completion: z.number() }),
      cost: z.number(),
      latency: z.object({ p50: z.number(), p95: z.number() }).nullable(),
      actions: counts,
    })
    .optional(),
  pin: z.object({ agent: z.string(), weights: z.string().nullable() }).optional(),
  asked: z
    .object({
      model: z.string(),
      adapter: z.string().nullable(),
      sampling: z.object({ temperature: z.number(), topP: z.number(), topK: z.number(), seed: z.number(), maxTokens: z.number() }),
      backends: z.array(z.object({ id: z.string(), place: z.string().nullable() })),
      answered: z.array(z.string()),
    })
    .optional(),
  moves: z.array(z.array(z.unknown())).optional(),
});
const meta = z.object({
  game: z.string(),
  ruleset: z.string(),
  version: z.number(),
  judge_mode: z.string(),
  options: z.record(z.string(), optionValue).optional(),
  splits,
  episodes: z.number(),
  controls: z.record(z.string(), z.enum(['null', 'farmer', 'variant'])),
  command: z.string(),
  code: z.string(),
  std: z.string(),
  ci95: z.object({
    method: z.enum(['percentile', 'bootstrap-t-2', 'bootstrap-t-3']),
    level: z.number(),
    resamples: z.number(),
    seed: z.number(),
  }),
});
const reports = z.array(z.object({ rows: z.array(row), meta }));

const kept = z.object({ reports });

const transcript = z.object({
  policy: z.string(),
  score: z.number(),
  invalid: z.number(),
  rounds: z.array(z.object({ round: z.number(), lines: z.array(z.string()) })),
  seats: z.array(z.string()).optional(),
});
const kind = z.string();
const point = z.object({
  policy: z.string(),
  task: z.string(),
  kind,
  strikes: z.number(),
  n: z.number(),
  mean: z.number(),
  ci95: interval,
  change: z.object({ mean: z.number(), ci95: interval }).nullable(),
  scores: z.array(z.number()).optional(),
  played: played.optional(),
  moves: z.array(z.array(z.unknown())).optional(),
});

export const keptStudy = z.object({
  reports,
  beforeAfter: z.object({ task: z.string(), seed: z.number(), before: transcript, after: transcript }).nullable().default(null),
  robustness: z
    .object({
      ruleset: z.string(),
      version: z.number(),
      seeds: z.string(),
      splits,
      grid: z.object({ kinds: z.array(kind), strikes: z.array(z.number()) }),
      command: z.string(),
      points: z.array(point),
    })
    .nullable()
    .default(null),
  populations: z
    .object({
      ruleset: z.string(),
      version: z.number(),
      seeds: z.string(),
      splits,
      rotation: z.enum(SEAT_ROTATIONS).optional(),
      command: z.string(),
      games: z.array(
        z.object({
          task: z.string(),
          entrants: z.array(z.string()),
          cells: z.array(
            z.object({
              row: z.string(),
              column: z.string(),
              n: z.number(),
              mean: z.number(),
              ci95: interval,
              scores: z.array(z.number()),
              played: played.optional(),
            }),
          ),
          bestResponses: z.record(z.string(), z.array(z.string())),
          cycles: z.array(z.array(z.string())),
          nash: z.object({ mixture: counts, rating: counts, exploitability: z.number() }),
          alphaRank: counts.optional(),
          played: z.record(z.string(), played).optional(),
        }),
      ),
    })
    .nullable()
    .default(null),
});
