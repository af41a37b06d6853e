import { expect, test } from 'vitest';
import { drawUp } from '~/match/open-match';
import { cancelTournament } from '~/tournament/control-tournament';
import { begin, servicesHere } from '~/tournament/testing/begin';
import { named, noise, planOf, playOut } from '~/tournament/testing/play-out';
import { fixtureCard, fixtureCards } from './cards';

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

test('of a match that was cancelled in play its list says what became of it; of others there is nothing to add', async () => {
  const services = servicesHere();
  const record = await begin(services, {
    name: 'a cup',
    ruleset: 'classic',
    task: 'single_trade',
    nulls: [],
    entrants: ['wait', 'expert'],
  });
  const { id } = record;
  const { tournaments } = services.store;
  const fixture = await tournaments.begin(id, 0);
  const created = drawUp({ task: 'single_trade', policy: 'wait', seed: 5 });
  if (!fixture || !created.ok) throw new Error('nothing began');
  await services.store.create({ ...created.value.match, id: fixture.matchId }, created.value.opening);
  await tournaments.begin(id, 1); // and no match of it is ever made
  await cancelTournament(services, id);
  const cards = await fixtureCards(services, record, await tournaments.fixtures(id));
  expect(cards.slice(0, 3).map(({ status, matchStatus }) => [status, matchStatus])).toEqual([
    ['cancelled', 'aborted'],
    ['cancelled', null],
    ['cancelled', null],
  ]);
});
