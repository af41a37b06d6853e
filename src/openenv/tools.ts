/** The market's actions as tools: one each, named as in the rules, and `observe`. For clients that speak MCP's tool calls. */

import type { EnvCall } from '~/contract/env';
import type { Json, Reading } from '~/contract/game';
import { envGames } from '~/engine/env-games';
import { means } from '~/engine/means';
import { ACTION_CARDS } from '~/games/gpu-market/catalog';
import { after, type Soon } from '~/lib/play/soon';
import type { EpisodeDesk, Refused, Shown } from './episode-desk';
import { ACTION, ACTION_FIELDS, MOST_ACTIONS } from './schemas';

/** Games' own questions, which need no episode. */
function gameCalls(): (Tool & { call: EnvCall })[] {
  return envGames().flatMap(({ ref, calls }) =>
    Object.entries(calls).map(([id, call]) => ({
      name: `${ref.key.replaceAll(/[^a-z0-9]/g, '_')}_${id}`,
      description: call.summary,
      schema: call.takes,
      call,
    })),
  );
}

function allTools(): readonly Tool[] {
  return [...TOOLS, ...gameCalls()];
}

export interface ToolDesk {
  readonly desk: EpisodeDesk;
}

interface Tool {
  name: string;
  description: string;
  schema: object;
}

const COMMITS = ['block_ids', 'job_ids', 'reserve', 'until_round'];

const OBSERVE: Tool = {
  name: 'observe',
  description: 'What this seat knows at the moment. Changes nothing.',
  schema: schemaOf([], []),
};

const TAKE_TURN: Tool = {
  name: 'take_turn',
  description: 'Ruleset open: several actions in one turn (a tool of an action alone is a whole turn as well).',
  schema: {
    type: 'object',
    properties: { actions: { type: 'array', items: ACTION, maxItems: MOST_ACTIONS } },
    required: ['actions'],
    additionalProperties: false,
  },
};

const COALITION_CARDS = [
  { action_type: 'join_coalition', summary: 'Ruleset open: joins a coalition that invited you; what commit takes may come along.' },
  { action_type: 'decline_coalition', summary: 'Ruleset open: turns an invitation down.' },
  { action_type: 'leave_coalition', summary: 'Ruleset open: leaves a coalition; with a pledge in it that is a breach.' },
];

/** What ruleset open's actions take besides classic's. */
const OPEN_TAKES: Readonly<Record<string, readonly string[]>> = {
  send_offer: ['requested_payment', 'expires_in'],
  counter_offer: ['requested_payment', 'expires_in'],
  form_coalition: ['members', 'split', 'owner_share', 'bond'],
  commit_to_coalition: ['job_ids', 'reserve', 'until_round'],
  allocate_to_job: ['coalition_id', 'plan'],
  send_message: ['coalition_id'],
  make_pitch: ['claims'],
  counter_pitch: ['claims'],
};

/** Ruleset open does without these: an open offer has no target, a coalition has members, a joint plan has neither job nor blocks. */
const OPEN_SPARES: Readonly<Record<string, readonly string[]>> = {
  send_offer: ['target_lab_id'],
  form_coalition: ['target_lab_id'],
  commit_to_coalition: ['block_ids'],
  allocate_to_job: ['job_id', 'block_ids'],
};

const TOOLS: readonly Tool[] = [
  OBSERVE,
  TAKE_TURN,
  ...ACTION_CARDS.map(({ action_type, summary, needs, takes }) => ({
    name: action_type,
    description: summary,
    schema: schemaOf(
      [...needs, ...takes, ...(OPEN_TAKES[action_type] ?? [])],
      needs.filter((field) => !OPEN_SPARES[action_type]?.includes(field)),
    ),
  })),
  ...COALITION_CARDS.map(({ action_type, summary }) => ({
    name: action_type,
    description: summary,
    schema: schemaOf(['coalition_id', ...(action_type === 'join_coalition' ? COMMITS : [])], ['coalition_id']),
  })),
];

/** The list as clients want it: `inputSchema` by JSON-RPC, `input_schema` in a step's observation. */
export function listedTools(key: 'inputSchema' | 'input_schema'): object[] {
  return allTools().map(({ name, description, schema }) => ({ name, description, [key]: schema }));
}

export function isTool(name: unknown): name is string {
  return allTools().some((tool) => tool.name === name);
}

export interface ToolAnswer {
  observation: { result: unknown; error: { error_type: string; message: string } | null };
  reward: number | null;
  done: boolean;
}

/** Plays the action that the tool is named for. Its result is what a step's answer holds: observation, reward, done. */
export function toolAnswer({ desk }: ToolDesk, name: unknown, args: unknown): Soon<ToolAnswer> {
  if (!isTool(name))
    return failed(
      'tool_not_found',
      `there is no tool ${JSON.stringify(name ?? null).slice(0, 80)}; there is ${allTools()
        .map((tool) => tool.name)
        .join(', ')}`,
    );
  if (args !== undefined && args !== null && (typeof args !== 'object' || Array.isArray(args)))
    return failed('invalid_args', 'arguments: an object');
  const asked = gameCalls().find((one) => one.name === name);
  if (asked) return after(asked.call.answer((args ?? {}) as Record<string, unknown>, means), answered);
  if (name === OBSERVE.name) return after(desk.look(), told);
  return after(desk.step(name === TAKE_TURN.name ? (args ?? {}) : { ...args, action_type: name }), told);
}

function told(answer: Shown | Refused): ToolAnswer {
  if (!answer.ok) return failed(answer.code === 'VALIDATION_ERROR' ? 'invalid_args' : 'execution_error', answer.message);
  const { ok: _, episode: _episode, ...result } = answer;
  return { observation: { result, error: null }, reward: answer.reward, done: answer.done };
}

function answered(answer: Reading<Json>): ToolAnswer {
  return answer.ok ? { observation: { result: answer.value, error: null }, reward: null, done: false } : failed('invalid_args', answer.why);
}

function failed(error_type: string, message: string): ToolAnswer {
  return { observation: { result: null, error: { error_type, message } }, reward: null, done: false };
}

function schemaOf(fields: readonly string[], required: readonly string[]): object {
  const properties = Object.fromEntries(fields.map((field) => [field, ACTION_FIELDS[field]]));
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}
