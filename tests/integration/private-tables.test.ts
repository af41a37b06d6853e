/** A private table: whoever was not invited is told, everywhere and until after its end, what they would be told of a match that is not there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_TEST_LIMITS } from '~/api/access/limits';
import { appRouter } from '~/api/router';
import type { LobbyMessage } from '~/live/protocol';
import { ask } from './support/ask';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until, watch } from './support/server';
import { codeOf, Guest, look, Screen } from './support/table';

const TOKEN = 'operator-token-of-these-tests';
/** As long as a match's id, and nobody's. */
const MISSING = 'zzzzzzzzzzzz';
const PATIENCE = 600_000;

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { adminToken: TOKEN, limits: LOAD_TEST_LIMITS });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

function operator(): Guest {
  const guest = new Guest(mandi.origin);
  guest.bearer = TOKEN;
  return guest;
}

/** A table whose host is a browser that has no operator's token. Everything but lab_0 is played by policies that pitch. */
async function hostTable(isPrivate: boolean) {
  const seats = { lab_0: 'open' };
  const wish = { ruleset: 'open', task: 'market_round', policy: 'planner', judgeMode: 'rule', seed: 5, seats, isPrivate };
  const host = operator();
  const { id } = await host.api.match.create.mutate(wish);
  host.bearer = null;
  return { id, host };
}

async function invite({ id, host }: { id: string; host: Guest }): Promise<{ friend: Guest; token: string; path: string }> {
  const { path } = await host.api.table.invitation.mutate({ id });
  const token = path.replace('/join/', '');
  const friend = new Guest(mandi.origin);
  expect(await friend.api.table.enter.mutate({ invitation: token })).toEqual({ id });
  return { friend, token, path };
}

/** Every input by which a procedure may name a match, a seat of it, or both. */
function inputsOf(id: string): object[] {
  const seat = { id, seat: 'lab_0' };
  const shapes: object[] = [
    { id },
    { matchId: id },
    seat,
    { matchId: id, seat: 'lab_0' },
    { id, after: 0, limit: 50 },
    { matchId: id, limit: 5 },
  ];
  shapes.push({ ...seat, reward: 'potential' }, { ...seat, ready: true }, { ...seat, policy: 'planner' }, { ...seat, person: 'ann' });
  shapes.push({ id, name: 'Mallory' }, { ...seat, name: 'Mallory', program: true }, { id, name: 'Mallory', code: 'x' });
  shapes.push({ ...seat, round_index: 0, key: 'k', actions: [] }, { id, seq: 5 }, { id, seq: 5, as: 'lab_0' });
  shapes.push(
    { id, command: 'abort' },
    { id, command: 'pause' },
    { id, seconds: 30 },
    { id, kind: 'energy_spike' },
    { id, round: 0, marks: {} },
  );
  shapes.push({ id, round: 0 }, { id, choice: 'left' }, { code: id }, { invitation: id }, { begins: id }, { cursor: null, limit: 100 });
  return shapes;
}

interface Said {
  path: string;
  input: object;
  type: string;
  text: string;
}

interface Procedure {
  _def: { type: string; inputs: { safeParse(input: unknown): { success: boolean } }[] };
}

function takes({ inputs }: Procedure['_def'], input: object): boolean {
  try {
    return inputs.every((schema) => schema.safeParse(input).success);
  } catch {
    return true; // its schema looks at more than the shape, and refuses in its own words
  }
}

async function askOne(guest: Guest, asked: Omit<Said, 'text'>, id: string): Promise<Said> {
  const json = JSON.stringify(asked.input);
  const isQuery = asked.type === 'query';
  const { status, text } = await ask(mandi, {
    path: `/api/trpc/${asked.path}${isQuery ? `?input=${encodeURIComponent(json)}` : ''}`,
    method: isQuery ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...guest.headers() },
    body: isQuery ? undefined : json,
  });
  return { ...asked, text: `${status} ${text}`.replaceAll(id, 'ID') };
}

/** What every procedure says to this guest, with the id taken out of it: asked in every way there is, or in those that its schema takes. */
async function askEverything(guest: Guest, id: string, which: 'all' | 'taken'): Promise<Said[]> {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, Procedure][];
  const said: Said[] = [];
  for (const [path, { _def }] of procedures) {
    const inputs = inputsOf(id).filter((input) => which === 'all' || takes(_def, input));
    said.push(...(await Promise.all(inputs.map((input) => askOne(guest, { path, input, type: _def.type }, id)))));
  }
  return said;
}

/** Answers that differ from one moment to the next by themselves. */
const VOLATILE = /"(now|uptime|seenAt|writtenAt|lag)":[^,}]+/g;

async function expectUnknown(id: string, which: 'all' | 'taken' = 'taken'): Promise<void> {
  const stranger = new Guest(mandi.origin);
  const [here, missing] = [await askEverything(stranger, id, which), await askEverything(stranger, MISSING, which)];
  expect(here.length).toBeGreaterThan(which === 'all' ? 2_000 : 200);
  expect(here.length).toBe(missing.length);
  const plain = ({ path, input, text }: Said, name: string) => [
    path,
    JSON.stringify(input).replaceAll(name, 'ID'),
    text.replace(VOLATILE, ''),
  ];
  for (const [place, one] of here.entries()) {
    const other = missing[place] as Said;
    if (one.type !== 'query') {
      expect(plain(one, id)).toEqual(plain(other, MISSING));
      continue;
    }
    // Other matches go on while we ask, so lists differ from one moment to the next; what a private table tells differs at every moment.
    for (let tries = 0, [a, b] = [one, other]; ; tries++) {
      const [said, same] = [plain(a, id), plain(b, MISSING)];
      if (tries === 20 || JSON.stringify(said) === JSON.stringify(same)) {
        expect(said).toEqual(same);
        break;
      }
      [a, b] = await Promise.all([askOne(stranger, one, id), askOne(stranger, other, MISSING)]);
    }
  }
  for (const file of ['events.jsonl', 'transcript.md']) {
    const answers = await Promise.all([id, MISSING].map((name) => ask(mandi, { path: `/api/matches/${name}/${file}` })));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  }
  const socket = await mandi.connect();
  const [shut, none] = [await watch(socket, id), await watch(socket, MISSING)];
  expect(shut).toEqual({ ok: false, code: 'unknown_match', message: `There is no match ${id}.` });
  expect(none).toEqual({ ok: false, code: 'unknown_match', message: `There is no match ${MISSING}.` });
  expect((await new Screen(socket, id, 'lab_0').open()).refusal).toBe('not_your_seat');
}

/** What a list of matches tells, page by page. */
async function listed(guest: Guest): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await guest.api.match.list.query({ limit: 1, cursor });
    ids.push(...page.items.map((card) => card.id));
    cursor = page.nextCursor;
    if (cursor === null) return ids;
  }
}

async function lobbyOf(guest: Guest): Promise<{ heard: string[] }> {
  const heard: string[] = [];
  const socket = await mandi.connect(guest.headers());
  socket.on('lobby', ({ card }: LobbyMessage) => heard.push(card.id));
  await new Promise<void>((resolve) => socket.emit('lobby', { join: true }, resolve));
  return { heard };
}

describe('a private table', { timeout: PATIENCE }, () => {
  it('is not there for a stranger: not in its lobby, not while it runs, not when it is over; who is invited sees it all the time', async () => {
    const [strangers, operators] = [await lobbyOf(new Guest(mandi.origin)), await lobbyOf(operator())];
    const counted = () => mandi.store.agents.matchesOf(['planner']);
    const before = await counted();
    const table = await hostTable(true);
    const { id, host } = table;
    const open = await hostTable(false);
    expect((await counted()).planner).toBe((before.planner ?? 0) + 1);
    const { friend, token } = await invite(table);
    await expectUnknown(id, 'all');

    const { seat } = await friend.api.seat.claim.mutate({ id, name: 'Friend' });
    await open.host.api.seat.claim.mutate({ id: open.id, name: 'Samira' });
    for (const { id: one, host: its } of [table, open]) await its.api.table.start.mutate({ id: one });
    await until(async () => (await look(friend, id, seat)).round === 0);
    await expectUnknown(id);
    for (const [guest, one] of [
      [friend, id],
      [open.host, open.id],
    ] as const)
      await guest.api.seat.handOver.mutate({ id: one, seat, policy: 'planner' });
    const isOver = async (one: Guest, which: string) => (await one.api.match.get.query({ id: which })).status === 'finished';
    await until(async () => (await isOver(host, id)) && (await isOver(open.host, open.id)));
    await expectUnknown(id);

    const lists = { stranger: await listed(new Guest(mandi.origin)), friend: await listed(friend), operator: await listed(operator()) };
    expect(lists.stranger).toContain(open.id);
    expect(lists.stranger).not.toContain(id);
    expect(lists.friend).not.toContain(id);
    expect(lists.operator).toContain(id);
    await until(() => operators.heard.includes(id) && strangers.heard.includes(open.id));
    expect(strangers.heard).not.toContain(id);
    const heardNow = await lobbyOf(new Guest(mandi.origin));
    expect(heardNow.heard).not.toContain(id);
    const pitched = (await mandi.store.judging.verdicts(['pitches_judged'], 1_000)).map(({ matchId }) => matchId);
    expect(pitched).toContain(open.id);
    expect(pitched).not.toContain(id);

    // The same questions by somebody who was invited: it is the right questions that were asked.
    const byFriend = await askEverything(friend, id, 'taken');
    const answered = new Set(byFriend.filter(({ text }) => text.startsWith('200')).map(({ path }) => path));
    for (const path of [
      'match.get',
      'match.frames',
      'match.events',
      'match.players',
      'match.explain',
      'table.get',
      'judge.panel',
      'agent.turns',
    ])
      expect(answered).toContain(path);
    const bearer = new Guest(mandi.origin);
    bearer.bearer = token;
    expect((await bearer.api.match.get.query({ id })).isPrivate).toBe(true);
    const socket = await mandi.connect(bearer.headers());
    expect((await watch(socket, id)).ok).toBe(true);
    expect((await watch(await mandi.connect({}, { token }), id)).ok).toBe(true);
  });

  it('keeps whoever holds a seat, a judge’s token or the host’s; an invitation to one table opens no other, and no power of the host', async () => {
    const [one, other] = [await hostTable(true), await hostTable(true)];
    const { friend, token } = await invite(one);
    const { token: seatToken } = await friend.api.seat.claim.mutate({ id: one.id, name: 'Program', program: true });
    const program = new Guest(mandi.origin);
    program.bearer = seatToken;
    expect((await program.api.table.get.query({ id: one.id })).me).toEqual({ host: false, judge: false, seats: ['lab_0'] });
    const { path } = await one.host.api.judge.invite.mutate({ id: one.id });
    const [, endpoint = '', code = ''] = /^\/join\/([\w-]+)\?judge=([\w-]+)$/.exec(path) ?? [];
    const judge = new Guest(mandi.origin);
    expect(await codeOf(judge.api.judge.accept.mutate({ id: one.id, code, name: 'Judge' }))).toBe('unknown_match');
    await judge.api.table.enter.mutate({ invitation: endpoint });
    await judge.api.judge.accept.mutate({ id: one.id, code, name: 'Judge' });
    judge.cookies.delete(`mandi_guest_${one.id}`);
    expect((await judge.api.table.get.query({ id: one.id })).me.judge).toBe(true);
    for (const guest of [friend, program, judge]) {
      expect(await codeOf(guest.api.match.get.query({ id: other.id }))).toBe('unknown_match');
      expect(await codeOf(guest.api.table.start.mutate({ id: one.id }))).toBe('host_needed');
      expect(await codeOf(guest.api.table.invitation.mutate({ id: one.id }))).toBe('host_needed');
    }
    const renamed = new Guest(mandi.origin);
    for (const role of ['guest', 'host']) renamed.cookies.set(`mandi_${role}_${other.id}`, token);
    expect(await codeOf(renamed.api.match.get.query({ id: other.id }))).toBe('unknown_match');
    const { code: device } = await one.host.api.table.hostLink.mutate({ id: one.id });
    expect(await codeOf(new Guest(mandi.origin).api.table.enter.mutate({ invitation: device }))).toBe('unknown_link');
    expect(await codeOf(new Guest(mandi.origin).api.table.enter.mutate({ invitation: seatToken ?? '' }))).toBe('unknown_link');
    for (const { id, host } of [one, other]) await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('keeps no invitation but its hash', async () => {
    const table = await hostTable(true);
    const { token } = await invite(table);
    const { rows } = await fresh.database.pool.query<{ all: string }>(`SELECT json_agg(t)::text AS all FROM table_token t`);
    expect(rows[0]?.all).not.toContain(token);
    const cookie = (await invite(table)).friend.set.join();
    expect(cookie).toMatch(/mandi_guest_[a-z0-9]{12}=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict/);
    await table.host.api.table.control.mutate({ id: table.id, command: 'abort' });
  });

  it('is for tables alone; a public table needs no invitation', async () => {
    const scripted = { ruleset: 'open', task: 'market_round', policy: 'planner', isPrivate: true };
    expect(await codeOf(operator().api.match.create.mutate(scripted))).toBe('bad_visibility');
    const open = await hostTable(false);
    expect(await codeOf(open.host.api.table.invitation.mutate({ id: open.id }))).toBe('bad_input');
    await open.host.api.table.control.mutate({ id: open.id, command: 'abort' });
  });

  it('has private branches, which the operator alone can make', async () => {
    const { id, host } = await hostTable(true);
    const { friend } = await invite({ id, host });
    await friend.api.seat.claim.mutate({ id, name: 'Friend' });
    await host.api.table.start.mutate({ id });
    await until(async () => (await look(friend, id, 'lab_0')).round === 0);
    expect(await codeOf(friend.api.match.fork.mutate({ id, seq: 1, as: 'lab_0' }))).toBe('operator_needed');
    const both = operator();
    for (const [name, value] of friend.cookies) both.cookies.set(name, value);
    const branch = await both.api.match.fork.mutate({ id, seq: 1, as: 'lab_0', seats: { lab_0: 'open' } });
    expect(branch.isPrivate).toBe(true);
    expect(await codeOf(friend.api.match.get.query({ id: branch.id }))).toBe('unknown_match');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});
