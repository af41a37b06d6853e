import { expect, test } from 'vitest';
import { FORMATS } from '~/dataset/request';
import type { TournamentRecord } from '~/tournament/tournament';
import { noRowText, ofTournament, requestOf, unsealedOf } from './export-dataset';

const cup = (range: string) => ({ id: 'abcdefghijkl', plan: { ruleset: 'open', source: { range, from: 0 } } }) as TournamentRecord;
const flags = { format: 'sft', files: 'jsonl', tournament: 'abc' } as const;

test("a tournament's ruleset and range are meant unless others are named, and its whole id", () => {
  expect(ofTournament(cup('validation'), flags)).toEqual({ ...flags, tournament: 'abcdefghijkl', ruleset: 'open', split: 'validation' });
  expect(ofTournament(cup('season'), flags).split).toBe('none');
  expect(ofTournament(cup('test'), { ...flags, split: 'train', ruleset: 'classic' })).toMatchObject({ split: 'train', ruleset: 'classic' });
});

test.each(FORMATS)('%s of a tournament on test seeds is refused, whether it follows or not, unless it is for analysis', (format) => {
  const asked = ofTournament(cup('test'), { ...flags, format, follow: true, ruleset: 'classic' });
  expect(() => requestOf(asked)).toThrow('--split: nothing that trains an agent touches test seeds');
  const studied = { ...asked, forAnalysis: true };
  if (format === 'trajectories' || format === 'judge') expect(requestOf(studied)).toMatchObject({ split: 'test', forAnalysis: true });
  else expect(() => requestOf(studied)).toThrow(`--for-analysis: ${format} trains`);
});

test('of a rated tournament that goes on nothing is shown or written, but an export that follows waits for its end', () => {
  const rated = (status: TournamentRecord['status']) => ({ ...cup('season'), seasonId: 'season', status });
  expect(() => unsealedOf(rated('paused'), flags)).toThrow('abcdefghijkl is rated and paused: its worlds are sealed until it is over');
  expect(() => unsealedOf(rated('running'), { ...flags, follow: true, sample: '1' })).toThrow('--follow waits for that');
  expect(unsealedOf(rated('running'), { ...flags, follow: true })).toMatchObject({ status: 'running' });
  expect(unsealedOf(rated('cancelled'), flags)).toMatchObject({ status: 'cancelled' });
});

test('where nothing is found, what was looked at and left out is said', () => {
  const said = noRowText(
    { format: 'sft', ruleset: 'open', split: 'train', player: 'ada' },
    { matches: 2, seats: 0, other_player: 4, rows: 0 },
  );
  expect(said).toMatch(
    /^no row in 2 finished matches of split train, ruleset open, player ada \(left out: 4 other player\); --split names/,
  );
});
