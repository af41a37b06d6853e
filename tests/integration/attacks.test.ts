/** What an enemy at the endpoint, at the table or on another site may try with seats and tables; each is refused by its code, and nothing breaks. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitTurn } from '~/match/table/submit-turn';
import { type FreshDatabase, freshDatabase } from './support/database';
import { apiOf, startServer, type TestServer, until } from './support/server';
import { codeOf, Guest, look, openTable, play, Screen, sit } from './support/table';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh, { limits: { claims: 1000, guesses: 1000 } });
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

interface Asked {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** As a program asks that may set any header. */
function post(
  server: Pick<TestServer, 'origin'>,
  { path, body = '{}', headers = {} }: Asked,
): Promise<{ status: number; text: string; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers };
    const request = httpRequest(`${server.origin}/api/trpc/${path}`, { method: 'POST', headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, cookies: response.headers['set-cookie'] ?? [] }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The only token that this guest was given. */
function tokenOf(guest: Guest): string {
  const [token = ''] = guest.cookies.values();
  return token;
}

function bearing(token: string): Guest {
  const guest = new Guest(mandi.origin);
  guest.bearer = token;
  return guest;
}

describe("another's token", () => {
  it('opens its own seat of its own match, and nothing else', async () => {
    const one = await openTable(mandi);
    const other = await openTable(mandi);
    const ada = await sit(mandi, one.id, { name: 'Ada', seat: 'lab_0' });
    const bo = await sit(mandi, one.id, { name: 'Bo', seat: 'lab_1' });
    await sit(mandi, other.id, { name: 'Cy', seat: 'lab_0' });
    for (const { id, host } of [one, other]) await host.api.table.start.mutate({ id });
    const token = tokenOf(ada.guest);
    const renamed = new Guest(mandi.origin);
    for (const name of [`mandi_seat_${one.id}_lab_1`, `mandi_seat_${other.id}_lab_0`, `mandi_host_${one.id}`, 'mandi_operator'])
      renamed.cookies.set(name, token);
    for (const thief of [ada.guest, bearing(token), renamed]) {
      expect(await codeOf(look(thief, one.id, 'lab_1'))).toBe('not_your_seat');
      expect(await codeOf(look(thief, other.id, 'lab_0'))).toBe('not_your_seat');
      expect(await codeOf(play(thief, { id: one.id, seat: 'lab_1', round: 0 }))).toBe('not_your_seat');
      expect(await codeOf(thief.api.table.start.mutate({ id: one.id }))).toBe('host_needed');
      expect(await codeOf(thief.api.seat.leave.mutate({ id: one.id, seat: 'lab_1' }))).toBe('not_your_seat');
      expect((await thief.api.table.get.query({ id: other.id })).me).toEqual({ host: false, judge: false, seats: [] });
      const socket = await mandi.connect(thief.headers(), { token });
      expect((await new Screen(socket, one.id, 'lab_1').open()).refusal).toBe('not_your_seat');
      expect((await new Screen(socket, other.id, 'lab_0').open()).refusal).toBe('not_your_seat');
    }
    expect(await codeOf(look(bearing(token), one.id, 'lab_0'))).toBe('ok');
    expect(await codeOf(look(bo.guest, one.id, 'lab_1'))).toBe('ok');
    expect(await codeOf(bearing(tokenOf(one.host)).api.table.log.query({ id: one.id }))).toBe('ok');
    expect(await codeOf(bearing(tokenOf(one.host)).api.seat.observe.query({ id: one.id, seat: 'lab_0' }))).toBe('not_your_seat');
    for (const { id, host } of [one, other]) await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it.each(['', 'null', '0', 'a'.repeat(32), "' OR 1=1 --", '../../etc/passwd', '%00'])('guessed as %j opens nothing', async (guess) => {
    const { id, host } = await openTable(mandi);
    await sit(mandi, id, { name: 'Ada', seat: 'lab_0' });
    const guest = new Guest(mandi.origin);
    guest.cookies.set(`mandi_seat_${id}_lab_0`, encodeURIComponent(guess));
    guest.cookies.set(`mandi_host_${id}`, encodeURIComponent(guess));
    expect(await codeOf(look(guest, id, 'lab_0'))).toBe('not_your_seat');
    expect(await codeOf(guest.api.table.start.mutate({ id }))).toBe('host_needed');
    expect(await codeOf(guest.api.seat.redeem.mutate({ code: guess || 'x' }))).toBe('unknown_link');
    for (const seat of ['lab_00', 'lab_99', 'constructor', '__proto__']) expect(await codeOf(look(guest, id, seat))).toBe('not_your_seat');
    expect(await codeOf(look(guest, 'nosuchmatch', 'lab_0'))).toBe('not_your_seat');
    expect(await codeOf(guest.api.seat.claim.mutate({ id: 'nosuchmatch', name: 'X' }))).toBe('unknown_match');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('is nothing to the database but a hash', async () => {
    const { id, host } = await openTable(mandi);
    const { guest } = await sit(mandi, id, { name: 'Ada' });
    const { rows } = await fresh.database.pool.query<{ all: string }>(`SELECT json_agg(t)::text AS all FROM table_token t`);
    for (const token of [tokenOf(guest), tokenOf(host)]) expect(rows[0]?.all).not.toContain(token);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('of somebody removed opens nothing from that moment on', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    const token = tokenOf(guest);
    const { code } = await guest.api.seat.deviceLink.mutate({ id, seat });
    await host.api.table.remove.mutate({ id, seat });
    for (const gone of [guest, bearing(token)]) {
      expect(await codeOf(look(gone, id, seat))).toBe('not_your_seat');
      expect(await codeOf(gone.api.seat.ready.mutate({ id, seat, ready: true }))).toBe('not_your_seat');
      expect(await codeOf(gone.api.seat.takeBack.mutate({ id, seat }))).toBe('not_your_seat');
      expect(await codeOf(gone.api.seat.deviceLink.mutate({ id, seat }))).toBe('not_your_seat');
    }
    expect(await codeOf(new Guest(mandi.origin).api.seat.redeem.mutate({ code }))).toBe('unknown_link');
    await sit(mandi, id, { name: 'Bo', seat }); // somebody else has it now
    expect(await codeOf(look(guest, id, seat))).toBe('not_your_seat');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('comes by a one-time link once', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    const { code } = await guest.api.seat.deviceLink.mutate({ id, seat });
    const tries = await Promise.all(Array.from({ length: 5 }, () => codeOf(new Guest(mandi.origin).api.seat.redeem.mutate({ code }))));
    expect(tries.filter((one) => one === 'ok')).toHaveLength(1);
    expect(tries.filter((one) => one === 'unknown_link')).toHaveLength(4);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

describe("a host's powers", () => {
  it('are the host’s: not a guest’s, not a seat’s, not even this machine’s', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    for (const { api } of [new Guest(mandi.origin), guest, { api: apiOf(mandi.origin) }]) {
      const tried = {
        start: () => api.table.start.mutate({ id }),
        control: () => api.table.control.mutate({ id, command: 'abort' }),
        steer: () => api.match.control.mutate({ id, command: 'abort' }),
        extend: () => api.table.extend.mutate({ id, seconds: 60 }),
        remove: () => api.table.remove.mutate({ id, seat }),
        keep: () => api.table.keep.mutate({ id, seat, person: 'ann' }),
        replace: () => api.table.replace.mutate({ id, seat, policy: 'house' }),
        shock: () => api.table.shock.mutate({ id, kind: 'energy_spike' }),
        log: () => api.table.log.query({ id }),
        hostLink: () => api.table.hostLink.mutate({ id }),
      };
      for (const [what, call] of Object.entries(tried)) expect([what, await codeOf(call())]).toEqual([what, 'host_needed']);
    }
    expect((await mandi.api.match.get.query({ id })).status).toBe('lobby');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

describe('a seat', () => {
  it('of a full, a begun or a finished match cannot be had', async () => {
    const { id, host } = await openTable(mandi, { task: 'single_trade' });
    await sit(mandi, id, { name: 'Ada', seat: 'lab_0' });
    expect(await codeOf(sit(mandi, id, { name: 'Bo', seat: 'lab_0' }))).toBe('seat_taken');
    expect(await codeOf(sit(mandi, id, { name: 'ada' }))).toBe('bad_name');
    await sit(mandi, id, { name: 'Bo' });
    expect(await codeOf(sit(mandi, id, { name: 'Cy' }))).toBe('match_full');
    await host.api.table.start.mutate({ id });
    expect(await codeOf(sit(mandi, id, { name: 'Cy' }))).toBe('match_started');
    await host.api.table.control.mutate({ id, command: 'abort' });
    await until(async () => (await mandi.api.match.get.query({ id })).status === 'aborted');
    expect(await codeOf(sit(mandi, id, { name: 'Cy' }))).toBe('match_over');
  });

  it('goes to one of many who want it in the same instant', async () => {
    const { id, host } = await openTable(mandi);
    const codes = await Promise.all(Array.from({ length: 8 }, (_, n) => codeOf(sit(mandi, id, { name: `Guest ${n}`, seat: 'lab_0' }))));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'seat_taken')).toHaveLength(7);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

describe('names and words', () => {
  it.each(['', '   ', 'x'.repeat(25), 'a\u0000b', 'a\nb', '\u202Eevil', '\u200B', '\ud83d', '\u001b[31mred', 'tab\tbed'])(
    'the name %j is refused',
    async (name) => {
      const { id, host } = await openTable(mandi);
      const isStorable = !['a\u0000b', '\ud83d', '\u202Eevil'].includes(name); // those are refused before they are looked at as a name
      expect(await codeOf(sit(mandi, id, { name }))).toBe(isStorable ? 'bad_name' : 'bad_input');
      await host.api.table.control.mutate({ id, command: 'abort' });
    },
  );

  it('that turn the text around are refused in a message and a pitch, by whatever way they come', async () => {
    const { id, host } = await openTable(mandi, { seats: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' } });
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    await host.api.table.start.mutate({ id });
    await until(async () => (await look(guest, id, seat)).deadline !== null);
    for (const control of ['\u202e', '\u2066', '\u200f', '\u061c']) {
      const message = `I pay ${control}001 for b_1_0`;
      const actions = [{ action_type: 'send_message', target_lab_id: 'lab_1', message }];
      expect(await codeOf(play(guest, { id, seat, round: 0 }, actions))).toBe('bad_input');
      expect(await codeOf(play(guest, { id, seat, round: 0 }, [{ action_type: 'make_pitch', message, claims: [] }]))).toBe('bad_input');
      const payload = { actions, round_index: 0, key: 'other way' }; // a seat at the OpenEnv endpoint
      const turn = { matchId: id, seat, turn: 0, key: 'other way', payload };
      const answer = await submitTurn({ store: mandi.store, now: Date.now }, turn);
      expect(answer).toMatchObject({ ok: true, value: { ok: false, code: 'malformed_action' } });
    }
    expect((await look(guest, id, seat)).handedIn).toBe(false);
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('of script are words like others: kept and sent as they are, as JSON', async () => {
    const { id, host } = await openTable(mandi, { seats: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' } });
    const name = '<img src=x onerror=a()>';
    const { guest, seat } = await sit(mandi, id, { name });
    const message = '</script><script>alert(document.cookie)</script> [x](javascript:alert(1)) `code` \u2028';
    await host.api.table.start.mutate({ id });
    await until(async () => (await look(guest, id, seat)).deadline !== null);
    expect(await play(guest, { id, seat, round: 0 }, [{ action_type: 'send_message', target_lab_id: 'lab_1', message }])).toBe(
      'turn_accepted',
    );
    await until(async () => (await look(guest, id, seat)).round === 1);
    const { observation } = await look(guest, id, seat);
    expect(observation.message_history[0]?.message).toBe(message);
    const raw = await guest.fetch(`${mandi.origin}/api/trpc/table.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
    expect(raw.headers.get('content-type')).toContain('application/json');
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await host.api.table.get.query({ id })).card.seats[0]).toMatchObject({ name });
    const transcript = await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`)).text();
    expect(transcript).toContain('\\<img src=x onerror=a()\\>');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

describe('too much', () => {
  it('of a body, of actions, of a key, of a socket’s words is refused', async () => {
    const { id, host } = await openTable(mandi, { seats: { lab_1: 'greedy', lab_2: 'greedy', lab_3: 'greedy' } });
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    await host.api.table.start.mutate({ id });
    await until(async () => (await look(guest, id, seat)).deadline !== null);
    const turn = { id, seat, round_index: 0, key: 'k', actions: [] as unknown[] };
    const large = await post(mandi, {
      path: 'seat.submit',
      body: JSON.stringify({ ...turn, key: 'x'.repeat(300_000) }),
      headers: guest.headers(),
    });
    expect(large.status).toBe(413);
    expect(await codeOf(guest.api.seat.submit.mutate({ ...turn, key: 'x'.repeat(200) }))).toBe('bad_input');
    expect(await codeOf(guest.api.seat.submit.mutate({ ...turn, actions: Array.from({ length: 300 }, () => ({})) }))).toBe('bad_input');
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const nested = await post(mandi, {
      path: 'seat.submit',
      body: `{"id":"${id}","seat":"${seat}","round_index":0,"key":"deep","actions":[${deep}]}`,
      headers: guest.headers(),
    });
    expect([nested.status, nested.text.includes('bad_input')]).toEqual([400, true]);
    const hidden = {
      action_type: 'send_offer',
      target_lab_id: 'lab_1',
      payment: 1,
      conditions: { deep: JSON.parse(deep.slice(19_000, -19_000)) as unknown },
    };
    expect(await codeOf(guest.api.seat.submit.mutate({ ...turn, actions: [hidden] }))).toBe('bad_input');
    const long = { ...hidden, conditions: { long: 'x'.repeat(40_000) } };
    expect(await codeOf(guest.api.seat.submit.mutate({ ...turn, actions: [long] }))).toBe('bad_input');
    const socket = await mandi.connect(guest.headers());
    const gone = new Promise((resolve) => socket.on('disconnect', resolve));
    socket.emit('watch', { matchId: id, since: 0, seat: 'x'.repeat(20_000) }, () => undefined);
    await gone;
    expect((await mandi.api.match.get.query({ id })).status).toBe('running');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('of asking is answered 429, by who asks, and the server goes on', async () => {
    const uncounted = await freshDatabase('embedded'); // guesses are counted in the database, those of the tests above too
    const strict = await startServer(uncounted, { limits: { claims: 30 } });
    const { id, host } = await openTable(strict);
    const { guest, seat } = await sit(strict, id, { name: 'Ada' });
    const claims = await Promise.all(Array.from({ length: 60 }, (_, n) => codeOf(sit(strict, id, { name: `Guest ${n}`, seat }))));
    expect(claims.filter((code) => code === 'too_many_requests')).toHaveLength(31); // thirty per minute at this table, of which Ada's was one
    const body = JSON.stringify({ id, seat, ready: true });
    const ready = (headers: Record<string, string>) => post(strict, { path: 'seat.ready', body, headers });
    const asked = await Promise.all(Array.from({ length: 300 }, () => ready(guest.headers())));
    expect(asked.filter((answer) => answer.status === 429)).toHaveLength(60);
    const guesses = await Promise.all(Array.from({ length: 300 }, () => ready({ authorization: 'Bearer guess' })));
    expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(60);
    const socket = await strict.connect();
    const answers = await Promise.all(Array.from({ length: 300 }, () => new Screen(socket, 'nosuchmatch').open()));
    expect(answers.filter(({ refusal }) => refusal === 'too_many_requests')).toHaveLength(100);
    expect((await host.api.table.get.query({ id })).me.host).toBe(true);
    await host.api.table.control.mutate({ id, command: 'abort' });
    expect(strict.logged).toEqual([]);
    await strict.stop();
    await uncounted.drop();
  }, 300_000);
});

const FOREIGN: Record<string, string>[] = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];

describe('another site', () => {
  it('cannot use a guest’s cookies, nor read with them, nor open a socket', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    const tries = {
      'seat.ready': { id, seat, ready: true },
      'seat.leave': { id, seat },
      'seat.submit': { id, seat, round_index: 0, key: 'k', actions: [] },
      'seat.claim': { id, name: 'Eve' },
    };
    for (const [path, input] of Object.entries(tries)) {
      for (const from of FOREIGN) {
        const answer = await post(mandi, { path, body: JSON.stringify(input), headers: { ...guest.headers(), ...from } });
        expect([path, from, answer.status, answer.cookies]).toEqual([path, from, 403, []]);
      }
    }
    await expect(mandi.connect({ ...guest.headers(), origin: 'https://evil.example' })).rejects.toThrow();
    expect((await mandi.api.match.get.query({ id })).seats[0]).toMatchObject({ name: 'Ada', ready: false });
    await host.api.table.control.mutate({ id, command: 'abort' });
  });

  it('never gets a cookie sent: each is HttpOnly, SameSite=Strict, and Secure where people come by https', async () => {
    const { id, host } = await openTable(mandi);
    const { guest, seat } = await sit(mandi, id, { name: 'Ada' });
    for (const cookie of [...host.set, ...guest.set]) {
      expect(cookie).toMatch(/^mandi_(host|seat)_\w+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/);
    }
    const proxied = await startServer(fresh, {
      host: '0.0.0.0',
      adminToken: 'operator-token-of-the-tests',
      origins: ['https://mandi.example.org'],
    });
    const headers = { host: 'mandi.example.org', origin: 'https://mandi.example.org' };
    const claimed = await post(proxied, { path: 'seat.claim', body: JSON.stringify({ id, name: 'Bo' }), headers });
    expect(claimed.cookies[0]).toMatch(/^__Host-mandi_seat_.*; Secure$/); // no other name of the domain can plant one
    await proxied.stop();
    const left = await post(mandi, { path: 'seat.leave', body: JSON.stringify({ id, seat }), headers: guest.headers() });
    expect(left.cookies[0]).toContain('Max-Age=0');
    await host.api.table.control.mutate({ id, command: 'abort' });
  });
});

it('logs no fault over all of this', () => {
  expect(mandi.logged).toEqual([]);
});
