/** Agents through the endpoints of a server: who may add them, who may see what they think and did, and what no answer tells. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThoughtMessage } from '~/live/protocol';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, type TestSocket, until, watchAs } from './support/server';
import { codeOf, Guest, openTable, sit } from './support/table';

const PUBLIC_URL = 'https://8.8.8.8/act';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

function remote(name: string, url: string) {
  const spec = { kind: 'remote', url, secretName: 'MY_AGENT_KEY', fallback: 'house', turnSeconds: 1 };
  return { name, title: 'Mine', plays: ['gpu-market/open'], spec };
}

async function thoughtsOf(socket: TestSocket, matchId: string, seat?: string): Promise<ThoughtMessage[]> {
  const heard: ThoughtMessage[] = [];
  socket.on('thought', (message) => heard.push(message));
  const answer = await watchAs(socket, { matchId, since: 0, ...(seat !== undefined && { seat }) }, () => undefined);
  expect(answer.ok).toBe(true);
  return heard;
}

describe('the registry', () => {
  it('lists policies, models and null models, and says which cannot be asked now', async () => {
    const cards = await mandi.api.agent.list.query({ ruleset: 'gpu-market/open' });
    const by = new Map(cards.map((card) => [card.ref, card]));
    expect(by.get('planner')).toMatchObject({ builtIn: true, ready: true, agent: { spec: { kind: 'scripted' } } });
    expect(by.get('null-random@3')).toMatchObject({ builtIn: true, ready: true });
    expect(by.get('smollm2@2')).toMatchObject({ builtIn: true, ready: false, notReady: expect.stringMatching(/smollm2/) as string });
    const sheet = await mandi.api.agent.get.query({ ref: 'smollm2' });
    expect(sheet.promptText?.length).toBeGreaterThan(100);
    expect(sheet.versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('tells a stranger that one is not ready, and no place, model or key by name', async () => {
    await mandi.api.agent.add.mutate(remote('keyless', PUBLIC_URL));
    const stranger = mandi.apiWith({ 'x-forwarded-for': '203.0.113.9' });
    const asked = async (api: typeof mandi.api) => {
      const cards = await api.agent.list.query({ ruleset: 'gpu-market/open' });
      const sheets = await Promise.all(['smollm2', 'keyless'].map((ref) => api.agent.get.query({ ref })));
      return [...cards, ...sheets.map(({ card }) => card)].flatMap(({ ready, notReady }) => (ready ? [] : [notReady]));
    };
    const [told, known] = [await asked(stranger), (await asked(mandi.api)).join(' ')];
    expect(new Set(told)).toEqual(new Set(['Its model is not available at the moment.', 'Its program is not available at the moment.']));
    for (const name of ['smollm2', 'MY_AGENT_KEY']) expect(known).toContain(name);
    await mandi.api.agent.retire.mutate({ ref: 'keyless' });
  });

  it('keeps a new one, a new version of it, and retires it; what came with Mandi stays', async () => {
    const added = await mandi.api.agent.add.mutate(remote('mine', PUBLIC_URL));
    expect(added).toMatchObject({ ref: 'mine@1', builtIn: false, matches: 0 });
    expect(added.agent).not.toHaveProperty('trusted');
    expect(await mandi.api.agent.add.mutate(remote('mine', `${PUBLIC_URL}/2`))).toMatchObject({ ref: 'mine@2' });
    expect((await mandi.api.agent.retire.mutate({ ref: 'mine' })).agent).toMatchObject({ version: 2, retired: true });
    expect((await mandi.api.agent.list.query({})).some(({ agent }) => agent.name === 'mine')).toBe(false);
    expect(await codeOf(mandi.api.match.create.mutate({ ruleset: 'open', task: 'market_round', policy: 'mine' }))).toBe('unknown_policy');
    expect(await codeOf(mandi.api.agent.retire.mutate({ ref: 'smollm2' }))).toBe('built_in');
    expect(await codeOf(mandi.api.agent.add.mutate(remote('smollm2', PUBLIC_URL)))).toBe('name_taken');
    expect(await codeOf(mandi.api.agent.get.query({ ref: 'nobody' }))).toBe('unknown_agent');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://localhost/',
    'ftp://8.8.8.8/',
    'x',
  ])('an address typed into a screen is refused when it is no public one: %s', async (url) => {
    expect(await codeOf(mandi.api.agent.add.mutate(remote('sneaky', url)))).toBe('bad_input');
  });

  it('is changed by the operator alone where others reach the server', async () => {
    const open = await startServer(fresh, { host: '0.0.0.0', adminToken: 'an operator’s token'.replace('’', '') });
    const origin = `http://127.0.0.1:${open.server.port}`;
    const stranger = new Guest(origin);
    expect(await codeOf(stranger.api.agent.add.mutate(remote('mine', PUBLIC_URL)))).toBe('operator_needed');
    expect(await codeOf(stranger.api.agent.retire.mutate({ ref: 'mine' }))).toBe('operator_needed');
    expect(await codeOf(stranger.api.agent.try.mutate({ ref: 'null-random', ruleset: 'gpu-market/open', task: 'market_round' }))).toBe(
      'operator_needed',
    );
    const place = { ref: 'smollm2', ruleset: 'gpu-market/open', task: 'market_round' };
    expect(await codeOf(stranger.api.agent.playNulls.mutate(place))).toBe('operator_needed');
    expect(await codeOf(stranger.api.inference.state.query())).toBe('operator_needed');
    await open.stop();
  });

  it('tells of inference without keys', async () => {
    const state = await mandi.api.inference.state.query();
    expect(state.model.status).toBe('off');
    expect(state.backends.map(({ id }) => id)).toEqual(expect.arrayContaining(['workers', 'null:random', 'null:constant']));
  });
});

describe('a person of the registry', () => {
  it('has a seat kept at a table, whose link the host alone gets', async () => {
    const spec = { kind: 'person' } as const;
    const ann = { name: 'ann', title: 'Ann Lee', owner: 'Club', plays: ['gpu-market/open'], spec };
    expect(await mandi.api.agent.add.mutate(ann)).toMatchObject({ ref: 'ann@1', ready: true, agent: { title: 'Ann Lee', licence: '' } });
    expect(await mandi.api.agent.add.mutate(ann)).toMatchObject({ ref: 'ann@1' });
    const { id, host } = await openTable(mandi, { seats: { lab_0: 'ann', lab_1: 'house', lab_2: 'house', lab_3: 'open' } });
    const { card } = await host.api.table.get.query({ id });
    expect(card).toMatchObject({ status: 'lobby', hosted: true, seed: null });
    expect(card.seats[0]).toMatchObject({ kind: 'person', name: 'Ann Lee', agent: 'ann@1' });

    const stranger = new Guest(mandi.origin);
    expect(await codeOf(stranger.api.seat.claim.mutate({ id, seat: 'lab_0', name: 'Eve' }))).toBe('seat_taken');
    expect(await codeOf(stranger.api.table.invite.mutate({ id, seat: 'lab_0' }))).toBe('host_needed');
    const { code, path } = await host.api.table.invite.mutate({ id, seat: 'lab_0' });
    expect(path).toBe(`/sit/${code}`);
    const public_ = JSON.stringify([await stranger.api.table.get.query({ id }), await stranger.api.match.list.query({})]);
    expect(public_).not.toContain(code);
    const guest = new Guest(mandi.origin);
    expect(await guest.api.seat.redeem.mutate({ code })).toMatchObject({ id, seat: 'lab_0', role: 'seat' });
    expect((await guest.api.table.get.query({ id })).me.seats).toEqual(['lab_0']);
    await guest.api.seat.ready.mutate({ id, seat: 'lab_0', ready: true });
    expect(await codeOf(host.api.table.invite.mutate({ id, seat: 'lab_3' }))).toBe('unknown_seat');
    await mandi.api.agent.add.mutate({ ...ann, name: 'bo', title: 'Bo' });
    expect(await codeOf(stranger.api.table.keep.mutate({ id, seat: 'lab_3', person: 'bo' }))).toBe('host_needed');
    expect((await host.api.table.keep.mutate({ id, seat: 'lab_3', person: 'bo' })).seats[3]).toMatchObject({ name: 'Bo', agent: 'bo@1' });
    expect((await host.api.table.invite.mutate({ id, seat: 'lab_3' })).path).toContain('/sit/');
  });

  it('is refused with the reason where nobody waits for people', async () => {
    const why = async (asked: Promise<unknown>) =>
      asked.then(
        () => 'nothing was refused',
        (fault: Error) => fault.message,
      );
    const place = { ruleset: 'gpu-market/open', task: 'market_round' };
    expect(await why(mandi.api.agent.try.mutate({ ref: 'ann', ...place }))).toContain('Ann Lee is a person: make a table');
    expect(await why(mandi.api.match.create.mutate({ ruleset: 'open', task: 'market_round', policy: 'ann' }))).toContain('has one seat');
    const order = { ruleset: 'open', tasks: 'single_trade', policies: 'ann', seeds: '40000-40001' };
    expect(await why(mandi.api.report.create.mutate(order))).toContain('ann@1 is a person');
  });
});

describe('a report', () => {
  const order = { ruleset: 'open', tasks: 'single_trade', policies: 'smollm2', seeds: '40000-40001' }; // which nobody serves here
  async function endOf(given: typeof order & { goOn?: boolean }) {
    const { id } = await mandi.api.report.create.mutate(given);
    const progress = () => mandi.api.benchmark.progress.query({ runId: id });
    await until(async () => (await progress()).status !== 'running', 120_000);
    return progress();
  }

  it('stops when an agent never answers, and says so, unless it should play on', { timeout: 300_000 }, async () => {
    const stopped = await endOf(order);
    expect(stopped.status).toBe('failed');
    expect(stopped.fault).toMatch(
      /^Stopped: smollm2@2 gave no answer in (9|10) of its last \d+ turns \(asked in \d+ so far\), so its fallback/,
    );
    expect(stopped.fault).toContain('or choose to play on without answers');
    expect(await endOf({ ...order, goOn: true })).toMatchObject({ status: 'finished', fault: null });
  });
});

describe('what an agent thinks and did', () => {
  it('is for everybody where the match is open', async () => {
    const { id } = await mandi.api.match.create.mutate({
      ruleset: 'open',
      task: 'market_round',
      seed: 5,
      policy: 'house',
      seats: { lab_0: 'null-random' },
      pace: 0.2,
    });
    const heard = await thoughtsOf(await mandi.connect(), id);
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'finished');
    const { seats, next } = await mandi.api.agent.turns.query({ matchId: id });
    const [seat] = seats;
    expect(next).toBeNull();
    expect(seat).toMatchObject({ seat: 'lab_0', counts: { turns: 8, own: 8, fallback: 0 } });
    expect(seat?.turns[0]?.requests.decide?.messages.length).toBe(2);
    const page = await mandi.api.agent.turns.query({ matchId: id, limit: 3 });
    expect(page.seats[0]).toMatchObject({ seat: 'lab_0', counts: { turns: 8, own: 8 } });
    expect(page.seats[0]?.turns.map(({ round }) => round)).toEqual([5, 6, 7]);
    const rest = await mandi.api.agent.turns.query({ matchId: id, limit: 100, cursor: page.next });
    expect([rest.seats[0]?.turns.map(({ round }) => round), rest.next]).toEqual([[0, 1, 2, 3, 4], null]);
    expect(await codeOf(mandi.api.agent.turns.query({ matchId: id, cursor: 'x; drop' }))).toBe('bad_input');
    expect(heard.some(({ text }) => text !== null)).toBe(true);
    await until(() => heard.at(-1)?.text === null);
    expect(heard.at(-1)).toMatchObject({ seat: 'lab_0', agent: 'null-random@3' });
    const sheet = await mandi.api.agent.get.query({ ref: 'null-random' });
    expect(sheet.results).toContainEqual(
      expect.objectContaining({ ruleset: 'gpu-market/open', task: 'market_round', counts: expect.objectContaining({ own: 8 }) as object }),
    );
  });

  it('is for the seat’s holder and the host alone while people play, and for all when it is over', { timeout: 300_000 }, async () => {
    const seats = { lab_0: 'open', lab_1: 'open', lab_2: 'null-random', lab_3: 'house' };
    const { id, host } = await openTable(mandi, { seats, clockSeconds: 600 });
    const { guest: ann } = await sit(mandi, id, { name: 'Ann', seat: 'lab_0' });
    const { guest: bo } = await sit(mandi, id, { name: 'Bo', seat: 'lab_1' });
    const crowd = await thoughtsOf(await mandi.connect(), id);
    const annHeard = await thoughtsOf(await mandi.connect(ann.headers()), id, 'lab_0');
    const boSocket = await mandi.connect(bo.headers());
    const boHeard = await thoughtsOf(boSocket, id, 'lab_1');
    const stolen = await watchAs(boSocket, { matchId: id, since: 0, seat: 'lab_0' }, () => undefined);
    expect(stolen).toMatchObject({ ok: false, code: 'not_your_seat' });
    const hostHeard = await thoughtsOf(await mandi.connect(host.headers()), id);
    await host.api.table.start.mutate({ id });
    await ann.api.seat.handOver.mutate({ id, seat: 'lab_0', policy: 'null-constant' });
    await until(() => hostHeard.some(({ seat }) => seat === 'lab_0') && hostHeard.some(({ seat }) => seat === 'lab_2'));
    await until(() => annHeard.length > 0);
    expect(new Set(annHeard.map(({ seat }) => seat))).toEqual(new Set(['lab_0']));
    expect([crowd, boHeard]).toEqual([[], []]);

    const turnsFor = async (guest: Guest) => {
      const shown = await guest.api.agent.turns.query({ matchId: id });
      return shown.seats.filter(({ turns }) => turns.length > 0).map(({ seat }) => seat);
    };
    await until(async () => (await turnsFor(host)).length === 2);
    expect(await turnsFor(ann)).toEqual(['lab_0']);
    expect([await turnsFor(bo), await turnsFor(new Guest(mandi.origin))]).toEqual([[], []]);
    for (const path of ['match.frames', 'match.events', 'match.get', 'table.get']) {
      const input = encodeURIComponent(JSON.stringify({ id }));
      const text = await (await new Guest(mandi.origin).fetch(`${mandi.origin}/api/trpc/${path}?input=${input}`)).text();
      expect(text).not.toMatch(/"requests"|"messages":\[\{"role"/);
    }
    await host.api.table.control.mutate({ id, command: 'abort' });
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'aborted');
    expect(await turnsFor(new Guest(mandi.origin))).toEqual(['lab_0', 'lab_2']);
  });

  it('can be tried at once: a table with a free seat, or a match that it plays alone', async () => {
    const host = new Guest(mandi.origin);
    const tried = await host.api.agent.try.mutate({ ref: 'null-random', ruleset: 'gpu-market/open', task: 'market_round' });
    const { card } = await host.api.table.get.query({ id: tried.matchId });
    expect(card.seats.map((seat) => ('policy' in seat ? seat.policy : seat.kind))).toEqual([
      'open',
      'null-random@3',
      'null-random@3',
      'null-random@3',
    ]);
    expect(card.clock?.seconds).toBe(600); // nobody waits for who plays alone
    await host.api.seat.claim.mutate({ id: tried.matchId, name: 'Ann' });
    await host.api.table.start.mutate({ id: tried.matchId });
    const alone = await host.api.agent.try.mutate({ ref: 'null-constant', ruleset: 'gpu-market/classic', task: 'single_trade', seed: 3 });
    expect(alone.hostToken).toBeNull();
    await until(async () => (await mandi.api.match.get.query({ id: alone.matchId })).status === 'finished');
  });

  it('leaves no table behind when the name for its free seat is refused', async () => {
    const host = new Guest(mandi.origin);
    const place = { ref: 'greedy', ruleset: 'gpu-market/open', task: 'market_round' };
    const matches = async () => (await mandi.api.agent.get.query({ ref: 'greedy' })).card.matches;
    const before = await matches();
    for (const name of ['You', 'greedy', '']) expect(await codeOf(host.api.agent.try.mutate({ ...place, name }))).toBe('bad_name');
    expect(await matches()).toBe(before);
    const tried = await host.api.agent.try.mutate({ ...place, name: 'Guest' });
    await host.api.seat.claim.mutate({ id: tried.matchId, name: 'Guest' });
    expect(await matches()).toBe(before + 1);
    await host.api.table.control.mutate({ id: tried.matchId, command: 'abort' });
  });

  it('nothing broke on our side', () => {
    expect(mandi.logged).toEqual([]);
  });
});
