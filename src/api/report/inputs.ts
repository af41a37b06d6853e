import { z } from 'zod';
import { SEAT_ROTATIONS } from '~/eval/populations';
import { MOST_STRIKES } from '~/eval/robustness';
import { namesGame } from '../inputs';

const list = z.string().trim().max(1_000, 'at most 1000 characters');
const name = z.string().trim().min(1).max(64);
const seed = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The options of `mandi eval`; lists are comma-separated names or seeds. */
export const reportInput = z.strictObject({
  preset: name.optional(),
  ...namesGame,
  policies: list.default('all'),
  tasks: list.optional(),
  seeds: list.optional(),
  judgeMode: name.optional(),
  options: z.record(name, z.unknown()).optional(),
  before: name.optional(),
  after: name.optional(),
  at: name.optional(),
  robustness: z.strictObject({ shocks: list.optional(), strikes: list.optional() }).optional(),
  populations: z.strictObject({ rotation: z.enum(SEAT_ROTATIONS).default('full') }).optional(),
  goOn: z.boolean().default(false),
});
export type ReportInput = z.output<typeof reportInput>;

export const reportId = z.strictObject({ id: name });
/** `stress`: a cell of the robustness grid. */
export const episodeInput = z.strictObject({
  id: name,
  task: name,
  seed,
  policy: name,
  stress: z.strictObject({ kind: name, strikes: z.number().int().min(0).max(MOST_STRIKES) }).optional(),
});
export const besideInput = z.strictObject({ id: name, task: name, seed, before: name, after: name });
