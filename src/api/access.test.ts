import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clearedCookie, isOperator, makeAccess, operatorCookie } from './access';

const TOKEN = 'a token with spaces; and = signs';
const opened = makeAccess(false, TOKEN);

function request(headers: Record<string, string>): IncomingMessage {
  return { headers } as unknown as IncomingMessage;
}

describe('the operator', () => {
  it('is everybody on this machine alone', () => {
    expect(isOperator(makeAccess(true, null), request({}))).toBe(true);
  });

  it('shows the token by header', () => {
    expect(isOperator(makeAccess(false, 'secret-of-16-chars'), request({ authorization: 'Bearer secret-of-16-chars' }))).toBe(true);
    expect(isOperator(makeAccess(false, 'secret-of-16-chars'), request({ authorization: 'Bearer secret-of-16-char' }))).toBe(false);
    expect(isOperator(makeAccess(false, 'secret-of-16-chars'), request({ authorization: 'Basic secret-of-16-chars' }))).toBe(false);
  });

  it('or by the cookie that unlocking gave, among others', () => {
    const cookie = operatorCookie(TOKEN);
    expect(cookie).toContain('HttpOnly; SameSite=Strict');
    expect(isOperator(opened, request({ cookie: `theme=dark; ${cookie.split(';')[0]}; other=1` }))).toBe(true);
    expect(isOperator(opened, request({ cookie: clearedCookie().split(';')[0] ?? '' }))).toBe(false);
    expect(isOperator(opened, request({ cookie: 'mandi_operator=%E0%A4%A' }))).toBe(false);
  });

  it('is nobody without a token to compare with', () => {
    expect(isOperator(makeAccess(false, null), request({ authorization: 'Bearer x' }))).toBe(false);
  });
});
