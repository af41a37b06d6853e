/** Inputs shared by several procedures. */

import { z } from 'zod';
import type { AnyGame } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import { GUARD_MODES } from '~/contract/guard';
import { type RawGame, readGame, readGameFilter } from '~/games/read-game';
import { asSentence } from '~/lib/text/fault-sentence';
import { MATCH_STATUSES, VISIBILITIES } from '~/store/match-types';
import { Refusal } from './errors';

const MOST_SEATS = 64;
const PACE = 'a number from 0 to 60';
const name = text(64);
/** Seconds per round. */
export const pace = z.number(PACE).min(0, PACE).max(60, PACE);
const seed = whole(0, Number.MAX_SAFE_INTEGER);

export const seatId = text(64);

export const matchId = text(64);

export const matchInput = z.strictObject({ id: matchId });

/** Fields that name a game, in the format of `readGame`; to be spread into an input. */
export const namesGame = {
  game: text(128).optional(),
  ruleset: text(128).optional(),
  version: z.union([whole(1, 999_999_999), z.string().max(9)], 'a whole number from 1').optional(),
};

/** The game that an input names, or the endpoint's default. Refuses unknown names. */
export function gameNamed(input: RawGame, usual?: GameKey): AnyGame {
  const read = readGame(input, usual);
  if (!read.ok) throw new Refusal('unknown_ruleset', asSentence(read.why));
  return read.value;
}

/** Missing fields do not filter. */
export function gameFilter(input: RawGame): { game?: GameKey; version?: number } {
  const read = readGameFilter(input);
  if (!read.ok) throw new Refusal('unknown_ruleset', asSentence(read.why));
  return read.value;
}

const plainOption = z.union([z.number(), z.string().max(200), z.boolean()]);
/** A value, two ends of a range, several choices, or rows. */
const optionValue = z.union([
  plainOption,
  z.tuple([z.number(), z.number()]).readonly(),
  z.array(z.string().max(200)).max(64).readonly(),
  z
    .array(z.record(text(64), plainOption).refine(isNotHuge).readonly())
    .max(64)
    .readonly(),
]);

export const createInput = z.strictObject({
  ...namesGame,
  task: name,
  /** Default: a random seed of the training range. */
  seed: seed.optional(),
  policy: name,
  judgeMode: name.default('off'),
  pace: pace.default(1),
  visibility: z.enum(VISIBILITIES).optional(),
  /** By seat: a policy's id, or `open` for a person. */
  seats: z.record(seatId, name, 'a policy for each seat').refine(isNotHuge, 'at most 64 seats').optional(),
  /** Seconds per turn of people and programs. */
  clockSeconds: whole(10, 900).optional(),
  /** Watchers see the match this many turns late. */
  delayTurns: whole(0, 10).optional(),
  guards: z.enum(GUARD_MODES).optional(),
  /** The same, under its name in earlier versions. */
  delayRounds: whole(0, 10).default(0),
  /** Not in any list: only people with its link can watch or join. */
  isPrivate: z.boolean('true or false').default(false),
  /** The task's options, parsed with the game's option fields. Missing ones keep the task's defaults. */
  options: z.record(text(64), optionValue, 'an option for each name').refine(isNotHuge).default({}),
});

/** Every field and the whole input are optional. */
export const listInput = z
  .strictObject({
    cursor: z.string().max(200).nullish(),
    /** Sent by tRPC's infinite queries; only one direction exists. */
    direction: z.literal('forward').optional(),
    limit: whole(1, 100).default(20),
    status: z.array(z.enum(MATCH_STATUSES)).max(MATCH_STATUSES.length).optional(),
    ...namesGame,
    task: name.optional(),
    policy: name.optional(),
    /** Matches with people, those of tournaments, or those outside of tournaments. */
    among: z.enum(['people', 'tournaments', 'others']).optional(),
    /** Of each tournament only the newest match, with the tournament in `tournaments`. */
    fold: z.boolean().optional(),
    seed: seed.optional(),
  })
  .prefault({});

/** A range of a match's events: those after `after`, at most `limit`. */
export const stretchInput = z.strictObject({
  id: matchId,
  after: whole(0, 1_000_000_000).default(0),
  limit: whole(1, 2000).default(500),
});

export const controlInput = z.strictObject({ id: matchId, command: z.enum(['pause', 'resume', 'step', 'abort']) });

export const gameInput = z.strictObject(namesGame).prefault({});

function isNotHuge(seats: object): boolean {
  return Object.keys(seats).length <= MOST_SEATS;
}

/** The error message says what is allowed: `limit: a whole number from 1 to 100`. */
export function whole(least: number, most: number): z.ZodNumber {
  const error = `a whole number from ${least} to ${most}`;
  return z.number(error).int(error).min(least, error).max(most, error);
}

export function text(longest: number): z.ZodString {
  const error = `a text of 1 to ${longest} characters`;
  return z.string(error).min(1, error).max(longest, error);
}
