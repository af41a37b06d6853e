import { describe, expect, it } from 'vitest';
import { labelledPitches } from '~/games/gpu-market/calibration/labelled-pitches';
import { calibrate } from './calibrate';
import type { Judge } from './judge';

const scoring = (score: (text: string) => number): Judge => ({
  version: 'scripted/1',
  judge: async ({ pitches }) => ({ scores: pitches.map(({ letter, text }) => ({ letter, score: score(text), quote: '', reason: '' })) }),
});

const labelled = labelledPitches();

describe('calibration on labelled pitches', () => {
  it('says how far the rule judge agrees with the human marks, with an interval', async () => {
    const { pitches, ruleHuman, model } = await calibrate({ labelled, judge: null, limitMs: 1_000 });
    expect([pitches, model]).toEqual([80, null]);
    const [low, high] = ruleHuman.interval ?? [0, 0];
    expect(low).toBeGreaterThan(0);
    expect(ruleHuman.value).toBeGreaterThan(low);
    expect(ruleHuman.value).toBeLessThan(high);
  });

  it('a judge by chance agrees with nobody; who does not answer is counted and in no figure', async () => {
    const chance = await calibrate({ labelled, judge: scoring((text) => (text.length % 5) / 4), limitMs: 1_000 });
    expect(Math.abs(chance.model?.human.value ?? 1)).toBeLessThan(0.35);
    expect(chance.model).toMatchObject({ judge: 'scripted/1', fallbacks: {}, disagreement: 0 });
    const failing = await calibrate({ labelled, judge: { version: 'x', judge: () => Promise.reject(new Error('no')) }, limitMs: 1_000 });
    expect(failing.model).toMatchObject({ fallbacks: { failed: 80 }, human: { value: null }, disagreement: null });
  });
});
