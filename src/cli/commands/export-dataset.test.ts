import { expect, test } from 'vitest';
import { FORMATS } from '~/dataset/request';
import { playInto } from '~/dataset/testing/stored-matches';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentRecord } from '~/store/tournaments/tournament';
import { exportMany, noRowText, ofTournament, otherGamesText, requestOf, unsealedOf } from './export-dataset';

const cup = (range: string, ruleset = 'open') =>
  ({
    id: 'abcdefghijkl',
    plan: { game: `gpu-market/${ruleset}`, version: 1, tasks: ['market_round'], source: { range, from: 0 } },
  }) as TournamentRecord;
const flags = { format: 'sft', files: 'jsonl', tournament: 'abc' } as const;

test("a tournament's ruleset and range are meant, and its whole id", () => {
  expect(ofTournament(cup('validation'), flags)).toEqual({
    ...flags,
    tournament: 'abcdefghijkl',
    game: 'gpu-market/open',
    rules: '1',
    split: 'validation',
  });
  expect(ofTournament(cup('season'), flags).split).toBe('none');
  expect(ofTournament(cup('train'), { ...flags, split: 'train', ruleset: 'open', task: 'market_round' })).toMatchObject({
    split: 'train',
    rules: '1',
  });
  expect(() => ofTournament(cup('train'), { ...flags, ruleset: 'open', rules: '2' })).toThrow('not gpu-market/open@2');
});

test.each([
  [{ ruleset: 'open' }, '--ruleset: the tournament plays gpu-market/classic@1, not gpu-market/open@2; leave --ruleset out'],
  [{ task: 'single_trade' }, '--task: the tournament plays market_round, not single_trade; leave --task out'],
  [{ split: 'validation' }, '--split: the tournament is played on train seeds, not on validation seeds; leave --split out'],
])('what a tournament does not play is refused beside it: %j', (filter, sentence) => {
  expect(() => ofTournament(cup('train', 'classic'), { ...flags, ...filter })).toThrow(sentence);
});

test.each(FORMATS)('%s of a tournament on test seeds is refused, whether it follows or not, unless it is for analysis', (format) => {
  const asked = ofTournament(cup('test', 'classic'), { ...flags, format, follow: true });
  expect(() => requestOf(asked)).toThrow('--split: test seeds are never used for training');
  const studied = { ...asked, forAnalysis: true };
  if (format === 'trajectories' || format === 'judge') expect(requestOf(studied)).toMatchObject({ split: 'test', forAnalysis: true });
  else expect(() => requestOf(studied)).toThrow(`--for-analysis: ${format} is for training`);
});

test('of a rated tournament that goes on nothing is shown or written, but an export that follows waits for its end', () => {
  const rated = (status: TournamentRecord['status']) => ({ ...cup('season'), seasonId: 'season', status });
  expect(() => unsealedOf(rated('paused'), flags)).toThrow('abcdefghijkl is rated and paused; its worlds are sealed until it is over');
  expect(() => unsealedOf(rated('running'), { ...flags, follow: true, sample: '1' })).toThrow('--follow waits for that');
  expect(unsealedOf(rated('running'), { ...flags, follow: true })).toMatchObject({ status: 'running' });
  expect(unsealedOf(rated('cancelled'), flags)).toMatchObject({ status: 'cancelled' });
});

test('where nothing is found, it is said what was looked at, what was left out of it, and which filter passed over the rest', () => {
  const request = { format: 'sft', ruleset: 'open', split: 'train', player: 'ada' } as const;
  const passed = { looked: 9, more: false, by: { other_ruleset: 6, other_split: 1 }, players: ['house', 'planner'] };
  expect(noRowText(request, { matches: 2, other_player: 4, rows: 0 }, passed)).toBe(
    'no row in 2 finished matches of split train, ruleset open, player ada (left out: 4 other player; players there: house, planner); ' +
      'passed over of 9: 6 not of --ruleset open (the default is classic), 1 not of --split train',
  );
  expect(noRowText(request, {}, { looked: 0, more: false, by: {}, players: [] })).toMatch(
    /; no match is finished yet: npx mandi play --save/,
  );
});

test('the default says which other games it leaves out and how to export them; a named game leaves nothing out silently', async () => {
  const store = new MemoryEventStore('one');
  const classic = { format: 'sft', ruleset: 'classic', split: 'train' } as const;
  const given = { format: 'sft', files: 'jsonl' } as const;
  expect(await otherGamesText(store, classic, given)).toBe('');
  await playInto(store, { ruleset: 'open', task: 'single_trade', seed: 5, policy: 'greedy' });
  expect(await otherGamesText(store, classic, given)).toBe(
    'a dataset has one game, by default gpu-market/classic; left out: matches of other games (1 of gpu-market/open). --game gpu-market/open exports those',
  );
  expect(await otherGamesText(store, classic, { ...given, ruleset: 'classic' })).toBe('');
});

test('a wrong filter is said before a missing --out, and without a database', async () => {
  await expect(exportMany({ format: 'sft', files: 'jsonl', task: 'nothing' })).rejects.toThrow('--task');
  await expect(exportMany({ format: 'sft', files: 'jsonl', tournament: 'abc', minScore: 'much' })).rejects.toThrow(
    '--min-score: "much" is not a number',
  );
  await expect(exportMany({ format: 'sft', files: 'jsonl' })).rejects.toThrow('--out');
});
