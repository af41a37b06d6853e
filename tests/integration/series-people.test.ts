/** A person in a series, by the API calls of a browser: one link, a seat in each match, and nothing told before the end that is kept until then. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import type { OffersObservation } from '~/games/test/offers/types';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until, watch } from './support/server';
import { codeOf, Guest, sit } from './support/table';

const DUEL = { game: 'test/offers', task: 'haggle', seed: 424_242_424_242, clockSeconds: 300 };

const TOKEN = 'operators-token-0123456789';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  showTestGames(true);
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, {
    host: '0.0.0.0', // strangers are strangers
    adminToken: TOKEN,
    limits: { claims: 1000, submits: 1000, guesses: 1000 },
  });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
  showTestGames(false);
});

function guest(): Guest {
  return new Guest(`http://127.0.0.1:${mandi.server.port}`);
}

function operator(): Guest {
  const one = guest();
  one.bearer = TOKEN;
  return one;
}

const here = () => ({ origin: guest().origin });

/** Names a price in each of the seat's turns until the match is over. */
async function haggle({ api }: Guest, { id, seat, price }: { id: string; seat: string; price: number }): Promise<OffersObservation> {
  const first = (await until(async () => {
    const seen = await api.seat.observe.query({ id, seat }).catch(() => null);
    return seen;
  }, 45_000)) as { observation: OffersObservation };
  for (;;) {
    const seen = await until(async () => {
      const now = await api.seat.observe.query({ id, seat });
      return (now.observation as OffersObservation).done || (!now.handedIn && now.deadline !== null) ? now : null;
    }, 45_000);
    if ((seen.observation as OffersObservation).done) return first.observation;
    await api.seat.submit.mutate({ id, seat, turn: seen.turn, key: `k${seen.turn}`, move: { type: 'name_price', price } });
  }
}

describe('a person in a duel', () => {
  test('sits in both matches, and ends with a score of both', async () => {
    const host = operator();
    const { id, matches } = await host.api.series.create.mutate({ ...DUEL, players: ['open', 'stubborn_haggler'] });
    const [first] = matches;
    if (!first) throw new Error('no match');
    expect(first).toMatchObject({ status: 'lobby', hosted: true, seed: null, series: { id, place: 0 } });
    const { guest: ada, seat } = await sit(here(), first.id, { name: 'Ada' });
    expect(seat).toBe('seller');
    await host.api.table.start.mutate({ id: first.id });
    await haggle(ada, { id: first.id, seat, price: 100 });

    const series = await until(async () => {
      const seen = await ada.api.series.get.query({ id });
      return seen.matches.length === 2 && seen;
    }, 45_000);
    const [, second] = series.matches;
    if (!second) throw new Error('no second match');
    expect(second).toMatchObject({ status: 'lobby', series: { id, place: 1 } });
    expect(second.seats.find((card) => card.seat === 'buyer')).toMatchObject({ kind: 'person', name: 'Ada', ready: false });
    expect(series).toMatchObject({ yours: true, seatings: [{ seller: 0 }, { seller: 1 }], title: 'Duel', scores: null });
    const stranger = guest();
    expect((await stranger.api.series.get.query({ id })).yours).toBe(false);
    expect(await codeOf(stranger.api.series.sit.mutate({ id }))).toBe('not_your_seat');
    expect(await codeOf(stranger.api.seat.claim.mutate({ id: second.id, name: 'Eve', seat: 'buyer' }))).toBe('seat_taken');
    expect(await codeOf(ada.api.seat.ready.mutate({ id: second.id, seat: 'buyer', ready: true }))).toBe('not_your_seat');
    expect(await ada.api.series.sit.mutate({ id })).toEqual({ matchId: second.id, seat: 'buyer', token: null });
    expect(await ada.api.series.sit.mutate({ id })).toMatchObject({ matchId: second.id });
    expect(await codeOf(ada.api.seat.observe.query({ id: second.id, seat: 'seller' }))).toBe('not_your_seat');
    expect(await ada.api.seat.ready.mutate({ id: second.id, seat: 'buyer', ready: true })).toMatchObject({ status: 'running' });
    await haggle(ada, { id: second.id, seat: 'buyer', price: 0 });

    const over = await until(async () => {
      const seen = await guest().api.series.get.query({ id });
      return seen.status !== 'running' && seen;
    }, 45_000);
    expect(over).toMatchObject({ status: 'finished', scores: [0, 0], yours: false });
    expect(over.matches.map(({ seed, scores }) => [seed !== null, scores !== null])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(over.matches[0]?.seed).not.toBe(over.matches[1]?.seed); // who may remember plays another world
  });

  test('that is private is known to those alone who were invited or sit there, in every match', async () => {
    const host = operator();
    const none = host.api.series.create.mutate({ ...DUEL, players: ['stubborn_haggler', 'stubborn_haggler'], isPrivate: true });
    expect(await codeOf(none)).toBe('bad_visibility');
    const { id, matches } = await host.api.series.create.mutate({ ...DUEL, players: ['open', 'stubborn_haggler'], isPrivate: true });
    const first = matches[0]?.id ?? '';
    const [ada, eve] = [guest(), guest()];
    const strangerSees = async (match: string) => {
      expect(await codeOf(eve.api.series.get.query({ id }))).toBe('unknown_series');
      expect(await codeOf(eve.api.series.sit.mutate({ id }))).toBe('unknown_series');
      expect(await codeOf(eve.api.match.get.query({ id: match }))).toBe('unknown_match');
      expect(await codeOf(eve.api.seat.claim.mutate({ id: match, name: 'Eve' }))).toBe('unknown_match');
      const { items } = await eve.api.match.list.query({ limit: 100 });
      expect(items.filter((card) => card.series?.id === id)).toEqual([]);
    };
    await strangerSees(first);
    const { path } = await host.api.table.invitation.mutate({ id: first });
    expect(await ada.api.table.enter.mutate({ invitation: path.replace('/join/', '') })).toEqual({ id: first });
    expect((await ada.api.series.get.query({ id })).matches).toHaveLength(1);
    const { seat } = await ada.api.seat.claim.mutate({ id: first, name: 'Ada' });
    await host.api.table.start.mutate({ id: first });
    await haggle(ada, { id: first, seat, price: 100 });
    const second = await until(async () => (await ada.api.series.get.query({ id })).matches[1]?.id, 45_000);
    await strangerSees(second);
    expect(await ada.api.series.sit.mutate({ id })).toMatchObject({ matchId: second });
    await ada.api.seat.ready.mutate({ id: second, seat: 'buyer', ready: true });
    await haggle(ada, { id: second, seat: 'buyer', price: 0 });
    await until(async () => (await ada.api.series.get.query({ id })).status === 'finished', 45_000);
    await strangerSees(second);
  });

  test('who gave the seat up has no way back to it, and a policy plays where nobody sat down', async () => {
    const host = operator();
    const { id, matches } = await host.api.series.create.mutate({ ...DUEL, players: ['open', 'stubborn_haggler'] });
    const first = matches[0]?.id ?? '';
    const { guest: ada, seat } = await sit(here(), first, { name: 'Ada' });
    await host.api.table.start.mutate({ id: first });
    await haggle(ada, { id: first, seat, price: 100 });
    const second = await until(async () => (await ada.api.series.get.query({ id })).matches[1]?.id, 45_000);
    await ada.api.series.sit.mutate({ id });
    await ada.api.seat.leave.mutate({ id: second, seat: 'buyer' });
    expect(await codeOf(ada.api.series.sit.mutate({ id }))).toBe('not_your_seat');
    const { guest: bo } = await sit(here(), second, { name: 'Ada', seat: 'buyer' }); // under the same name
    expect(await codeOf(ada.api.series.sit.mutate({ id }))).toBe('not_your_seat');
    await bo.api.seat.ready.mutate({ id: second, seat: 'buyer', ready: true });
    await haggle(bo, { id: second, seat: 'buyer', price: 0 });
    await until(async () => (await bo.api.series.get.query({ id })).status === 'finished', 45_000);
  });
});

const SECRET = 515_151_515_151;

test('until the end nobody can read what the first match kept to itself', async () => {
  const host = operator();
  const { id, matches } = await host.api.series.create.mutate({ ...DUEL, seed: SECRET, players: ['open', 'stubborn_haggler'] });
  const first = matches[0]?.id ?? '';
  const { guest: ada, seat } = await sit(here(), first, { name: 'Ada' });
  await host.api.table.start.mutate({ id: first });
  const { limit } = await haggle(ada, { id: first, seat, price: 100 });
  const second = await until(async () => (await ada.api.series.get.query({ id })).matches[1]?.id, 45_000);
  const bySeed = await guest().api.match.list.query({ seed: SECRET, game: DUEL.game });
  expect(bySeed).toEqual({ items: [], nextCursor: null }); // else asking for seed after seed would tell it
  const [opened] = await mandi.store.read(first);
  if (!opened) throw new Error('no opening');
  const { cost, value } = opened.event as unknown as { cost: number; value: number };
  expect(cost).toBe(limit);

  const thief = guest();
  const heard: string[] = [];
  thief.heard = (text) => heard.push(text);
  const { api, origin } = thief;
  await api.series.get.query({ id });
  await api.match.get.query({ id: first });
  await api.match.events.query({ id: first });
  await api.match.list.query({});
  const download = async (path: string) => (await fetch(`${origin}/api/matches/${first}/${path}`, { headers: host.headers() })).text();
  for (const path of ['transcript.md', 'events.jsonl']) heard.push(await download(path)); // for the operator alone, and kept back from them too
  const refusals = [
    () => api.match.explain.query({ id: first }),
    () => api.match.fork.mutate({ id: first, seq: 1 }),
    () => api.match.fork.mutate({ id: first, replaced: { turn: 0, seat: 'seller', move: { type: 'leave_table' } } }),
    () => api.seat.observe.query({ id: first, seat: 'seller' }),
    () => api.seat.observe.query({ id: first, seat: 'buyer' }),
    () => api.series.sit.mutate({ id, program: true }),
  ];
  for (const steal of refusals) expect(await codeOf(steal())).not.toBe('ok');
  const watched = await watch(await mandi.connect(), first);
  heard.push(JSON.stringify(watched));
  const told = heard.join('\n');
  expect(told).toContain('The seller names 100.');
  expect(told).not.toContain(String(SECRET));
  expect(told).not.toContain(`"cost":${cost}`);
  expect(told).not.toContain(`"value":${value}`);
  expect(told).not.toContain(`costs the seller ${cost}`);
  expect(told).not.toContain(`worth ${value} to the buyer`);
  expect(told).not.toMatch(/"limits":\{[^}]*\d/);
  const own = await ada.api.seat.observe.query({ id: first, seat: 'seller' }); // of her own seat she knows what she knew
  expect(JSON.stringify(own)).not.toContain(`"value":${value}`);
  await host.api.table.control.mutate({ id: second, command: 'abort' });
  await until(async () => (await guest().api.series.get.query({ id })).status === 'failed', 45_000);
  expect(await download('transcript.md')).toContain(`worth ${value} to the buyer`);
});
