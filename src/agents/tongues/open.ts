/**
 * The open market as it is put to a language model: one action a turn. A turn may hold four, but a small model writes one well and four
 * badly and slowly; the rest of the turn is left empty (decision 111).
 */
import { readFileSync } from 'node:fs';
import type { Reading } from '~/games/game';
import { type OpenAction, readAction } from '~/games/gpu-market/open/actions';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { digestOf } from '../digest';
import type { Tongue } from '../tongue';
import { whyNotLegal } from './open-legality';
import { guardAction, walkBacksOf } from './open-limits';
import { nearestOption } from './open-nearest';
import { FIELDS, type OpenOption } from './open-option';
import { openOptions } from './open-options';
import { userText } from './open-prompt';
import { userText2 } from './open-prompt-2';
import { schemaOf } from './open-schema';

/** The default first: samples and exports are written with it. A change of what a prompt or schema looks like is a new version, and a new format. */
const PROMPTS: Record<string, { file: string; format: string }> = {
  'open-2': { file: 'open-1.txt', format: 'open-format-2' },
  'open-1': { file: 'open-1.txt', format: 'open-format-1' },
};

export const openTongue: Tongue<OpenObservation, OpenAction> = {
  game: 'gpu-market/open',
  prompts: Object.keys(PROMPTS),
  promptHash: (version) => digestOf([systemText(version), PROMPTS[version]?.format]),
  prompt: (version, observation, past) => {
    const system = systemText(version);
    const options = optionsAt(observation);
    return version === 'open-1'
      ? { system, user: userText(observation, options, past) }
      : { system, ...userText2(observation, options, past) };
  },
  schema: (_version, observation) => schemaOf(optionsAt(observation)),
  listed: (observation, action) => {
    const read = readAction(action);
    return read.ok ? nearestOption(optionsAt(observation), read.value) : null;
  },
  write: (_version, _observation, action) => JSON.stringify(inOrder(action)),
  read: (_version, observation, value) => readLegal(observation, value),
  guard: guardAction,
  walkBacks: walkBacksOf,
  safe: () => ({ action_type: 'wait' }),
  actionType: (action) => action.action_type,
};

const kept = new WeakMap<OpenObservation, OpenOption[]>();

/** Weighed once for prompt, schema and samples. */
function optionsAt(observation: OpenObservation): OpenOption[] {
  const options = kept.get(observation) ?? openOptions(observation);
  kept.set(observation, options);
  return options;
}

/** One action, bare or as the only one of a list or a turn. */
function readLegal(observation: OpenObservation, value: unknown): Reading<OpenAction> {
  const unwrapped = single(value);
  if (unwrapped === undefined) return { ok: false, why: 'Write one action, not a list of several.' };
  const read = readAction(unwrapped);
  if (!read.ok) return read;
  const why = whyNotLegal(read.value, observation.legal_actions);
  return why === null ? read : { ok: false, why };
}

function single(value: unknown): unknown {
  const holds = typeof value === 'object' && value !== null && !('action_type' in value);
  const inner = holds && 'actions' in value ? value.actions : holds && 'action' in value ? value.action : value;
  if (!Array.isArray(inner)) return inner;
  return inner.length === 1 ? (inner[0] as unknown) : undefined;
}

function inOrder(action: OpenAction): Partial<OpenAction> {
  return Object.fromEntries(FIELDS.flatMap((field) => (action[field] === undefined ? [] : [[field, action[field]]])));
}

const texts = new Map<string, string>();

function systemText(version: string): string {
  const file = PROMPTS[version]?.file;
  if (file === undefined) throw new Error(`The open market has no prompt ${version}; there are ${Object.keys(PROMPTS).join(', ')}.`);
  const known = texts.get(version) ?? readFileSync(new URL(`../prompts/${file}`, import.meta.url), 'utf8').trim();
  texts.set(version, known);
  return known;
}
