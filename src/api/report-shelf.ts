import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EvalReport } from '~/eval/report';
import type { Database } from '~/store/database';
import { keepEvalRun, newestEvalRun } from '~/store/eval-runs';
import type { ReportShelf } from './benchmark-desk';

const row = z.object({
  policy: z.string(),
  task: z.string(),
  seeds: z.string(),
  n: z.number(),
  mean: z.number(),
  std: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  invalid: z.number(),
});
const meta = z.object({
  game: z.string(),
  ruleset: z.string(),
  version: z.number(),
  judge_mode: z.string(),
  splits: z.array(z.enum(['train', 'validation', 'test', 'none'])),
  episodes: z.number(),
  controls: z.record(z.string(), z.enum(['null', 'farmer', 'variant'])),
  command: z.string(),
  code: z.string(),
  std: z.string(),
  ci95: z.object({ method: z.literal('percentile'), level: z.number(), resamples: z.number(), seed: z.number() }),
});
const kept = z.object({ reports: z.array(z.object({ rows: z.array(row), meta })) });

/**
 * Reports in the database; before the first of them, the one that comes with this version (`public/benchmark/<ruleset>.json`,
 * which is what `npx mandi eval` printed).
 */
export function reportShelf(prisma: Database['prisma'], folder: string): ReportShelf {
  return {
    async latest(ruleset) {
      const stored = kept.safeParse(await newestEvalRun(prisma, ruleset));
      return stored.success ? stored.data.reports : readCommitted(folder, ruleset);
    },
    async keep(id, reports) {
      const [first] = reports;
      if (!first) return;
      const { ruleset, version, command, code } = first.meta;
      await keepEvalRun(prisma, { id, ruleset, version, command, code, report: JSON.stringify({ reports }) });
    },
  };
}

async function readCommitted(folder: string, ruleset: string): Promise<EvalReport[]> {
  if (!/^[a-z0-9-]+$/.test(ruleset)) return [];
  try {
    return kept.parse(JSON.parse(await readFile(join(folder, `${ruleset}.json`), 'utf8'))).reports;
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  }
}
