/** The inputs that several procedures share. */

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
/** Seconds a round. */
export const pace = z.number(PACE).min(0, PACE).max(60, PACE);
const seed = whole(0, Number.MAX_SAFE_INTEGER);

export const seatId = text(64);

export const matchId = text(64);

export const matchInput = z.strictObject({ id: matchId });

/** A game as requests name it, in the words of `readGame`; to be spread into an input. */
export const namesGame = {
  game: text(128).optional(),
  ruleset: text(128).optional(),
  version: z.union([whole(1, 999_999_999), z.string().max(9)], 'a whole number from 1').optional(),
};

/** The game that an input names, or its entry point's usual one; an unknown name is refused. */
export function gameNamed(input: RawGame, usual?: GameKey): AnyGame {
  const read = readGame(input, usual);
  if (!read.ok) throw new Refusal('unknown_ruleset', asSentence(read.why));
  return read.value;
}

/** What a list's input leaves out is not filtered by. */
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
  /** Left out: any of the training range. */
  seed: seed.optional(),
  policy: name,
  judgeMode: name.default('off'),
  pace: pace.default(1),
  visibility: z.enum(VISIBILITIES).optional(),
  /** By seat: a policy's id, or `open` for somebody to take. */
  seats: z.record(seatId, name, 'a policy for each seat').refine(isNotHuge, 'at most 64 seats').optional(),
  /** A turn's clock, where people or programs sit. */
  clockSeconds: whole(10, 900).optional(),
  /** Watchers see the match so many turns late. */
  delayTurns: whole(0, 10).optional(),
  guards: z.enum(GUARD_MODES).optional(),
  /** The same under the name of earlier versions. */
  delayRounds: whole(0, 10).default(0),
  /** A table that is in no list: only those who have its link can watch it or sit down. */
  isPrivate: z.boolean('true or false').default(false),
  /** What the game lets a task be made of, read by its option fields; what is left out is the task's own. */
  options: z.record(text(64), optionValue, 'an option for each name').refine(isNotHuge).default({}),
});

/** All of it may be left out, the input as a whole too. */
export const listInput = z
  .strictObject({
    cursor: z.string().max(200).nullish(),
    /** Sent along by tRPC's infinite queries; there is one direction. */
    direction: z.literal('forward').optional(),
    limit: whole(1, 100).default(20),
    status: z.array(z.enum(MATCH_STATUSES)).max(MATCH_STATUSES.length).optional(),
    ...namesGame,
    task: name.optional(),
    policy: name.optional(),
    seed: seed.optional(),
  })
  .prefault({});

/** A stretch of a match's events: those after `after`, at most `limit`. */
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

/** What is wrong is said as what would be right: `limit: a whole number from 1 to 100`. */
export function whole(least: number, most: number): z.ZodNumber {
  const error = `a whole number from ${least} to ${most}`;
  return z.number(error).int(error).min(least, error).max(most, error);
}

export function text(longest: number): z.ZodString {
  const error = `a text of 1 to ${longest} characters`;
  return z.string(error).min(1, error).max(longest, error);
}
