/** What lies in the database as a kept run, read once at the door; older runs lack what was not counted then. */
import { z } from 'zod';
import { SEAT_ROTATIONS } from '~/eval/populations';

const interval = z.tuple([z.number(), z.number()]).nullable();
const counts = z.record(z.string(), z.number());
const splits = z.array(z.enum(['train', 'validation', 'test', 'none']));

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
  moves: z.array(z.array(z.unknown())).optional(),
});
const meta = z.object({
  game: z.string(),
  ruleset: z.string(),
  version: z.number(),
  judge_mode: z.string(),
  splits,
  episodes: z.number(),
  controls: z.record(z.string(), z.enum(['null', 'farmer', 'variant'])),
  command: z.string(),
  code: z.string(),
  std: z.string(),
  ci95: z.object({ method: z.enum(['percentile', 'bootstrap-t-2']), level: z.number(), resamples: z.number(), seed: z.number() }),
});
const reports = z.array(z.object({ rows: z.array(row), meta }));

export const kept = z.object({ reports });

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
            }),
          ),
          bestResponses: z.record(z.string(), z.array(z.string())),
          cycles: z.array(z.array(z.string())),
          nash: z.object({ mixture: counts, rating: counts, exploitability: z.number() }),
          alphaRank: counts.optional(),
        }),
      ),
    })
    .nullable()
    .default(null),
});
