/** The classic GPU market as it is put to a language model. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { observe } from '~/games/gpu-market/classic/observe';
import { startMatch } from '~/games/gpu-market/classic/play-in-memory';
import type { Action, Observation } from '~/games/gpu-market/types';
import type { Tongue } from '../tongue';
import { guardAction, walkBacksOf } from './classic-guards';
import { userText } from './classic-prompt';
import { readReply, sayAction, schemaOf } from './classic-reply';

const VERSIONS = ['classic-1'] as const;

export const classicTongue: Tongue<Observation, Action> = {
  game: 'gpu-market/classic',
  prompts: VERSIONS,
  promptHash: (version) => hashes.get(version) ?? remember(version),
  prompt: (version, observation, past) => ({ system: systemText(version), user: userText(observation, past) }),
  schema: (version, observation) => known(version) && schemaOf(observation),
  write(_version, observation, action) {
    const text = sayAction(observation, action);
    if (text === null) throw new Error(`the classic tongue has no words for ${JSON.stringify(action)}`);
    return text;
  },
  read: (_version, observation, value) => readReply(observation, value),
  guard: guardAction,
  walkBacks: walkBacksOf,
  safe: () => ({ action_type: 'wait' }),
  actionType: (action) => action.action_type,
};

const systems = new Map<string, string>();
const hashes = new Map<string, string>();

function systemText(version: string): string {
  const kept = systems.get(version);
  if (kept !== undefined) return kept;
  known(version);
  const text = readFileSync(new URL(`../prompts/${version}.txt`, import.meta.url), 'utf8').trim();
  systems.set(version, text);
  return text;
}

/** Of the system text, and of prompt and schema of one fixed opening: a change of either's form changes the hash. */
function remember(version: string): string {
  const specimen = observe(startMatch({ task_type: 'coalition_market', difficulty: 'hard', seed: 0, judge_mode: 'off' }));
  const whole = JSON.stringify([systemText(version), userText(specimen, []), schemaOf(specimen)]);
  const hash = `sha256:${createHash('sha256').update(whole).digest('hex')}`;
  hashes.set(version, hash);
  return hash;
}

function known(version: string): true {
  if (!VERSIONS.some((one) => one === version)) throw new Error(`the classic tongue knows no prompt "${version}"`);
  return true;
}
