/**
 * The prompt formats of version 1 of the open market, with one action per turn. A turn may hold four, but a small model writes one well,
 * and four badly and slowly (docs/decisions/prompts.md).
 */
import { readFileSync } from 'node:fs';
import type { Reading } from '~/contract/game';
import type { OwnTurn } from '~/contract/guard';
import type { Prompt, PromptFormat } from '~/contract/prompt-format';
import { type OpenAction, readAction, type TakenAction } from '../actions';
import type { OpenObservation } from '../observation';
import { whyNotLegal } from './legality';
import { nearestOption } from './nearest';
import { FIELDS, type OpenOption } from './option';
import { dealsOf, openOptions } from './options';
import { schemaOf } from './schema';
import { userText } from './user-text-1';
import { userText2 } from './user-text-2';

/** The first is the default, also for samples and exports. Any change of a prompt's or schema's bytes needs a new version and format. */
export const openPrompts: readonly PromptFormat<OpenObservation, OpenAction>[] = [
  formatOf('open-2', {
    format: 'open-format-2',
    words: (observation, past) => userText2(observation, optionsAt(observation), past),
  }),
  formatOf('open-1', {
    format: 'open-format-1',
    words: (observation, past) => ({ user: userText(observation, optionsAt(observation), past) }),
  }),
];

/** The best option of each type, as a model would see it. */
export function dealsAt(observation: OpenObservation): unknown[] {
  return dealsOf(openOptions(observation));
}

interface Words {
  /** Enters the format's hash in addition to the texts. */
  format: string;
  words(observation: OpenObservation, past: readonly OwnTurn[]): Omit<Prompt, 'system'>;
}

function formatOf(version: string, { format, words }: Words): PromptFormat<OpenObservation, OpenAction> {
  return {
    version,
    safe: () => ({ action_type: 'wait' }),
    decide: {
      fixed: () => JSON.stringify([systemText(), format]),
      prompt: (observation, past) => ({ system: systemText(), ...words(observation, past) }),
      schema: (observation) => schemaOf(optionsAt(observation)),
      listed(observation, action) {
        const read = readAction(action);
        return read.ok ? (nearestOption(optionsAt(observation), read.value) as OpenAction | null) : null;
      },
      say: (_observation, action) => JSON.stringify(inOrder(action)),
      read: readLegal,
    },
  };
}

const kept = new WeakMap<OpenObservation, OpenOption[]>();

/** Computed once for prompt, schema and samples. */
function optionsAt(observation: OpenObservation): OpenOption[] {
  const options = kept.get(observation) ?? openOptions(observation);
  kept.set(observation, options);
  return options;
}

/** One action, alone or as the only one in a list or a turn. */
function readLegal(observation: OpenObservation, value: unknown): Reading<OpenAction> {
  const unwrapped = single(value);
  if (unwrapped === undefined) return { ok: false, why: 'Write one action, not a list of several.' };
  const read = readAction(unwrapped);
  if (!read.ok) return read;
  const why = whyNotLegal(read.value, observation.legal_actions);
  return why === null ? read : { ok: false, why };
}

export function single(value: unknown): unknown {
  const holds = typeof value === 'object' && value !== null && !('action_type' in value);
  const inner = holds && 'actions' in value ? value.actions : holds && 'action' in value ? value.action : value;
  if (!Array.isArray(inner)) return inner;
  return inner.length === 1 ? (inner[0] as unknown) : undefined;
}

export function inOrder(action: TakenAction): Partial<TakenAction> {
  return Object.fromEntries(FIELDS.flatMap((field) => (action[field] === undefined ? [] : [[field, action[field]]])));
}

let system: string | null = null;

/** The same for both formats. */
function systemText(): string {
  system ??= readFileSync(new URL('./open-1.txt', import.meta.url), 'utf8').trim();
  return system;
}
