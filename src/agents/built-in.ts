/** The agents included with Mandi. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { USUAL_GAME } from '~/games/read-game';
import type { Agent, ModelSpec } from './agent';
import { type AgentWords, agentOf } from './agent-spec';
import { modelGames } from './prompt-formats';

/** Fixed, so that it is the same everywhere. */
const CREATED = '2026-11-21T00:00:00.000Z';

const NO_LIMIT: ModelSpec['budget'] = { tokens: null, calls: null, seconds: null, dollars: null };

/** Shown next to every model's result, so that the wrapper's work is not credited to the model. */
export const NULL_MODELS = ['null-random', 'null-constant'] as const;

/** The default model in the model policy; null models are compared with it. */
export const SMOLLM2: ModelSpec = {
  kind: 'model',
  model: 'smollm2-135m-instruct',
  adapter: null,
  backends: [],
  prompt: 'open-2',
  sampling: { temperature: 0.8, topP: 0.95, topK: 40, seed: 0, maxTokens: 128, stop: [] },
  grammar: true,
  repairs: 1,
  fallback: null,
  turnSeconds: 30,
  budget: NO_LIMIT,
};

const SMOL: AgentWords = {
  name: 'smollm2',
  title: 'SmolLM2 135M',
  summary: 'A very small language model, not trained on any game here. Its replies are limited to legal actions.',
  owner: 'Hugging Face',
  licence: 'Apache-2.0',
  plays: modelGames(),
  spec: SMOLLM2,
};

/** Uses an older prompt, which others' text could fill up. Kept for the matches that it played. */
const FIRST_SMOL: AgentWords = { ...SMOL, spec: { ...SMOLLM2, prompt: 'open-1' } };

const NULLS: readonly AgentWords[] = [
  nullAgent(
    'random',
    'Null model, random',
    'No model: plays random legal actions with the same prompt, grammar, limits and fallback as a model. Shows what those achieve by themselves.',
  ),
  nullAgent(
    'constant',
    'Null model, constant',
    'No model: plays the first legal action with the same prompt, grammar, limits and fallback as a model. Shows what those achieve by themselves.',
  ),
];

/** Trained on classic (docs/training.md) and played at temperature 0. Available if its adapter is in this clone. */
const CLASSIC_ADAPTER = 'smollm2-classic';
const CLASSIC: AgentWords = {
  name: CLASSIC_ADAPTER,
  title: 'SmolLM2 135M, trained on classic',
  summary: 'The same small model with an adapter trained on games of the strongest scripted policy of the published benchmark.',
  owner: 'Mandi',
  licence: 'Apache-2.0',
  plays: [USUAL_GAME],
  spec: {
    ...SMOLLM2,
    adapter: CLASSIC_ADAPTER,
    prompt: 'classic-1',
    sampling: { ...SMOLLM2.sampling, temperature: 0, topP: 1, topK: 0, maxTokens: 64 },
  },
};

export const BUILT_IN: readonly Agent[] = [
  agentOf(SMOL, { version: 2, createdAt: '2026-11-23T00:00:00.000Z' }),
  ...[FIRST_SMOL, ...NULLS, ...(isShipped(CLASSIC_ADAPTER) ? [CLASSIC] : [])].map((words) =>
    agentOf(words, { version: 1, createdAt: CREATED }),
  ),
  ...shippedAgents(),
];

/** Agents of adapters included with Mandi, as described by their cards. */
function shippedAgents(): Agent[] {
  const folder = new URL('../../workers/adapters/', import.meta.url);
  const cards = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return cards.sort().flatMap((name): Agent[] => {
    const { agent } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      agent?: AgentWords & Pick<Agent, 'version' | 'createdAt'>;
    };
    if (agent === undefined) return [];
    const { version, createdAt, ...words } = agent;
    return [agentOf(words, { version, createdAt })];
  });
}

function nullAgent(kind: 'random' | 'constant', title: string, summary: string): AgentWords {
  return {
    name: `null-${kind}`,
    title,
    summary,
    owner: 'Mandi',
    licence: 'MIT',
    plays: modelGames(),
    spec: { ...SMOLLM2, model: `null:${kind}`, prompt: 'open-1' },
  };
}

function isShipped(adapter: string): boolean {
  return existsSync(new URL(`../../workers/adapters/${adapter}.json`, import.meta.url));
}
