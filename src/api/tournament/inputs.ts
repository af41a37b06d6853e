/** Inputs of the tournament procedures. `tournament/read-plan` parses plans, with its own error messages. */
import { z } from 'zod';
import { FIXTURE_STATUSES } from '~/store/tournaments/tournament';
import { namesGame, text, whole } from '../inputs';

const MOST_PLAN_CHARACTERS = 65_536;
const MOST_ORDERS = 50;

export const tournamentId = text(64);
export const tournamentInput = z.strictObject({ id: tournamentId });

export const tournamentListInput = z
  .strictObject({
    cursor: z.string().max(200).nullish(),
    /** Sent by tRPC's infinite queries; only one direction exists. */
    direction: z.literal('forward').optional(),
    limit: whole(1, 100).default(20),
  })
  .prefault({});

/** The text of a file (YAML, which includes JSON). */
export const planInput = z.strictObject({
  text: z
    .string('a file of a tournament')
    .min(1, 'a file of a tournament')
    .max(MOST_PLAN_CHARACTERS, `at most ${MOST_PLAN_CHARACTERS} characters`),
});

export const fixturesInput = z.strictObject({
  id: tournamentId,
  stage: whole(0, 1_000_000).optional(),
  entrant: text(64).optional(),
  /** Matches of these two. `met`: those in which they met or played the same seats separately; otherwise all of either. */
  pair: z.tuple([text(64), text(64)]).optional(),
  met: z.boolean().default(true),
  status: z.array(z.enum(FIXTURE_STATUSES)).max(FIXTURE_STATUSES.length).optional(),
  /** Only matches with these orders. */
  orders: z.array(whole(0, 100_000_000)).max(MOST_ORDERS, `at most ${MOST_ORDERS} matches`).optional(),
  /** Matches after this order. */
  cursor: whole(0, 100_000_000).nullish(),
  /** Sent by tRPC's infinite queries; only one direction exists. */
  direction: z.literal('forward').optional(),
  limit: whole(1, 500).default(200),
});

export const COMMANDS = ['pause', 'resume', 'cancel', 'retry'] as const;
export const steerInput = z.strictObject({ id: tournamentId, command: z.enum(COMMANDS, `one of ${COMMANDS.join(', ')}`) });
/** `agent` null: a person who is not registered, by `name`. */
export const joinInput = z.strictObject({
  id: tournamentId,
  name: text(64).optional(),
  agent: text(64).nullable(),
  owner: text(64).nullable().default(null),
});
export const inviteInput = z.strictObject({ id: tournamentId, order: whole(0, 100_000_000), seat: text(64) });
export const leaveInput = z.strictObject({ id: tournamentId, name: text(64) });
/** `setting`: the name from a board. Default: the task's first board. */
export const boardInput = z.strictObject({ ...namesGame, task: text(64), setting: text(2_000).optional() });
/** Default: the first game that has one. */
export const whyInput = z.strictObject({ ...namesGame }).prefault({});
export const evidenceInput = boardInput.extend({
  pin: text(80),
  /** How many of its matches were already shown. */
  cursor: whole(0, 100_000_000).nullish(),
  direction: z.literal('forward').optional(),
  limit: whole(1, 500).default(100),
});
