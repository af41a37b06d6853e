import { expect, it } from 'vitest';
import { judgeScore } from './judge-score';
import { describeOpen } from './open/shared/told/describe';
import type { ToldOpenEvent } from './open/shared/told/told';

it.each([
  [0.4998, '0.4998'],
  [0.49996, '0.4999'],
  [0.5, '0.5000'],
  [0.3, '0.3000'],
  [0.1 + 0.2, '0.3000'],
  [1, '1.0000'],
  [0, '0.0000'],
])('a score of %d is shown as %s, never over a bar that it did not reach', (score, text) => {
  expect(judgeScore(score)).toBe(text);
});

it('a verdict is told to the digits of the preview: 0.4998 lost against a bar of 0.5', () => {
  const pitch = { pitch: '', reason: '', claims: [], quote: null };
  const pitches = [
    { ...pitch, lab_id: 'lab_1', score: 0.4998 },
    { ...pitch, lab_id: 'lab_0', score: 0 },
  ];
  const verdict = { judge: 'rule_judge_v2', round_index: 3, block_id: 'b_grant_3', winner_lab_id: null, pitches };
  const event = { type: 'pitches_judged', verdict } as unknown as ToldOpenEvent;
  expect(describeOpen(event, { lab_0: 'Lab A', lab_1: 'Lab B' })).toBe('No pitch won b_grant_3: Lab B 0.4998, Lab A 0.0000.');
});
