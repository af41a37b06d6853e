import { expect, test } from 'vitest';
import { bySetting, settingOf } from './board-setting';
import { planOf } from './testing/play-out';

const USUAL = { kind: 'rated', task: 'single_trade', entrants: ['planner', 'greedy'] };
const of = (change: object = {}) => settingOf(planOf({ ...USUAL, ...change }));

test('a usual plan is named by its table alone, however long it is and whoever plays', () => {
  const usual = { setting: '2 at a table', isUsual: true };
  expect(of()).toEqual(usual);
  expect(of({ worlds: 99, format: 'swiss', entrants: ['house', 'random', 'greedy'], nulls: [], name: 'another' })).toEqual(usual);
  expect(of({ tableSize: 1 })).toEqual({ setting: 'each alone', isUsual: true });
  expect(settingOf(planOf({ ...USUAL, ruleset: 'classic', entrants: ['wait', 'rule_based_expert'] }))).toEqual({
    setting: 'each alone',
    isUsual: true,
  });
});

test.each([
  [{ options: { rounds: 5, labs: 8 } }, '2 at a table; labs 8; rounds 5'],
  [{ options: { labs: 8, rounds: 5 } }, '2 at a table; labs 8; rounds 5'],
  [{ judgeMode: 'rule' }, '2 at a table; judge rule'],
  [{ others: ['greedy'] }, '2 at a table; others greedy'],
  [{ limits: { tokens: 1000, dollars: 2 } }, '2 at a table; at most 2 dollars; at most 1000 tokens'],
  [{ rotation: 'none' }, '2 at a table; seats not rotated'],
])('what differs has a board of its own: %j', (change, setting) => {
  expect(of(change)).toEqual({ setting, isUsual: false });
});

test('usual boards come first, small tables before large ones', () => {
  const boards = [of({ options: { labs: 8 } }), { setting: '10 at a table', isUsual: true }, of()];
  expect(boards.sort(bySetting).map(({ setting }) => setting)).toEqual(['2 at a table', '10 at a table', '2 at a table; labs 8']);
});

test('ranks of earlier methods stand on boards of their own', () => {
  expect(of({ kind: 'rated' }).setting).not.toContain('method');
  const old = (method: 1 | 2) => settingOf({ ...planOf({ ...USUAL, kind: 'rated' }), method }).setting;
  expect(old(1)).toContain('mean scores (method 1)');
  expect(old(2)).toContain('leads over a null policy (method 2)');
});
