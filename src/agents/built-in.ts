/** The agents that come with Mandi. */
import type { Agent, ModelSpec } from './agent';
import { type AgentWords, agentOf } from './agent-spec';

/** Fixed, so that they are the same everywhere. */
const CREATED = '2026-11-21T00:00:00.000Z';
const BOTH = ['gpu-market/open', 'gpu-market/classic'];

const NO_LIMIT: ModelSpec['budget'] = { tokens: null, calls: null, seconds: null, dollars: null };

/** The default model in the model policy: what the null models are compared with. */
export const SMOLLM2: ModelSpec = {
  kind: 'model',
  model: 'smollm2-135m-instruct',
  adapter: null,
  backends: [],
  prompt: 'open-1',
  sampling: { temperature: 0.8, topP: 0.95, topK: 40, seed: 0, maxTokens: 128, stop: [] },
  grammar: true,
  repairs: 1,
  fallback: null,
  turnSeconds: 30,
  budget: NO_LIMIT,
};

const WORDS: readonly AgentWords[] = [
  {
    name: 'smollm2',
    title: 'SmolLM2 135M',
    summary: 'A very small language model as it comes, untrained for this market; its replies are held to legal actions.',
    owner: 'Hugging Face',
    licence: 'Apache-2.0',
    plays: BOTH,
    spec: SMOLLM2,
  },
  nullAgent(
    'random',
    'Null model, random',
    'No model: a legal action by chance in the very wrapper of a model, to show what the wrapper does by itself.',
  ),
  nullAgent(
    'constant',
    'Null model, constant',
    'No model: always the first legal action in the very wrapper of a model, to show what the wrapper does by itself.',
  ),
];

export const BUILT_IN: readonly Agent[] = WORDS.map((words) => agentOf(words, { version: 1, createdAt: CREATED }));

function nullAgent(kind: 'random' | 'constant', title: string, summary: string): AgentWords {
  return {
    name: `null-${kind}`,
    title,
    summary,
    owner: 'Mandi',
    licence: 'MIT',
    plays: BOTH,
    spec: { ...SMOLLM2, model: `null:${kind}` },
  };
}
