import { expect, test } from 'vitest';
import type { FeedLabels } from '~/contract/screens';
import type { MatchCard } from '~/live/protocol';
import { MATCH_CARD } from '../matches/testing/match-card';
import { beatsOf, chooseMatch, dwellMs } from './story';

function script(seat: string, policy = 'planner'): MatchCard['seats'][number] {
  return { seat, kind: 'script', policy };
}

const ENDED: MatchCard = {
  ...MATCH_CARD,
  id: 'ended',
  key: 'family/rules',
  game: 'family',
  ruleset: 'rules',
  task: 'task',
  seats: [script('s0'), script('s1')],
  scores: { s0: 10, s1: 4 },
};
const LIVE: MatchCard = { ...ENDED, id: 'live', status: 'running', scores: null };
const withAgent = [script('s0'), { seat: 's1', kind: 'agent' as const, policy: 'model@1' }];

test('what is live goes before what has ended, and the recording fills in', () => {
  expect(chooseMatch([LIVE], [ENDED])).toEqual({ kind: 'match', id: 'live' });
  expect(chooseMatch([], [ENDED])).toEqual({ kind: 'match', id: 'ended' });
  expect(chooseMatch([], [])).toEqual({ kind: 'recording' });
});

test('of live matches whose scores can be seen, one with a model, then the newest; a match that hides its market is no story', () => {
  const hidden: MatchCard = { ...LIVE, id: 'hidden', visibility: 'public', seats: withAgent };
  const model: MatchCard = { ...LIVE, id: 'model', seats: withAgent };
  expect(chooseMatch([hidden, LIVE], [])).toEqual({ kind: 'match', id: 'live' });
  expect(chooseMatch([hidden], [ENDED])).toEqual({ kind: 'match', id: 'ended' });
  expect(chooseMatch([LIVE, model], [])).toEqual({ kind: 'match', id: 'model' });
  expect(chooseMatch([{ ...LIVE, id: 'newest' }, LIVE], [])).toEqual({ kind: 'match', id: 'newest' });
});

test('a live match in which nothing happens gives way, to another live one first', () => {
  expect(chooseMatch([LIVE, { ...LIVE, id: 'other' }], [ENDED], ['live'])).toEqual({ kind: 'match', id: 'other' });
  expect(chooseMatch([LIVE], [ENDED], ['live'])).toEqual({ kind: 'match', id: 'ended' });
  expect(chooseMatch([LIVE], [], ['live'])).toEqual({ kind: 'recording' });
});

test('of those that ended, most seats, then the closest finish', () => {
  const three: MatchCard = { ...ENDED, id: 'three', seats: [script('s0'), script('s1'), script('s2')], scores: { s0: 90, s1: 1, s2: 0 } };
  const close: MatchCard = { ...ENDED, id: 'close', scores: { s0: 5, s1: 4.9 } };
  expect(chooseMatch([], [ENDED, close, three])).toEqual({ kind: 'match', id: 'three' });
  expect(chooseMatch([], [ENDED, close])).toEqual({ kind: 'match', id: 'close' });
});

test('private, delayed, failed and lone matches are nobody’s show', () => {
  expect(
    chooseMatch(
      [
        { ...LIVE, isPrivate: true },
        { ...LIVE, delayTurns: 2 },
        { ...LIVE, seats: [script('s0')] },
      ],
      [],
    ),
  ).toEqual({
    kind: 'recording',
  });
  expect(
    chooseMatch(
      [],
      [
        { ...ENDED, isPrivate: true },
        { ...ENDED, fault: 'why' },
        { ...ENDED, scores: null },
      ],
    ),
  ).toEqual({
    kind: 'recording',
  });
});

const MARKS: Readonly<Record<string, ReturnType<FeedLabels['markOf']>>> = { sold: 'trade', refused: 'refusal' };

const feed: Pick<FeedLabels, 'markOf' | 'tell'> = {
  markOf: ({ type }) => MARKS[type] ?? null,
  tell: ({ type }, names) => `${names.s0} ${type}`,
};

test('a story stops at what is marked, and passes over refusals and the rest', () => {
  const frames = [
    { seq: 1, event: { type: 'opened' }, patch: [] },
    { seq: 2, event: { type: 'sold' }, patch: [] },
    { seq: 3, event: null, patch: [] },
    { seq: 4, event: { type: 'refused' }, patch: [] },
    { seq: 5, event: { type: 'sold' }, patch: [] },
  ];
  expect(beatsOf(frames, feed, { s0: 'Anna' })).toEqual([
    { seq: 2, text: 'Anna sold' },
    { seq: 5, text: 'Anna sold' },
  ]);
});

test('a long sentence stays longer than a short one, within limits', () => {
  expect(dwellMs('short')).toBeLessThan(dwellMs('a sentence that takes a little while to read, as some of them really do'));
  expect(dwellMs('x'.repeat(1000))).toBe(dwellMs('x'.repeat(2000)));
});
