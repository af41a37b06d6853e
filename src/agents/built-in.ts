/** The agents included with Mandi. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { GameKey } from '~/contract/game-ref';
import { USUAL_GAME } from '~/games/read-game';
import { type Agent, agentRef, type ModelSpec } from './agent';
import { type AgentWords, agentOf } from './agent-spec';
import { modelGames, promptFor } from './prompt-formats';

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

/**
 * By version, what the null models are asked in, so that there is one for each format (`nullsBeside`). The newest is asked in the default
 * of every game, as new agents are.
 */
const NULL_PROMPTS = ['open-1', 'bazaar-open-1-silent', 'open-4'] as const;
const NULL_WORDS = [
  { kind: 'random', title: 'Null model, random', plays: 'random legal actions' },
  { kind: 'constant', title: 'Null model, constant', plays: 'the first legal action' },
] as const;

const NULLS: readonly Agent[] = NULL_PROMPTS.flatMap((prompt, at) =>
  NULL_WORDS.map((words) =>
    agentOf(nullAgent(words, prompt), { version: at + 1, createdAt: at === 0 ? CREATED : '2026-11-27T00:00:00.000Z' }),
  ),
);

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
  ...[FIRST_SMOL, ...(isShipped(CLASSIC_ADAPTER) ? [CLASSIC] : [])].map((words) => agentOf(words, { version: 1, createdAt: CREATED })),
  ...NULLS,
  ...shippedAgents(),
];

/** The null models that are asked in the same format as an agent with this prompt (none named: the game's default), by reference. */
export function nullsBeside(game: { key: GameKey; version?: number }, prompt?: string): string[] {
  const format = promptFor(game, prompt)?.version;
  return NULL_MODELS.flatMap((name) => {
    const own = NULLS.filter((agent) => agent.name === name);
    const asked = own.filter(({ spec }) => spec.kind === 'model' && promptFor(game, spec.prompt)?.version === format);
    const fits = asked.find(({ spec }) => spec.kind === 'model' && spec.prompt === format) ?? asked[0];
    return fits ? [agentRef(fits)] : [];
  });
}

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

function nullAgent({ kind, title, plays }: (typeof NULL_WORDS)[number], prompt: string): AgentWords {
  return {
    name: `null-${kind}`,
    title,
    summary: `No model: plays ${plays} with the same prompt, grammar, limits and fallback as a model. Shows what those achieve by themselves.`,
    owner: 'Mandi',
    licence: 'MIT',
    plays: modelGames(),
    spec: { ...SMOLLM2, model: `null:${kind}`, prompt },
  };
}

function isShipped(adapter: string): boolean {
  return existsSync(new URL(`../../workers/adapters/${adapter}.json`, import.meta.url));
}
