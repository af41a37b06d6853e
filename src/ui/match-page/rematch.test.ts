import { expect, test } from 'vitest';
import type { MatchCard } from '~/live/protocol';
import { rematchOf } from './rematch';

const CARD = {
  id: 'old',
  key: 'family/rules',
  version: 1,
  task: 'task',
  judgeMode: 'rule',
  seats: [
    { seat: 's0', kind: 'person', name: 'Anna', ready: true, here: true, policy: 'planner' },
    { seat: 's1', kind: 'program', name: 'Prog', ready: true, here: true, policy: null },
    { seat: 's2', kind: 'agent', policy: 'model@1' },
    { seat: 's3', kind: 'script', policy: 'greedy' },
  ],
  isPrivate: true,
  delayTurns: 1_000_000,
  clock: { seconds: 60, deadline: null, remaining: null },
} as unknown as MatchCard;

test('bots play again where they played, and everybody who sat finds a free seat', () => {
  const { request, seat, name } = rematchOf(CARD, ['s0']);
  expect(request.seats).toEqual({ s0: 'open', s1: 'open', s2: 'model@1', s3: 'greedy' });
  expect(request).toMatchObject({ game: 'family/rules', version: 1, task: 'task', judgeMode: 'rule', isPrivate: true, clockSeconds: 60 });
  expect(request).not.toHaveProperty('seed');
  expect([seat, name]).toEqual(['s0', 'Anna']);
});

test('who only watched hosts it without a seat, and a delay over the whole match is asked for as far as it may be', () => {
  const { seat, request } = rematchOf(CARD, []);
  expect(seat).toBeNull();
  expect(request.delayTurns).toBe(10);
});
