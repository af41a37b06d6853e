import { expect, test } from 'vitest';
import { boardAddress, chosenBoard } from './chosen-board';

const BOARDS = [
  { ruleset: 'gpu-market/classic', task: 'coalition_market' },
  { ruleset: 'gpu-market/open', task: 'market_round' },
  { ruleset: 'gpu-market/open', task: 'single_trade' },
];

test('an address names its board; one that names none, or one that is not there, shows the nearest', () => {
  const at = (wish: object) => chosenBoard(BOARDS, new Map(Object.entries(wish)));
  expect(at({ ruleset: 'gpu-market/open', task: 'single_trade' })).toEqual(BOARDS[2]);
  expect(at({ ruleset: 'gpu-market/open', task: 'coalition_market' })).toEqual(BOARDS[1]);
  expect(at({ ruleset: 'nothing' })).toEqual(BOARDS[0]);
  expect(at({})).toEqual(BOARDS[0]);
});

test('an address holds ruleset and task', () => {
  expect(boardAddress('gpu-market/open', 'single_trade')).toBe('/leaderboard?ruleset=gpu-market%2Fopen&task=single_trade');
  expect(boardAddress('gpu-market/open', '')).toBe('/leaderboard?ruleset=gpu-market%2Fopen');
});
