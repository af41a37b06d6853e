import { expect, test } from 'vitest';
import { formatRate, formatSpan, formatStep, kindLabel, originSentence, runAddress } from './training-labels';

test('times, rates, kinds, origins and addresses in words', () => {
  expect([6.3588, 89, 120, 4_000, 7_200].map(formatSpan)).toEqual(['6.4 s', '89 s', '2 min', '66.7 min', '2 h']);
  expect([0, 5e-7, 2e-4, 1.5e-4, 0.02, 0.00024999].map(formatRate)).toEqual(['0', '5e−7', '2e−4', '1.5e−4', '0.02', '2.5e−4']);
  expect([30, 999, 1_000, 2_500].map(formatStep)).toEqual(['30', '999', '1k', '2.5k']);
  expect([kindLabel('grpo'), kindLabel('other'), kindLabel(null)]).toEqual(['GRPO', 'other', 'kind not logged']);
  expect(originSentence({ source: 'published', publisher: 'the Sauda project' })).toBe('Published by the Sauda project, not run here.');
  expect(runAddress('here.a b', 'published.x')).toBe('/agents/training/here.a%20b?with=published.x');
});
