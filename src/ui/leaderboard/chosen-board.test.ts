import { expect, test } from 'vitest';
import { boardAddress, chosenBoard } from './chosen-board';

const BOARDS = [
  { ruleset: 'gpu-market/classic', version: 1, task: 'coalition_market', setting: 'each alone' },
  { ruleset: 'gpu-market/open', version: 1, task: 'market_round', setting: '4 at a table' },
  { ruleset: 'gpu-market/open', version: 1, task: 'single_trade', setting: '2 at a table' },
  { ruleset: 'gpu-market/open', version: 1, task: 'single_trade', setting: '2 at a table; labs 8' },
  { ruleset: 'gpu-market/open', version: 2, task: 'single_trade', setting: '2 at a table' },
] as const;

test('an address names its board; one that names none, or one that is not there, shows the nearest', () => {
  const at = (wish: object) => chosenBoard(BOARDS, new Map(Object.entries(wish)));
  expect(at({ ruleset: 'gpu-market/open', task: 'single_trade', setting: '2 at a table; labs 8' })).toEqual(BOARDS[3]);
  expect(at({ ruleset: 'gpu-market/open', task: 'single_trade', setting: 'none such' })).toEqual(BOARDS[2]);
  expect(at({ ruleset: 'gpu-market/open', task: 'single_trade' })).toEqual(BOARDS[2]);
  expect(at({ ruleset: 'gpu-market/open', task: 'coalition_market' })).toEqual(BOARDS[1]);
  expect(at({ ruleset: 'nothing' })).toEqual(BOARDS[0]);
  expect(at({})).toEqual(BOARDS[0]);
});

test('an address that names a version shows boards of that version alone', () => {
  const at = (wish: object) => chosenBoard(BOARDS, new Map(Object.entries(wish)));
  expect(at({ game: 'gpu-market/open', version: '2', task: 'single_trade' })).toEqual(BOARDS[4]);
  expect(at({ game: 'gpu-market/open', version: '1', task: 'single_trade' })).toEqual(BOARDS[2]);
  expect(chosenBoard([BOARDS[4], BOARDS[2]], new Map([['ruleset', 'gpu-market/open']]))).toEqual(BOARDS[2]); // of an old address
});

test('an address holds what names the board, and leads back to it', () => {
  expect(boardAddress({ ruleset: 'gpu-market/open' })).toBe('/rankings?game=gpu-market%2Fopen');
  expect(boardAddress({ ruleset: 'gpu-market/open', version: 1, task: 'single_trade' })).toBe(
    '/rankings?game=gpu-market%2Fopen&version=1&task=single_trade',
  );
  for (const board of BOARDS) {
    const address = new URL(boardAddress(board), 'http://here');
    expect(chosenBoard(BOARDS, new Map(address.searchParams.entries()))).toEqual(board);
  }
});
