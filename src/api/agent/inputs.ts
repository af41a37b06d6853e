/** The inputs of agents. What an agent is made of is read by `agents/agent-spec`, which says what is wrong in words. */
import { z } from 'zod';
import { createInput, matchId, namesGame, text, whole } from '../inputs';
import { seatName } from '../table/inputs';

const ref = text(64);

/** `older`: the versions before the newest, instead of the newest. */
export const agentListInput = z.strictObject({ ...namesGame, older: z.boolean('true or false').default(false) }).prefault({});
export const agentInput = z.strictObject({ ref });
export const addAgentInput = z.looseObject({ name: z.unknown(), spec: z.unknown() });
export const tryInput = z.strictObject({
  /** Left out: the game's stand-in, which plays where nobody else does. */
  ref: ref.optional(),
  ...namesGame,
  task: text(64),
  seed: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  seats: createInput.shape.seats,
  options: createInput.shape.options,
  clockSeconds: createInput.shape.clockSeconds,
  /** Under which name the caller will take the free seat: refused before there is a table. */
  name: seatName.optional(),
});
export const nullsInput = z.strictObject({ ref, ...namesGame, task: text(64) });
export const turnsInput = z.strictObject({
  matchId,
  /** As `next` said it. */
  cursor: z
    .string()
    .regex(/^\d{1,6} \w{1,64}$/, 'the `next` of the page before')
    .nullish(),
  direction: z.literal('forward').optional(),
  limit: whole(1, 500).default(100),
});
