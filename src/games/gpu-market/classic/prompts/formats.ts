/** The classic GPU market as it is put to a language model. */
import { readFileSync } from 'node:fs';
import type { PromptFormat } from '~/contract/prompt-format';
import type { Action, Observation } from '~/games/gpu-market/types';
import { observe } from '../observe';
import { startMatch } from '../play-in-memory';
import { readReply, sayAction, schemaOf } from './reply';
import { userText } from './user-text';

export const classicPrompts: readonly PromptFormat<Observation, Action>[] = [formatOf('classic-1')];

function formatOf(version: string): PromptFormat<Observation, Action> {
  return {
    version,
    safe: () => ({ action_type: 'wait' }),
    decide: {
      fixed: () => fixedText(version),
      prompt: (observation, past) => ({ system: systemText(version), user: userText(observation, past) }),
      schema: schemaOf,
      read: readReply,
      say(observation, action) {
        const text = sayAction(observation, action);
        if (text === null) throw new Error(`the prompt ${version} has no words for ${JSON.stringify(action)}`);
        return text;
      },
    },
  };
}

const systems = new Map<string, string>();

function systemText(version: string): string {
  const text = systems.get(version) ?? readFileSync(new URL(`./${version}.txt`, import.meta.url), 'utf8').trim();
  systems.set(version, text);
  return text;
}

/** The system text, and prompt and schema of one fixed opening: a change of either's form changes the hash. */
function fixedText(version: string): string {
  const specimen = observe(startMatch({ task_type: 'coalition_market', difficulty: 'hard', seed: 0, judge_mode: 'off' }));
  return JSON.stringify([systemText(version), userText(specimen, []), schemaOf(specimen)]);
}
