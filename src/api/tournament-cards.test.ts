import { expect, test } from 'vitest';
import { named, noise, planOf, playOut } from '~/tournament/testing/play-out';
import { fixtureCard } from './tournament-cards';

test('a match in a list says whose turns were counted, by seat, and keeps the hash of its log to itself', () => {
  const { fixtures } = playOut(planOf({ entrants: named(2), tableSize: 2, worlds: 1, nulls: [] }), noise);
  const [first] = fixtures;
  const origins = { turns: 8, own: 5, repaired: 2, guarded: 4, fallback: 1, walkBacks: 3 };
  const [model, script] = first?.result?.seats ?? [];
  if (!first || !model || !script) throw new Error('no match');
  Object.assign(model, { origins });
  Object.assign(script, { origins: null });
  const card = fixtureCard(first);
  expect(card.origins).toEqual({ [model.seat]: origins });
  expect(JSON.stringify(card)).not.toContain(first.result?.logHash);
  expect(fixtureCard({ ...first, status: 'waiting', result: null })).toMatchObject({ scores: null, origins: {} });
});
