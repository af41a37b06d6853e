import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '~/store/event-store';
import { admitTokens, clearedCookies, countWrongToken, isOperator, isThisMachineAlone, makeAccess, operatorCookie } from './access';
import { cookiesOf } from './cookies';
import { TokenTries } from './token-tries';

const TOKEN = 'a token with spaces; and = signs';
const opened = makeAccess({ token: TOKEN });

function request(headers: Record<string, string>): IncomingMessage {
  return { headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
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

  it('or by the cookie that unlocking gave, among others', () => {
    const cookie = operatorCookie(TOKEN);
    expect(cookie).toContain('HttpOnly; SameSite=Strict');
    expect(isOperator(opened, request({ cookie: `theme=dark; ${cookie.split(';')[0]}; other=1` }))).toBe(true);
    expect(isOperator(opened, request({ cookie: clearedCookies()[0]?.split(';')[0] ?? '' }))).toBe(false);
    expect(isOperator(opened, request({ cookie: 'mandi_operator=%E0%A4%A' }))).toBe(false);
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
    const right = request({ cookie: operatorCookie(TOKEN).split(';')[0] ?? '' });
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
