/** The inputs that several procedures share. */
import { z } from 'zod';
import { MATCH_STATUSES, VISIBILITIES } from '~/store/match-words';

const name = z.string().min(1).max(64);
const seed = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const matchId = z.string().min(1).max(64);

export const matchInput = z.strictObject({ id: matchId });

export const createInput = z.strictObject({
  ruleset: name.default('classic'),
  task: name,
  /** Left out: any of the training range. */
  seed: seed.optional(),
  policy: name,
  judgeMode: name.default('off'),
  /** Seconds a round. */
  pace: z.number().min(0).max(60).default(1),
  visibility: z.enum(VISIBILITIES).optional(),
});

export const listInput = z.strictObject({
  cursor: z.string().max(200).nullish(),
  /** Sent along by tRPC's infinite queries; there is one direction. */
  direction: z.literal('forward').optional(),
  limit: z.number().int().min(1).max(100).default(20),
  status: z.array(z.enum(MATCH_STATUSES)).max(MATCH_STATUSES.length).optional(),
  ruleset: name.optional(),
  task: name.optional(),
  policy: name.optional(),
  seed: seed.optional(),
});

/** A stretch of a match's events: those after `after`, at most `limit`. */
export const stretchInput = z.strictObject({
  id: matchId,
  after: z.number().int().min(0).max(1_000_000_000).default(0),
  limit: z.number().int().min(1).max(2000).default(500),
});

export const controlInput = z.strictObject({ id: matchId, command: z.enum(['pause', 'resume', 'step', 'abort']) });

export const rulesetInput = z.strictObject({ ruleset: name.default('classic') });
