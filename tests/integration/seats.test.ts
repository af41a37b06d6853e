import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchAnswer } from '~/live/protocol';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, type TestSocket, until, watchAs } from './support/server';
import { codeOf, Guest, look, openTable, play, Screen, sit } from './support/table';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { limits: { claims: 1000, submits: 1000 } });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

async function screenOf(guest: Guest, id: string, seat?: string): Promise<{ screen: Screen; socket: TestSocket }> {
  const socket = await mandi.connect(guest.headers());
  return { screen: await new Screen(socket, id, seat).open(), socket };
}

describe('a table', () => {
  it('waits in its lobby, is joined by a link, and begins when its host says so', async () => {
    const { id, host } = await openTable(mandi);
    const { card, me } = await host.api.table.get.query({ id });
    expect(card).toMatchObject({ status: 'lobby', hosted: true, rated: false, seed: null, visibility: 'public' });
    expect(card.seats.map((seat) => seat.kind)).toEqual(['open', 'open', 'open', 'open']);
    expect(me).toEqual({ host: true, judge: false, seats: [] });

    const ada = await sit(mandi, id, { name: ' Ada ', seat: 'lab_2' });
    const bo = await sit(mandi, id, { name: 'Bo' });
    expect([ada.seat, bo.seat]).toEqual(['lab_2', 'lab_0']);
    await ada.guest.api.seat.ready.mutate({ id, seat: 'lab_2', ready: true });
    const joined = await ada.guest.api.table.get.query({ id });
    expect(joined.me).toEqual({ host: false, judge: false, seats: ['lab_2'] });
    expect(joined.card.seats[2]).toMatchObject({ kind: 'person', name: 'Ada', ready: true, policy: null });
    expect(Math.abs(Date.parse(joined.now) - Date.now())).toBeLessThan(60_000);

    const begun = await host.api.table.start.mutate({ id });
    expect(begun.status).toBe('running');
    expect(begun.seats[1]).toMatchObject({ kind: 'script', policy: 'house' });
    const seen = await until(async () => {
      const now = await look(ada.guest, id, 'lab_2');
      return now.deadline !== null && now;
    });
    expect(seen).toMatchObject({ round: 0, handedIn: false });
    expect(seen.observation).toMatchObject({ controlled_lab_id: 'lab_2', round_index: 0 });
    expect(seen.observation.private_jobs.length).toBeGreaterThan(0);
    expect(await play(ada.guest, { id, seat: 'lab_2', round: 0 })).toBe('turn_accepted');
    expect(await look(ada.guest, id, 'lab_2')).toMatchObject({ handedIn: true, round: 0 });
    expect(await play(bo.guest, { id, seat: 'lab_0', round: 0 })).toBe('turn_accepted');
    await until(async () => (await look(ada.guest, id, 'lab_2')).round === 1);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('keeps a log for its host, without any token', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Cy' });
    await host.api.table.start.mutate({ id });
    await guest.api.seat.handOver.mutate({ id, seat, policy: 'planner' });
    await guest.api.seat.takeBack.mutate({ id, seat });
    await host.api.table.extend.mutate({ id, seconds: 30 });
    await host.api.table.control.mutate({ id, command: 'pause' });
    await host.api.table.shock.mutate({ id, kind: 'energy_spike', inRounds: 3 });
    const told = (await guest.api.seat.observe.query({ id, seat })).hostActs;
    expect(told.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['extended', '30 s'],
      ['paused', null],
    ]);
    expect(await guest.api.seat.hostActs.query({ id, seat })).toEqual(told);
    await host.api.table.remove.mutate({ id, seat });
    expect(await codeOf(guest.api.seat.hostActs.query({ id, seat }))).toBe('not_your_seat');
    const { notes } = await host.api.table.log.query({ id });
    const kinds = notes.map((note) => note.kind);
    expect(kinds).toEqual(['opened', 'joined', 'started', 'handed_over', 'taken_back', 'extended', 'paused', 'shock', 'removed']);
    const tokens = [...host.cookies.values(), ...guest.cookies.values()];
    expect(tokens.filter((token) => JSON.stringify(notes).includes(token))).toEqual([]);
    expect(await codeOf(guest.api.table.log.query({ id }))).toBe('host_needed');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('moves to another device by a link that is good once', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Di' });
    const link = await guest.api.seat.deviceLink.mutate({ id, seat });
    expect(link.path).toBe(`/sit/${link.code}`);
    const phone = new Guest(mandi.origin);
    expect(await phone.api.seat.redeem.mutate({ code: link.code })).toEqual({ id, seat, role: 'seat', token: null });
    expect((await phone.api.table.get.query({ id })).me.seats).toEqual([seat]);
    expect((await guest.api.table.get.query({ id })).me.seats).toEqual([seat]);

    const console_ = new Guest(mandi.origin);
    const { code } = await host.api.table.hostLink.mutate({ id });
    expect(await console_.api.seat.redeem.mutate({ code })).toMatchObject({ id, role: 'host', seat: null });
    expect((await console_.api.table.start.mutate({ id })).status).toBe('running');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('is steered by its host alone, on this machine too; other matches by the operator', async () => {
    const { id, host } = await openTable(mandi);
    expect(await codeOf(mandi.api.match.control.mutate({ id, command: 'abort' }))).toBe('host_needed');
    expect(await codeOf(mandi.api.table.start.mutate({ id }))).toBe('host_needed');
    await host.api.table.start.mutate({ id });
    expect((await host.api.match.control.mutate({ id, command: 'pause' })).id).toBe(id);
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'paused');
    await host.api.match.control.mutate({ id, command: 'abort' });
    const scripts = await mandi.api.match.create.mutate({ task: 'single_trade', policy: 'wait', pace: 60 });
    expect(await codeOf(mandi.api.table.control.mutate({ id: scripts.id, command: 'abort' }))).toBe('host_needed');
    expect(await codeOf(mandi.api.match.control.mutate({ id: scripts.id, command: 'abort' }))).toBe('ok');
  });

  it('can be what a finished match is played on from', async () => {
    const { id } = await mandi.api.match.create.mutate({ ruleset: 'open', task: 'single_trade', policy: 'greedy', pace: 0 });
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
    const host = new Guest(mandi.origin);
    const branch = await host.api.match.fork.mutate({ id, seq: 9, seats: { lab_0: 'open' }, policy: 'greedy' });
    expect(branch).toMatchObject({ status: 'lobby', hosted: true, rated: false, origin: { matchId: id } });
    const { guest, seat } = await sit(mandi, branch.id, { name: 'Eve' });
    expect(seat).toBe('lab_0');
    await host.api.table.start.mutate({ id: branch.id });
    const { round } = await look(guest, branch.id, seat);
    expect(await play(guest, { id: branch.id, seat, round })).toBe('turn_accepted');
    await host.api.table.control.mutate({ id: branch.id, command: 'abort' });
  });
});

describe("a seat's own stream", () => {
  it('shows what is its own, from the start of the match, and nobody else that', async () => {
    const { id, host } = await openTable(mandi, { seats: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' } });
    const { guest, seat } = await sit(mandi, id, { name: 'Flo' });
    const own = await screenOf(guest, id, seat);
    const strange = await mandi.connect();
    expect((await new Screen(strange, id, seat).open()).refusal).toBe('not_your_seat');
    const crowd = await new Screen(strange, id).open();
    expect(own.screen.view.labs[0]?.jobs).toBeNull(); // in the lobby there is nothing to know
    await host.api.table.start.mutate({ id });
    await until(() => own.screen.view.labs[0]?.jobs);
    expect(own.screen.view.labs[1]?.jobs).toBeNull();
    expect(crowd.view.labs[0]?.jobs).toBeNull();
    const { observation } = await look(guest, id, seat);
    expect(own.screen.view.labs[0]?.budget).toBe(observation.controlled_lab_budget);
    for (let round = 0; round < 3; round += 1) {
      await until(async () => (await look(guest, id, seat)).round === round);
      expect(await play(guest, { id, seat, round })).toBe('turn_accepted');
    }
    await until(() => own.screen.view.round_index === 3 && crowd.view.round_index === 3);
    expect(own.screen.view.seed).toBeNull();
    await host.api.table.control.mutate({ id, command: 'abort' });
    await until(() => own.screen.view.seed !== null && crowd.view.seed !== null);
    expect(own.screen.view).toEqual(crowd.view);
  });

  it('is where its holder is `here`, until the last connection is gone', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Gus' });
    const isHere = async () => {
      const card = (await mandi.api.match.get.query({ id })).seats.find((one) => one.seat === seat);
      return card?.kind === 'person' && card.here;
    };
    expect(await isHere()).toBe(false);
    const first = await screenOf(guest, id, seat);
    const second = await screenOf(guest, id, seat);
    await until(isHere);
    const crowd = await screenOf(new Guest(mandi.origin), id);
    first.socket.disconnect();
    second.socket.disconnect();
    await until(async () => !(await isHere()));
    await until(() => crowd.screen.cards.some((card) => card.seats.some((one) => one.seat === seat && one.kind === 'person' && !one.here)));
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('ends for whom the host removes, at once, and the token opens nothing more', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Hal' });
    await host.api.table.start.mutate({ id });
    const { screen, socket } = await screenOf(guest, id, seat);
    await until(() => screen.view.labs[0]?.jobs);
    await host.api.table.remove.mutate({ id, seat });
    await until(() => screen.unseated);
    const seen = screen.head;
    expect((await new Screen(socket, id, seat).open()).refusal).toBe('not_your_seat');
    expect(await codeOf(look(guest, id, seat))).toBe('not_your_seat');
    expect(await codeOf(play(guest, { id, seat, round: 0 }))).toBe('not_your_seat');
    await until(async () => (await mandi.api.match.get.query({ id })).round > 0);
    expect(screen.head).toBe(seen);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('goes on where it was left, with what was missed and no more', async () => {
    const { id, host } = await openTable(mandi, { seats: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' } });
    const { guest, seat } = await sit(mandi, id, { name: 'Ivo' });
    await host.api.table.start.mutate({ id });
    await until(async () => (await look(guest, id, seat)).deadline !== null);
    const { screen, socket } = await screenOf(guest, id, seat);
    socket.disconnect();
    expect(await play(guest, { id, seat, round: 0 })).toBe('turn_accepted');
    await until(async () => (await look(guest, id, seat)).round === 1);
    let missed: WatchAnswer | null = null;
    const back = await mandi.connect(guest.headers());
    await watchAs(back, { matchId: id, seat, since: screen.head }, (answer) => {
      missed = answer;
    });
    expect(missed).toMatchObject({
      ok: true,
      frames: expect.arrayContaining([expect.objectContaining({ seq: screen.head + 1 })]) as unknown,
    });
    expect(missed).not.toHaveProperty('anew');
    expect((await new Screen(back, id, seat).open()).view.round_index).toBe(1);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

describe('a match that is shown late', () => {
  it('is late through every endpoint, but for its seats, until it is over', async () => {
    const { id, host } = await openTable(mandi, { delayRounds: 2, seats: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' } });
    const { guest, seat } = await sit(mandi, id, { name: 'Jo' });
    await host.api.table.start.mutate({ id });
    const own = await screenOf(guest, id, seat);
    const crowd = await screenOf(new Guest(mandi.origin), id);
    for (let round = 0; round < 4; round += 1) {
      await until(async () => (await look(guest, id, seat)).round === round);
      expect(await play(guest, { id, seat, round })).toBe('turn_accepted');
    }
    await until(() => own.screen.view.round_index === 4);
    await until(() => crowd.screen.view.round_index === 2);
    const { card, frames } = await mandi.api.match.frames.query({ id });
    expect(card).toMatchObject({ round: 4, turn: 4, delayRounds: 2, delayTurns: 2 });
    const roundsIn = (text: string) => [...text.matchAll(/"round_index":(\d+)/g)].map((found) => Number(found[1]));
    const texts = [JSON.stringify(frames), JSON.stringify(await mandi.api.match.events.query({ id }))];
    texts.push(await (await fetch(`${mandi.origin}/api/matches/${id}/events.jsonl`)).text());
    for (const text of texts) expect(Math.max(...roundsIn(text))).toBe(2);
    const transcript = await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`)).text();
    expect(transcript).toContain('## Round 2');
    expect(transcript).not.toContain('## Round 3');
    await host.api.table.control.mutate({ id, command: 'abort' });
    await until(() => crowd.screen.view.round_index === 4 && crowd.screen.view.seed !== null);
  });
});

it('a market hall that is shown late tells no price of the last two turns, but to its seats', async () => {
  const host = new Guest(mandi.origin);
  const hall = { game: 'bazaar/open', task: 'bazaar', policy: 'house', seats: { buyer_0: 'open' }, delayTurns: 2, clockSeconds: 300 };
  const { id } = await host.api.match.create.mutate(hall);
  const { guest, seat } = await sit(mandi, id, { name: 'Jo', seat: 'buyer_0' });
  await host.api.table.start.mutate({ id });
  const turnOf = async () => (await mandi.store.get(id))?.turn ?? 0;
  const mine = { id, seat, actions: [{ action_type: 'send_offer', target: null, quantity: 1, price: 0.07 }] };
  let turn = 0;
  while (turn < 4) {
    const now = await until(async () => {
      const seen = await guest.api.seat.observe.query({ id, seat });
      return !seen.handedIn && seen.deadline !== null && seen;
    });
    turn = now.turn;
    const actions = turn < 3 ? [{ action_type: 'wait' }] : mine.actions;
    expect((await guest.api.seat.submit.mutate({ id, seat, turn, key: `jo ${turn}`, actions })).code).toBe('turn_accepted');
    await until(async () => (await turnOf()) > turn);
    turn = await turnOf();
  }
  const told = async ({ api, origin }: Guest) => [
    JSON.stringify(await api.match.frames.query({ id })),
    JSON.stringify(await api.match.events.query({ id })),
    await (await fetch(`${origin}/api/matches/${id}/events.jsonl`)).text(),
    await (await fetch(`${origin}/api/matches/${id}/transcript.md`)).text(),
  ];
  for (const text of await told(new Guest(mandi.origin))) {
    expect(text).not.toContain('0.07');
    expect(text).not.toContain('"from":"buyer_0"'); // events have cents
    expect(text.toLowerCase()).toContain('round');
  }
  expect(JSON.stringify(await guest.api.seat.observe.query({ id, seat }))).toContain('0.07');
  await host.api.table.control.mutate({ id, command: 'abort' });
  const whole = (await told(new Guest(mandi.origin))).join(); // it was looked for in the right places
  for (const trace of ['0.07', '"from":"buyer_0"']) expect(whole).toContain(trace);
});

describe('many at once', () => {
  it('sixty of sixty-four seats hand in their turns in the same instant: none is lost, none is doubled', async () => {
    const { id, host } = await openTable(mandi, { options: { labs: 64, rounds: 4, shocks: 1 }, task: 'grand_market' });
    const guests = await Promise.all(Array.from({ length: 60 }, (_, n) => sit(mandi, id, { name: `Guest ${n}`, seat: `lab_${n}` })));
    await host.api.table.start.mutate({ id });
    const screens = await Promise.all(guests.slice(0, 20).map(({ guest, seat }) => screenOf(guest, id, seat)));
    for (let round = 0; round < 2; round += 1) {
      await until(async () => (await mandi.api.match.get.query({ id })).round === round && round >= 0);
      const codes = await Promise.all(
        guests.flatMap(({ guest, seat }) => [play(guest, { id, seat, round }), play(guest, { id, seat, round })]), // each twice
      );
      expect(codes.filter((code) => code !== 'turn_accepted')).toEqual([]);
      await until(async () => (await mandi.api.match.get.query({ id })).round === round + 1, 60_000);
    }
    await until(() => screens.every(({ screen }) => screen.view.round_index === 2), 60_000);
    const stored = await mandi.store.read(id, 0, 100_000);
    const turns = stored.flatMap(({ event }) => ('lab_id' in event && event.type === 'turn_taken' ? [String(event.lab_id)] : []));
    for (const { seat } of guests) expect(turns.filter((one) => one === seat)).toHaveLength(2);
    await host.api.table.control.mutate({ id, command: 'abort' });
  }, 360_000);
});

it('logs no fault over all of this', () => {
  expect(mandi.logged).toEqual([]);
});
