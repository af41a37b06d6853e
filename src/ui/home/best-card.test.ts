import { expect, test } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { bestSentence, figureSentence, raceLines, titleOf } from './best-card';

const seats: MatchCard['seats'] = [
  { seat: 'lab_0', kind: 'person', name: 'Anna', ready: true, here: false, policy: null },
  { seat: 'lab_1', kind: 'script', policy: 'planner' },
];
const card = (key: string, scores: Record<string, number | null>) => ({ key, seats, scores }) as MatchCard;

test('a card says who made the most and by how much, and calls profit profit', () => {
  expect(bestSentence(card('gpu-market/open', { lab_0: 66.4, lab_1: 54.1 }))).toBe(
    'Anna made the most profit: 66.4 cr, 12.3 cr more than the next.',
  );
  expect(bestSentence(card('gpu-market/open', { lab_0: 5, lab_1: 5 }))).toBe('Anna and Lab B made the same profit, the most: 5 cr.');
  expect(bestSentence(card('test/offers', { lab_0: 5, lab_1: 3 }))).toContain('Anna won with 5');
});

test('a card says why it is shown', () => {
  const people = card('gpu-market/open', {});
  expect(titleOf({ kind: 'people', card: people })).toBe('People against bots');
  expect(titleOf({ kind: 'people', card: { ...people, seats: [...seats, { seat: 'lab_2', kind: 'agent', policy: 'smollm2@1' }] } })).toBe(
    'A model against people',
  );
  expect([titleOf({ kind: 'close', card: people }), titleOf({ kind: 'clear', card: people })]).toEqual(['Closest finish', 'Clearest win']);
  expect(figureSentence({ kind: 'close', figure: 2 }, String)).toBe(''); // the sentence about the winner says it
  expect(figureSentence({ kind: 'swing', figure: 40 }, (value) => `${value} cr`)).toBe('It trailed by 40 cr at one point.');
  expect(figureSentence({ kind: 'together', figure: 3 }, String)).toBe('3 of them worked together.');
});

test('the lines of a race share one scale with zero on it, and end at the right edge', () => {
  const { zero, lines } = raceLines({ a: [10, 20], b: [-20, 0] }, { width: 100, height: 46 });
  expect(zero).toBe(23);
  expect(lines).toEqual([
    { seat: 'a', path: 'M0 23L50 13L100 3' },
    { seat: 'b', path: 'M0 23L50 43L100 23' },
  ]);
});
