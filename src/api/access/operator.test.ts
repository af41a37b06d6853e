import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '~/store/event-store';
import { MemorySessionBook } from '~/store/peers/session-book';
import type { Access } from '../context';
import { cookiesOf } from './cookies';
import {
  admitTokens,
  clearedCookies,
  countWrongToken,
  hasSessionEnded,
  isOperator,
  isThisMachineAlone,
  makeAccess,
  operatorCookie,
} from './operator';
import { TokenTries } from './token-tries';

const TOKEN = 'a-token-of-24-characters';
const opened = makeAccess({ token: TOKEN });
const NO_STORE = { tables: { findHolder: () => Promise.resolve(null) } } as unknown as EventStore;

function request(headers: Record<string, string>): IncomingMessage {
  return { headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
}

async function isAdmitted(access: Access, headers: Record<string, string>): Promise<boolean> {
  const asked = request(headers);
  await admitTokens(access, NO_STORE, asked);
  return isOperator(access, asked);
}

describe('the operator', () => {
  it('is everybody on this machine alone', () => {
    expect(isOperator(makeAccess({ token: null }), request({}))).toBe(true);
  });

  it('shows the token by header', () => {
    expect(isOperator(makeAccess({ token: 'secret-of-16-chars' }), request({ authorization: 'Bearer secret-of-16-chars' }))).toBe(true);
    expect(isOperator(makeAccess({ token: 'secret-of-16-chars' }), request({ authorization: 'Bearer secret-of-16-char' }))).toBe(false);
    expect(isOperator(makeAccess({ token: 'secret-of-16-chars' }), request({ authorization: 'Basic secret-of-16-chars' }))).toBe(false);
  });

  it('or by the session that unlocking gave, among other cookies', async () => {
    const cookie = operatorCookie(await opened.sessions.open());
    expect(cookie).toContain('HttpOnly; SameSite=Strict');
    expect(cookie).toContain(`Max-Age=${30 * 24 * 3600}`);
    expect(await isAdmitted(opened, { cookie: `theme=dark; ${cookie.split(';')[0]}; other=1` })).toBe(true);
    expect(await isAdmitted(opened, { cookie: clearedCookies()[0]?.split(';')[0] ?? '' })).toBe(false);
    expect(await isAdmitted(opened, { cookie: 'mandi_operator=%E0%A4%A' })).toBe(false);
  });

  it('no longer by a cookie that holds the token itself, nor by a session as a bearer', async () => {
    expect(await isAdmitted(opened, { cookie: `mandi_operator=${encodeURIComponent(TOKEN)}` })).toBe(false);
    expect(await isAdmitted(opened, { authorization: `Bearer ${await opened.sessions.open()}` })).toBe(false);
  });
});

describe("the session of an operator's browser", () => {
  const cookieOf = (session: string) => ({ cookie: `mandi_operator=${session}` });

  it('ends after thirty days, when it is signed out, and with the token', async () => {
    let now = 0;
    const book = new MemorySessionBook(() => now);
    const access = makeAccess({ token: TOKEN, sessions: book });
    const [left, right] = [await access.sessions.open(), await access.sessions.open()];
    await access.sessions.end(left);
    expect(await isAdmitted(access, cookieOf(left))).toBe(false);
    expect(await isAdmitted(access, cookieOf(right))).toBe(true);
    expect(await isAdmitted(makeAccess({ token: TOKEN, sessions: book }), cookieOf(right))).toBe(true); // another web process
    expect(await isAdmitted(makeAccess({ token: 'another-token-of-24-chars', sessions: book }), cookieOf(right))).toBe(false);
    now = 30 * 24 * 3600_000;
    expect(await isAdmitted(access, cookieOf(right))).toBe(false);
  });

  it('is kept as a hash that tells neither it nor the token', async () => {
    const kept: string[] = [];
    const book = {
      open: (hash: string) => Promise.resolve(void kept.push(hash)),
      isOpen: () => Promise.resolve(false),
      end: () => Promise.resolve(),
    };
    const access = makeAccess({ token: TOKEN, sessions: book });
    const [one, other] = [await access.sessions.open(), await access.sessions.open()];
    expect(one).toMatch(/^[\w-]{32}$/);
    expect(one).not.toBe(other);
    expect(new Set(kept).size).toBe(2);
    const digests = [one, TOKEN].map((secret) => createHash('sha256').update(secret).digest('hex'));
    for (const hash of kept) expect([one, other, TOKEN, ...digests]).not.toContain(hash);
  });

  it('cannot be guessed at speed: after too many a good one is not heard either', async () => {
    const access = makeAccess({ token: TOKEN, tries: new TokenTries(3) });
    const good = cookieOf(await access.sessions.open());
    expect(await isAdmitted(access, good)).toBe(true);
    for (let n = 0; n < 3; n++) expect(await isAdmitted(access, cookieOf(`guess-number-${n}-of-32-characters-`))).toBe(false);
    await expect(isAdmitted(access, cookieOf('another-guess-of-32-characters-x'))).rejects.toThrow('Too many wrong tokens');
    expect(await isAdmitted(access, good)).toBe(false);
  });

  it('is asked for again while a socket stays open', async () => {
    const access = makeAccess({ token: TOKEN });
    const session = await access.sessions.open();
    const socket = request(cookieOf(session));
    await admitTokens(access, NO_STORE, socket);
    expect(isOperator(access, socket)).toBe(true);
    expect(await hasSessionEnded(access, socket)).toBe(false);
    await access.sessions.end(session);
    expect(await hasSessionEnded(access, socket)).toBe(true);
    expect(isOperator(access, socket)).toBe(false);
    expect(await hasSessionEnded(access, request({}))).toBe(false);
  });

  it('opens nothing while the database cannot say, and that is no guess', async () => {
    const book = { open: () => Promise.resolve(), isOpen: () => Promise.reject(new Error('away')), end: () => Promise.resolve() };
    const access = makeAccess({ token: TOKEN, sessions: book, tries: new TokenTries(2) });
    for (let n = 0; n < 5; n++) expect(await isAdmitted(access, cookieOf(`guess-number-${n}-of-32-characters-`))).toBe(false);
  });
});

describe('F2: a proxy on the same machine makes nobody the operator', () => {
  const alone = makeAccess({ token: null });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'])('%s ends the right of loopback', (name) => {
    expect(isOperator(alone, request({ [name]: '203.0.113.9' }))).toBe(false);
  });

  it('so does a Host that is not of this machine', () => {
    expect(isOperator(alone, request({ host: 'mandi.example.org' }))).toBe(false);
  });

  it.each([
    [{ host: '127.0.0.1', origins: [], adminToken: null }, true],
    [{ host: '127.0.0.1', origins: ['http://localhost:8080'], adminToken: null }, true],
    [{ host: '127.0.0.1', origins: ['https://mandi.example.org'], adminToken: null }, false],
    [{ host: '127.0.0.1', origins: [], adminToken: TOKEN }, false],
    [{ host: '0.0.0.0', origins: [], adminToken: null }, false],
  ])('%j: nobody has to show a token: %s', (options, isAlone) => {
    expect(isThisMachineAlone(options)).toBe(isAlone);
  });
});

describe('F7: tokens cannot be guessed at full speed', () => {
  const guess = (n: number) => request({ authorization: `Bearer guess-number-${n}` });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('so many wrong ones, and this visitor is not heard for a while, with the right one either', async () => {
    const access = makeAccess({ token: TOKEN, tries: new TokenTries(3) });
    for (let n = 0; n < 4; n++) expect(countWrongToken(access, guess(n))).toBeNull();
    await settled();
    expect(countWrongToken(access, guess(5))).toBeGreaterThan(0);
    const right = request({ authorization: `Bearer ${TOKEN}` });
    expect(isOperator(access, right)).toBe(false);
    const elsewhere = { headers: right.headers, socket: { remoteAddress: '192.0.2.7' } } as unknown as IncomingMessage;
    expect(isOperator(access, elsewhere)).toBe(true);
  });

  it('the same wrong token again is the same try', async () => {
    const access = makeAccess({ token: TOKEN, tries: new TokenTries(3) });
    for (let n = 0; n < 20; n++) countWrongToken(access, guess(1));
    await settled();
    expect(countWrongToken(access, guess(2))).toBeNull();
  });

  it('the token of a seat is no guess', async () => {
    const store = { tables: { findHolder: () => Promise.resolve({ matchId: 'm', role: 'seat', seat: 'lab_0' }) } };
    const access = makeAccess({ token: TOKEN, tries: new TokenTries(3) });
    for (let n = 0; n < 20; n++) await admitTokens(access, store as unknown as EventStore, guess(n));
    await settled();
    expect(access.tries.wait('127.0.0.1')).toBeNull();
  });
});

describe('cookies over https', () => {
  it('are this host’s alone: one that another name of the domain has planted is not heard', () => {
    expect(operatorCookie(TOKEN, true)).toMatch(/^__Host-mandi_operator=.*; Path=\/; .*; Secure$/);
    const cookie = 'mandi_operator=planted; __Host-mandi_operator=own';
    expect(cookiesOf({ headers: { cookie } }).get('mandi_operator')).toBe('own');
    expect(cookiesOf({ headers: { cookie: 'mandi_operator=planted; mandi_seat=planted' } }, true).size).toBe(0);
    expect(cookiesOf({ headers: { cookie } }, true).get('mandi_operator')).toBe('own');
  });

  it('are forgotten under both names', () => {
    expect(clearedCookies(true).map((cookie) => cookie.split('=', 1)[0])).toEqual(['__Host-mandi_operator', 'mandi_operator']);
    expect(clearedCookies(true).every((cookie) => cookie.includes('Max-Age=0') && cookie.endsWith('; Secure'))).toBe(true);
    expect(clearedCookies()).toHaveLength(1);
  });
});
