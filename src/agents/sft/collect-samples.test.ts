import { describe, expect, it } from 'vitest';
import type { GameKey } from '~/contract/game-ref';
import { findPolicy } from '~/games/policies';
import { showTestGames } from '~/games/registry';
import { collectSamples, fileCard, promptPin, type SampleRequest, taughtPacks } from './collect-samples';

function taught(key: GameKey, policy: string): Pick<SampleRequest, 'pack' | 'policy'> {
  const pack = taughtPacks().find(({ rules }) => rules.ref.key === key);
  const found = findPolicy(key, policy);
  if (!pack || !found) throw new Error(`${policy} of ${key} is not taught`);
  return { pack, policy: found };
}

const REQUEST: SampleRequest = {
  ...taught('gpu-market/classic', 'rule_based_expert'),
  prompt: 'classic-1',
  tasks: ['single_trade', 'market_round', 'coalition_market'],
  seeds: Array.from({ length: 30 }, (_, seed) => seed),
  perAction: 8,
  wander: 0.2,
};

describe('samples', () => {
  it('hold each question once, and of no action more than asked for', () => {
    const { samples, counts } = collectSamples(REQUEST);
    const questions = samples.map((sample) => sample.messages[1]?.content);
    expect(new Set(questions).size).toBe(samples.length);
    expect(Math.max(...Object.values(counts.kept))).toBe(8);
    expect(Object.keys(counts.kept).sort()).toEqual(
      ['accept_offer', 'allocate_to_job', 'commit_to_coalition', 'finish', 'form_coalition', 'reject_offer', 'send_offer'].sort(),
    );
    const left = counts.repeated + counts.surplus + counts.unsaid;
    expect(counts.turns).toBe(samples.length + left);
  });

  it('answer with one JSON action and name seed, task and round', () => {
    for (const { messages, seed, task_type, round_index } of collectSamples({ ...REQUEST, seeds: [3] }).samples) {
      expect(messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant']);
      expect(JSON.parse(messages[2]?.content ?? '')).toHaveProperty('action_type');
      expect([seed, REQUEST.tasks.includes(task_type), Number.isInteger(round_index)]).toEqual([3, true, true]);
    }
  });

  it('are the same for the same request, and others when it wanders otherwise', () => {
    const text = (wander: number) => JSON.stringify(collectSamples({ ...REQUEST, seeds: [1, 2, 3], wander }).samples);
    expect(text(0.2)).toBe(text(0.2));
    expect(text(0.6)).not.toBe(text(0.2));
  });

  it('of a game whose seats alternate are of each seat, as its model would be asked', () => {
    showTestGames(true);
    const request = { ...REQUEST, ...taught('test/offers', 'yielding_haggler'), prompt: 'offers-2', tasks: ['haggle'], seeds: [7, 8] };
    const { samples, counts } = collectSamples({ ...request, perAction: 100, wander: 0 });
    showTestGames(false);
    expect(counts.turns).toBe(samples.length + counts.repeated);
    const asked = samples.map(({ messages }) => messages[1]?.content ?? '');
    expect(asked.some((text) => text.includes('You sell.')) && asked.some((text) => text.includes('You buy.'))).toBe(true);
    expect(samples[0]?.messages[2]?.content).toBe('{"type":"name_price","price":77}');
    expect(Object.keys(counts.kept)).toContain('take_price');
  });

  it('of the best of several matches are what was done in the one that gained most', () => {
    const request = { ...REQUEST, ...taught('bazaar/open', 'planner'), prompt: 'bazaar-open-1-silent', tasks: ['haggle'], wander: 0.4 };
    const one = collectSamples({ ...request, seeds: [3, 4, 5], perAction: 999 });
    const best = collectSamples({ ...request, seeds: [3, 4, 5], perAction: 999, bestOf: 8 });
    expect(one.counts.rollouts).toBeUndefined();
    const { matches, meanScore, meanBest } = best.counts.rollouts ?? { matches: 0, meanScore: 0, meanBest: 0 };
    expect([matches, best.counts.episodes]).toEqual([48, 6]);
    expect(meanBest).toBeGreaterThan(meanScore);
    expect(best.samples.length).toBeGreaterThan(0);
    expect(JSON.stringify(collectSamples({ ...request, seeds: [3, 4, 5], perAction: 999, bestOf: 8 }).samples)).toBe(
      JSON.stringify(best.samples),
    );
    expect(JSON.stringify(one.samples)).not.toBe(JSON.stringify(best.samples));
  });

  it('of the bazaar are of one seat of each role among house seats, with what each reply promises, and with words', () => {
    const request = { ...REQUEST, ...taught('bazaar/open', 'planner'), prompt: 'bazaar-open-1', tasks: ['haggle', 'stall'], seeds: [3, 4] };
    const { samples, counts } = collectSamples({ ...request, perAction: 100, wander: 0.2 });
    expect(counts.episodes).toBe(8);
    const decisions = samples.filter(({ worths }) => worths !== undefined);
    expect(samples.length - decisions.length).toBe(counts.words);
    for (const { messages, worths = {} } of decisions) {
      expect(messages[2]?.content).toMatch(/^\{"pick":"[a-z]"\}$/);
      expect(Object.keys(worths)).toContain(messages[2]?.content);
      // What is taught promises most, up to rounding.
      expect(worths[messages[2]?.content ?? '']).toBeGreaterThan(Math.max(...Object.values(worths)) - 0.2);
    }
    const said = samples
      .filter(({ worths }) => worths === undefined)
      .map(({ messages }) => JSON.parse(messages[2]?.content ?? '') as object);
    for (const one of said) expect(Object.keys(one)).toEqual(['message']);
    expect(decisions.some(({ messages }) => messages[1]?.content.includes('You are seller_0'))).toBe(true);
    expect(decisions.some(({ messages }) => messages[1]?.content.includes('You are buyer_'))).toBe(true);
  });

  it('are pinned by digest and prompt', () => {
    expect(fileCard('a', 'abc')).toEqual({
      name: 'a',
      digest: 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      bytes: 3,
    });
    expect(promptPin(REQUEST.pack, 'classic-1').hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});
