import { describe, expect, test } from 'vitest';
import { listedKind } from '~/agents/agent';
import type { AgentCard, ModelSpec } from '~/api/agent/types';
import { rulesetLabel } from '~/contract/game-ref';
import { KIND_LABELS } from '../players/player-options';
import { botsAddress, budgetLabel, filterAgents, firstSentence, samplingLabel, specFacts } from './agent-labels';

const spec: ModelSpec = {
  kind: 'model',
  model: 'smollm2-135m-instruct',
  adapter: null,
  backends: ['workers', 'openai'],
  prompt: 'market-1',
  sampling: { temperature: 0.7, topP: 0.9, topK: 40, seed: 5, maxTokens: 256, stop: ['\n\n'] },
  grammar: true,
  repairs: 2,
  fallback: null,
  turnSeconds: 20,
  budget: { tokens: 50_000, calls: null, seconds: null, dollars: 0.5 },
};

describe('what an agent is made of', () => {
  test('a model', () => {
    expect(Object.fromEntries(specFacts(spec))).toMatchObject({
      backends: 'workers, then openai',
      adapter: 'none',
      repairs: 'an unusable reply is sent back twice',
      fallback: 'the ruleset’s safe action',
      'budget per match': '50,000 tokens, $0.5',
    });
  });

  test('a remote program names the variable of its key, never a key', () => {
    const remote = { kind: 'remote', url: 'https://bot.example/act', secretName: 'BOT_KEY', fallback: 'wait', turnSeconds: 5 } as const;
    expect(specFacts(remote)).toContainEqual(['requests are', 'signed with the key in BOT_KEY']);
    expect(specFacts({ ...remote, secretName: null })).toContainEqual(['requests are', 'unsigned']);
  });

  test('sampling and budgets', () => {
    expect(samplingLabel(spec)).toBe('temperature 0.7, top-p 0.9, top-k 40, seed 5, at most 256 tokens, stops before "\\n\\n"');
    expect(samplingLabel({ sampling: { ...spec.sampling, temperature: 0, stop: [] } })).toBe(
      'always the most likely token, at most 256 tokens',
    );
    expect(budgetLabel({ tokens: null, calls: null, seconds: null, dollars: null })).toBe('no limit');
  });
});

test('the list shows models first, and those of a ruleset and kind alone where asked', () => {
  const card = (name: string, kind: string, ruleset: string) =>
    ({ ref: name, agent: { name, plays: [ruleset], spec: { kind, model: 'own' } } }) as unknown as AgentCard;
  const cards = [
    card('planner', 'scripted', 'gpu-market/open'),
    card('bot', 'remote', 'gpu-market/open'),
    card('lm', 'model', 'gpu-market/classic'),
  ];
  const names = (wish: { ruleset: string; kind: string }) => filterAgents(cards, wish).map(({ ref }) => ref);
  expect(names({ ruleset: '', kind: '' })).toEqual(['lm', 'bot', 'planner']);
  expect(names({ ruleset: 'gpu-market/open', kind: '' })).toEqual(['bot', 'planner']);
  expect(names({ ruleset: '', kind: 'scripted' })).toEqual(['planner']);
});

test('within a kind those come first that can play now', () => {
  const card = (name: string, kind: string, { ready = true, retired = false } = {}) =>
    ({ ref: name, ready, agent: { name, retired, plays: ['gpu-market/open'], spec: { kind, model: 'own' } } }) as unknown as AgentCard;
  const cards = [
    card('absent', 'model', { ready: false }),
    card('old', 'model', { retired: true }),
    card('here', 'model'),
    card('bot', 'remote'),
  ];
  expect(filterAgents(cards, { ruleset: '', kind: '' }).map(({ ref }) => ref)).toEqual(['here', 'absent', 'old', 'bot']);
});

test('rulesets are named without their game, unless another game has one of the same word', () => {
  expect(rulesetLabel('gpu-market/classic')).toBe('classic');
  const several = ['bazaar/classic', 'gpu-market/classic', 'gpu-market/open'];
  expect(several.map((one) => rulesetLabel(one, several))).toEqual(['bazaar/classic', 'gpu-market/classic', 'open']);
});

test('a null model is listed as a baseline, never as a language model', () => {
  const card = (name: string, model: string) =>
    ({ ref: name, agent: { name, plays: [], spec: { ...spec, model } } }) as unknown as AgentCard;
  const cards = [card('null-random@1', 'null:random'), card('smollm2@1', 'smollm2-135m-instruct')];
  expect(KIND_LABELS[listedKind({ ...spec, model: 'null:constant' })]).toBe('baseline, no model');
  expect(filterAgents(cards, { ruleset: '', kind: 'model' }).map(({ ref }) => ref)).toEqual(['smollm2@1']);
  expect(filterAgents(cards, { ruleset: '', kind: 'null' }).map(({ ref }) => ref)).toEqual(['null-random@1']);
});

test('a list says why an agent is not ready in one sentence', () => {
  expect(firstSentence('No backend serves qwen3:4b at the moment. Set OPENAI_BASE_URL (http://HOST:PORT/v1).')).toBe(
    'No backend serves qwen3:4b at the moment.',
  );
  expect(firstSentence('Its model can’t be asked')).toBe('Its model can’t be asked');
});

test('a match with an agent begins in a game that it plays', () => {
  expect(botsAddress('lm@2', ['gpu-market/open@1', 'bazaar/open'])).toBe('/play/bots?policy=lm%402&game=gpu-market%2Fopen&version=1');
  expect(botsAddress('wait', ['gpu-market/classic'])).toBe('/play/bots?policy=wait&game=gpu-market%2Fclassic');
});
