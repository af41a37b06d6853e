/** The inputs of agents. What an agent is made of is read by `agents/agent-spec`, which says what is wrong in words. */
import { z } from 'zod';
import { matchId, text, whole } from './inputs';

const ref = text(64);

export const agentListInput = z.strictObject({ ruleset: text(64).optional() }).prefault({});
export const agentInput = z.strictObject({ ref });
export const addAgentInput = z.looseObject({ name: z.unknown(), spec: z.unknown() });
export const tryInput = z.strictObject({ ref, ruleset: text(64), task: text(64), seed: whole(0, Number.MAX_SAFE_INTEGER).optional() });
export const turnsInput = z.strictObject({ matchId });
