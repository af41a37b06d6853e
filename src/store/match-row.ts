import { z } from 'zod';
import type { MatchRecord } from './event-store';
import type { Match } from './generated/client';
import { MATCH_STATUSES, VISIBILITIES } from './match-words';

const words = z.object({
  seats: z.array(z.object({ seat: z.string(), kind: z.literal('script'), policy: z.string() })),
  visibility: z.enum(VISIBILITIES),
  status: z.enum(MATCH_STATUSES),
  scores: z.record(z.string(), z.number().nullable()).nullable(),
});

/** A row of `match`, read: what the rest of the house knows a match as. */
export function recordOf(row: Match): MatchRecord {
  const { seats, visibility, status, scores } = words.parse(row);
  return {
    id: row.id,
    game: row.game,
    ruleset: row.ruleset,
    rulesetVersion: row.rulesetVersion,
    task: row.task,
    seed: Number(row.seed),
    judgeMode: row.judgeMode,
    config: row.config,
    seats,
    visibility,
    pace: row.pace,
    status,
    head: row.head,
    round: row.round,
    rounds: row.rounds,
    scores,
    showcase: row.showcase,
    fault: row.fault,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
