/** The small game for tests, whose turns alternate: played by people's API calls, seen over sockets, on the command line; or not known at all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import type { OffersObservation, OffersView } from '~/games/test/offers/types';
import { type FreshDatabase, freshDatabase } from './support/database';
import { runMandi, runMandiHere } from './support/run-mandi';
import { startServer, type TestServer, until } from './support/server';
import { codeOf, Guest, type NewTable, Screen, sit } from './support/table';

const TABLE: NewTable = { game: 'test/offers', task: 'haggle', policy: 'open', seed: 7, clockSeconds: 300 };

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  showTestGames(true);
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { limits: { claims: 1000, submits: 1000 } });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
  showTestGames(false);
});

interface Seated {
  id: string;
  host: Guest;
  seller: Guest;
  buyer: Guest;
}

async function seated(part: Partial<NewTable> = {}): Promise<Seated> {
  const host = new Guest(mandi.origin);
  const { id } = await host.api.match.create.mutate({ ...TABLE, ...part });
  const seller = await sit(mandi, id, { name: 'Ada', seat: 'seller' });
  const buyer = await sit(mandi, id, { name: 'Bo', seat: 'buyer' });
  await host.api.table.start.mutate({ id });
  return { id, host, seller: seller.guest, buyer: buyer.guest };
}

/** Once the clock of that turn runs. */
async function opens({ seller }: Seated, id: string, turn: number): Promise<string> {
  return until(async () => {
    const seen = await seller.api.seat.observe.query({ id, seat: 'seller' });
    return seen.turn === turn && seen.deadline;
  });
}

/** Hands in a move for that turn, once it is played. */
async function play(table: Seated, turn: number, move: Record<string, unknown>) {
  const [seat, guest] = turn % 2 === 0 ? (['seller', table.seller] as const) : (['buyer', table.buyer] as const);
  await opens(table, table.id, turn);
  return guest.api.seat.submit.mutate({ id: table.id, seat, turn, key: `${seat} ${turn}`, move });
}

const name = (price: number) => ({ type: 'name_price', price });

describe('matches of policies', () => {
  const POLICIES = { game: 'test/offers', task: 'haggle', seed: 7 };
  const move = { type: 'name_price', price: 99 };

  async function played(api: Guest['api'], id: string): Promise<void> {
    await until(async () => (await api.match.get.query({ id })).status === 'finished');
  }

  test('one move is replaced, and the match is played on from there', async () => {
    const { api } = new Guest(mandi.origin);
    const { id } = await api.match.create.mutate({ ...POLICIES, policy: 'stubborn_haggler', pace: 0 });
    await played(api, id);
    const branch = await api.match.fork.mutate({ id, replaced: { turn: 1, seat: 'buyer', move }, pace: 0 });
    expect(branch.origin).toMatchObject({ matchId: id, seq: 2, replaced: { turn: 1, seat: 'buyer', move } });
    const { events } = await api.match.events.query({ id: branch.id });
    expect(events[2]).toMatchObject({ event: { type: 'price_named', seat: 'buyer', price: 99 } });
    expect(await codeOf(api.match.fork.mutate({ id, replaced: { turn: 1, seat: 'seller', move } }))).toBe('bad_input');
    expect(await codeOf(api.match.fork.mutate({ id }))).toBe('bad_input');
    expect(await codeOf(api.match.fork.mutate({ id, seq: 1, replaced: { turn: 1, seat: 'buyer', move } }))).toBe('bad_input');
  });

  test('a duel is two of them, each with a card of its own, and ends with a score for each player', async () => {
    const { api } = new Guest(mandi.origin);
    const players = ['yielding_haggler', 'stubborn_haggler'];
    const { id } = await api.series.create.mutate({ ...POLICIES, players });
    const over = await until(async () => {
      const seen = await api.series.get.query({ id });
      return seen.status === 'finished' && seen;
    });
    expect(over).toMatchObject({ game: 'test/offers', kind: 'duel', players, fault: null });
    expect(over.matches.map(({ series }) => series)).toEqual([0, 1].map((place) => ({ id, place })));
    const [first, second] = over.matches;
    expect(over.scores?.[0]).toBe((first?.scores?.seller ?? 0) + (second?.scores?.buyer ?? 0));
    expect(await codeOf(api.series.get.query({ id: 'nosuchseries' }))).toBe('unknown_series');
  });
});

describe('two people haggle', () => {
  test('turn by turn, two in each round, to a deal that both scores show', async () => {
    const table = await seated();
    const { id, seller, buyer } = table;
    const deadlines = [await opens(table, id, 0)];
    expect(await buyer.api.seat.observe.query({ id, seat: 'buyer' })).toMatchObject({ turn: 0, round: 0, handedIn: true });
    expect(await play(table, 0, name(80))).toMatchObject({ ok: true, code: 'turn_accepted', turn: 0, round_index: 0 });
    deadlines.push(await opens(table, id, 1));
    expect(await play(table, 1, name(40))).toMatchObject({ ok: true, turn: 1 });
    deadlines.push(await opens(table, id, 2));
    expect(new Set(deadlines).size).toBe(3); // a clock of its own for each turn
    const seen = await seller.api.seat.observe.query({ id, seat: 'seller' });
    expect(seen).toMatchObject({ turn: 2, round: 1, handedIn: false });
    expect(seen.observation as OffersObservation).toMatchObject({ standing: { seat: 'buyer', price: 40 }, your_turn: true });
    expect(await play(table, 2, { type: 'take_price' })).toMatchObject({ ok: true, turn: 2 });
    const card = await until(async () => {
      const now = await mandi.api.match.get.query({ id });
      return now.status === 'finished' && now;
    });
    expect(card).toMatchObject({ key: 'test/offers', turn: 3, round: 3, scores: { seller: 10, buyer: 50 }, fault: null });
    expect(card.missed).toEqual({ turn: 2, seats: [] });
  });

  test('and are told why a move is not taken: the other turn, the other seat, a move that is none', async () => {
    const table = await seated();
    const { id, seller, buyer, host } = table;
    await play(table, 0, name(80));
    await opens(table, id, 1);
    const submit = (turn: number, key: string, move: Record<string, unknown> = name(5)) =>
      buyer.api.seat.submit.mutate({ id, seat: 'buyer', turn, key, move });
    expect(await submit(0, 'a')).toMatchObject({ ok: false, code: 'stale_turn', turn: 1 });
    expect(await submit(2, 'b')).toMatchObject({ ok: false, code: 'early_turn', turn: 1 });
    expect(await submit(1, 'c', { type: 'dance' })).toMatchObject({ ok: false, code: 'malformed_action', turn: 1 });
    const early = seller.api.seat.submit.mutate({ id, seat: 'seller', turn: 1, key: 'd', move: name(1) });
    expect(await early).toMatchObject({ ok: false, code: 'not_your_turn', turn: 1 });
    expect(await codeOf(seller.api.seat.submit.mutate({ id, seat: 'buyer', turn: 1, key: 'e', move: name(1) }))).not.toBe('ok');
    expect(await codeOf(buyer.api.seat.submit.mutate({ id, seat: 'buyer', turn: 1, key: 'f' }))).toBe('bad_input');
    const byTheOldName = { id, seat: 'buyer', round_index: 1, move: name(5) };
    expect(await codeOf(buyer.api.seat.submit.mutate({ ...byTheOldName, turn: 0, key: 'g' }))).toBe('bad_input');
    expect(await codeOf(buyer.api.seat.submit.mutate({ id, seat: 'buyer', key: 'h', move: name(5) }))).toBe('bad_input');
    expect(await buyer.api.seat.submit.mutate({ ...byTheOldName, round_index: 0, key: 'i' })).toMatchObject({
      code: 'stale_turn',
      turn: 1,
    });
    expect(await submit(1, 'c')).toMatchObject({ ok: true, turn: 1 });
    expect(await submit(1, 'c')).toMatchObject({ ok: true, turn: 1 });
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  test('and are warned of what a guard would change, before they hand in and without being changed', async () => {
    const table = await seated();
    const { id, seller, buyer, host } = table;
    await opens(table, id, 0);
    const check = (guest: Guest, seat: string, move: Record<string, unknown>) => guest.api.seat.check.mutate({ id, seat, move });
    const { warnings } = await check(seller, 'seller', name(20));
    expect(warnings).toEqual([
      {
        guard: 'price_beyond_limit',
        warning: '20 is worse than your limit, 30.',
        place: 0,
        before: name(20),
        after: name(30),
      },
    ]);
    expect(await check(seller, 'seller', name(80))).toEqual({ warnings: [] });
    expect(await check(seller, 'seller', { type: 'dance' })).toEqual({ warnings: [] });
    expect(await codeOf(check(buyer, 'seller', name(20)))).toBe('not_your_seat');
    expect((await mandi.api.match.get.query({ id })).guards).toBe('all');
    expect(await play(table, 0, name(20))).toMatchObject({ ok: true, code: 'turn_accepted' });
    await opens(table, id, 1);
    const { observation } = await buyer.api.seat.observe.query({ id, seat: 'buyer' });
    expect((observation as OffersObservation).standing).toEqual({ seat: 'seller', price: 20 });
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  test('but not where the match has its guards off', async () => {
    const { id, seller, host } = await seated({ guards: 'off' });
    expect(await seller.api.seat.check.mutate({ id, seat: 'seller', move: name(20) })).toEqual({ warnings: [] });
    expect((await mandi.api.match.get.query({ id })).guards).toBe('off');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  test('and neither they nor watchers see the limit of the other, or a turn too early', async () => {
    const table = await seated({ delayTurns: 1 });
    const { id, seller, host } = table;
    const own = await new Screen(await mandi.connect(seller.headers()), id, 'seller').open();
    const crowd = await new Screen(await mandi.connect(), id).open();
    const views = () => [own, crowd].map((screen) => screen.view as unknown as OffersView);
    await play(table, 0, name(80));
    await opens(table, id, 1);
    await until(() => views()[0]?.turn === 1);
    expect(views().map((view) => view.limits)).toEqual([
      { seller: 30, buyer: null },
      { seller: null, buyer: null },
    ]);
    expect(views()[1]).toMatchObject({ turn: 0, history: [] });
    await play(table, 1, name(40));
    await until(() => views()[1]?.turn === 1); // in the middle of the round
    expect(views()[1]).toMatchObject({ round: 0, standing: { seat: 'seller', price: 80 } });
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  test('a paused match accepts the move and goes on with it; a step ends one turn, not the round', async () => {
    const table = await seated();
    const { id, host, seller } = table;
    await opens(table, id, 0);
    await host.api.table.control.mutate({ id, command: 'pause' });
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'paused');
    const held = seller.api.seat.submit.mutate({ id, seat: 'seller', turn: 0, key: 'held', move: name(70) });
    expect(await held).toMatchObject({ ok: true, turn: 0 });
    expect(await mandi.api.match.get.query({ id })).toMatchObject({ turn: 0 });
    await host.api.table.control.mutate({ id, command: 'step' });
    await until(async () => (await mandi.api.match.get.query({ id })).turn === 1);
    await host.api.table.control.mutate({ id, command: 'step' });
    const after = await until(async () => {
      const card = await mandi.api.match.get.query({ id });
      return card.turn === 2 && card;
    });
    expect(after).toMatchObject({ round: 1, status: 'paused', missed: { turn: 1, seats: ['buyer'] } });
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

test('a finished match is branched off in the middle of a round, and told in words', async () => {
  const { id } = await mandi.api.match.create.mutate({ ...TABLE, policy: 'yielding_haggler', pace: 0 });
  await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
  const { id: branched } = await mandi.api.match.fork.mutate({ id, seq: 2, policy: 'stubborn_haggler', pace: 0 });
  const branch = await until(async () => {
    const card = await mandi.api.match.get.query({ id: branched });
    return card.status === 'finished' && card;
  });
  expect(branch.origin).toEqual({ matchId: id, seq: 2 });
  const [before = [], after = []] = await Promise.all(
    [id, branched].map(async (one) => (await mandi.store.read(one)).map(({ json }) => json)),
  );
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after).not.toEqual(before);
  const words = await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`)).text();
  expect(words).toContain('## Round 1\n\n- The seller names 53.\n- The buyer takes 53.');
  expect(words).toContain('Score: seller 23, buyer 37.');
});

describe('the command line', () => {
  const ARGS = ['play', '--game', 'test/offers', '--task', 'haggle', '--seed', '7', '--policy', 'yielding_haggler'];

  test('plays and tells a match of it', async () => {
    const { out, code } = await runMandiHere(ARGS, { env: { MANDI_TEST_GAMES: '1' } });
    expect(code).toBe(0);
    expect(out).toContain('Round 1\n    The seller names 53.\n    The buyer takes 53.\n\nScore: seller 23, buyer 37');
  });

  test('plays a rated match of it in a season, with the usual task and player', async () => {
    const env = { DATABASE_URL: fresh.url, MANDI_MODEL: 'off', MANDI_TEST_GAMES: '1' };
    const season = async (...more: string[]) => {
      const { out, errors, code } = await runMandi(['season', ...more, '--json'], { env });
      expect({ errors, code }).toEqual({ errors, code: 0 });
      return JSON.parse(out) as { id: string; match: string; status: string };
    };
    const { id } = await season('open');
    const played = await season('play', id, '--game', 'test/offers', '--rules', '1');
    expect(played.status).toBe('finished');
    const card = await mandi.api.match.get.query({ id: played.match });
    expect(card).toMatchObject({ key: 'test/offers', version: 1, task: 'haggle', rated: true });
    expect(card.seats).toContainEqual(expect.objectContaining({ seat: 'buyer', policy: 'yielding_haggler' }));
  });

  test('says whom the guards bind', async () => {
    const play = (...more: string[]) => runMandiHere([...ARGS, ...more], { env: { MANDI_TEST_GAMES: '1' } });
    expect((await play('--guards', 'off')).code).toBe(0);
    const wrong = await play('--guards', 'some');
    expect(wrong.code).toBe(2);
    expect(wrong.errors).toContain('all, models, off');
  });

  test('knows nothing of it otherwise', async () => {
    const { out, errors, code } = await runMandiHere(ARGS, { env: { MANDI_TEST_GAMES: '0' } });
    expect([out, code]).toEqual(['', 2]);
    expect(errors).toContain('unknown game "test/offers"');
  });
});

test('without the switch no request reaches it', async () => {
  showTestGames(false);
  try {
    expect(await codeOf(mandi.api.match.create.mutate({ ...TABLE, policy: 'yielding_haggler' }))).toBe('unknown_ruleset');
    expect(JSON.stringify(await mandi.api.catalog.overview.query())).not.toMatch(/test\/offers|yielding_haggler/);
    expect(JSON.stringify(await mandi.api.agent.list.query())).not.toMatch(/yielding_haggler/);
  } finally {
    showTestGames(true);
  }
});
