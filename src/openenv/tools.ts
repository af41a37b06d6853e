/** The market's actions as tools: one each, named as in the rules, and `observe`. For clients that speak MCP's tool calls. */
import { ACTION_CARDS } from '~/games/gpu-market/catalog';
import type { EpisodeDesk } from './episode-desk';
import { ACTION_FIELDS } from './schemas';

export interface ToolDesk {
  readonly desk: EpisodeDesk;
}

interface Tool {
  name: string;
  description: string;
  schema: object;
}

const OBSERVE: Tool = {
  name: 'observe',
  description: 'What this seat knows at the moment. Changes nothing.',
  schema: { type: 'object', properties: {}, additionalProperties: false },
};

const TOOLS: readonly Tool[] = [
  OBSERVE,
  ...ACTION_CARDS.map(({ action_type, summary, needs, takes }) => ({
    name: action_type,
    description: summary,
    schema: {
      type: 'object',
      properties: Object.fromEntries([...needs, ...takes].map((field) => [field, ACTION_FIELDS[field]])),
      required: [...needs],
      additionalProperties: false,
    },
  })),
];

/** The list as clients want it: `inputSchema` by JSON-RPC, `input_schema` in a step's observation. */
export function listedTools(key: 'inputSchema' | 'input_schema'): object[] {
  return TOOLS.map(({ name, description, schema }) => ({ name, description, [key]: schema }));
}

export function isTool(name: unknown): name is string {
  return TOOLS.some((tool) => tool.name === name);
}

export interface ToolAnswer {
  observation: { result: unknown; error: { error_type: string; message: string } | null };
  reward: number | null;
  done: boolean;
}

/** Plays the action that the tool is named for. Its result is what a step's answer holds: observation, reward, done. */
export function toolAnswer({ desk }: ToolDesk, name: unknown, args: unknown): ToolAnswer {
  if (!isTool(name))
    return failed(
      'tool_not_found',
      `there is no tool ${JSON.stringify(name ?? null).slice(0, 80)}; there is ${TOOLS.map((tool) => tool.name).join(', ')}`,
    );
  if (args !== undefined && args !== null && (typeof args !== 'object' || Array.isArray(args)))
    return failed('invalid_args', 'arguments: an object');
  if (name === OBSERVE.name) return observed(desk);
  const answer = desk.step({ ...args, action_type: name });
  if (!answer.ok) return failed(answer.code === 'VALIDATION_ERROR' ? 'invalid_args' : 'execution_error', answer.message);
  const { observation, reward, done } = answer;
  return { observation: { result: { observation, reward, done }, error: null }, reward, done };
}

function observed(desk: EpisodeDesk): ToolAnswer {
  const answer = desk.look();
  if (!answer.ok) return failed('execution_error', answer.message);
  const { observation, done } = answer;
  return { observation: { result: { observation, reward: null, done }, error: null }, reward: null, done };
}

function failed(error_type: string, message: string): ToolAnswer {
  return { observation: { result: null, error: { error_type, message } }, reward: null, done: false };
}
