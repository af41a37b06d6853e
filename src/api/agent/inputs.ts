/** Inputs of the agent procedures. `agents/agent-spec` parses the spec itself, with its own error messages. */
import { z } from 'zod';
import { createInput, matchId, namesGame, text, whole } from '../inputs';
import { seatName } from '../table/inputs';

const ref = text(64);

/** `older`: lists the versions before the newest instead. */
export const agentListInput = z.strictObject({ ...namesGame, older: z.boolean('true or false').default(false) }).prefault({});
export const agentInput = z.strictObject({ ref });
export const addAgentInput = z.looseObject({ name: z.unknown(), spec: z.unknown() });
export const tryInput = z.strictObject({
  /** Default: the game's stand-in. */
  ref: ref.optional(),
  ...namesGame,
  task: text(64),
  seed: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  seats: createInput.shape.seats,
  options: createInput.shape.options,
  clockSeconds: createInput.shape.clockSeconds,
  /** The name under which the caller will claim the free seat. Checked before the table is created. */
  name: seatName.optional(),
});
export const nullsInput = z.strictObject({ ref, ...namesGame, task: text(64) });
export const turnsInput = z.strictObject({
  matchId,
  /** From a previous `next`. */
  cursor: z
    .string()
    .regex(/^\d{1,6} \w{1,64}$/, 'the `next` of the page before')
    .nullish(),
  direction: z.literal('forward').optional(),
  limit: whole(1, 500).default(100),
});
