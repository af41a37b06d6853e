import { z } from 'zod';
import { type GameKey, isGameKey } from '~/contract/game-ref';
import { GUARD_MODES } from '~/contract/guard';
import type { MatchRecord, TurnClock } from './event-store';
import type { Match } from './generated/client';
import { type Origin, type ReplacedInBranch, type SeriesPlace, seasonWorld } from './match-record';
import { MATCH_STATUSES, VISIBILITIES } from './match-types';

const held = {
  seat: z.string(),
  name: z.string(),
  ready: z.boolean(),
  here: z.boolean(),
  policy: z.string().nullable(),
  agent: z.string().optional(),
  shares: z.boolean().optional(),
};
const seatCard = z.discriminatedUnion('kind', [
  z.object({ seat: z.string(), kind: z.literal('script'), policy: z.string(), withheld: z.boolean().optional() }),
  z.object({ seat: z.string(), kind: z.literal('open') }),
  z.object({ ...held, kind: z.literal('person') }),
  z.object({ ...held, kind: z.literal('program') }),
]);

const words = z.object({
  game: z.custom<GameKey>((key) => typeof key === 'string' && isGameKey(key), 'no key of a game'),
  seats: z.array(seatCard),
  visibility: z.enum(VISIBILITIES),
  status: z.enum(MATCH_STATUSES),
  scores: z.record(z.string(), z.number().nullable()).nullable(),
  missed: z.object({ turn: z.number(), seats: z.array(z.string()) }).nullable(),
  replaced: z.object({ turn: z.number(), seat: z.string(), move: z.unknown(), standIns: z.record(z.string(), z.string()) }).nullable(),
  guards: z.enum(GUARD_MODES).nullable(),
});

/** Converts a row of `match` to a record. */
export function recordOf(row: Match): MatchRecord {
  const { game, seats, visibility, status, scores, missed, replaced, guards } = words.parse(row);
  return {
    id: row.id,
    game,
    version: row.version,
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
    turn: row.turn,
    rounds: row.rounds,
    scores,
    showcase: row.showcase,
    hosted: row.hosted,
    isPrivate: row.isPrivate,
    clock: clockOf(row),
    delayTurns: row.delayTurns,
    guards,
    rated: row.rated,
    season: row.seasonId === null || row.seasonIndex === null ? null : seasonWorld(row.seasonId, row.seasonIndex, row.seasonPlay),
    origin: originOf(row, replaced),
    ...(row.seriesId !== null && { series: seriesPlace(row.seriesId, row.seriesPlace ?? 0, row.seriesSealed) }),
    missed,
    fault: row.fault,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}

function seriesPlace(id: string, place: number, isSealed: boolean): SeriesPlace {
  return { id, place, ...(isSealed && { sealed: true }) };
}

function originOf({ originId, originSeq }: Match, replaced: ReplacedInBranch | null): Origin | null {
  if (originId === null || originSeq === null) return null;
  return { matchId: originId, seq: originSeq, ...(replaced && { replaced }) };
}

function clockOf({ clockSeconds, deadline, remainingMs }: Match): TurnClock | null {
  return clockSeconds === null ? null : { seconds: clockSeconds, deadline, remaining: remainingMs };
}
