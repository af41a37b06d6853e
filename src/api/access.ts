/** Who may do what: the operator's token, by header or by cookie, compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Access } from './context';
import { bearerOf, cookiesOf, lasting } from './cookies';

const COOKIE = 'mandi_operator';

/** `token` null: loopback only, nobody has to show anything. */
export function makeAccess(loopback: boolean, token: string | null): Access {
  const expected = token === null ? null : digest(token);
  return { loopback, isToken: (candidate) => expected !== null && timingSafeEqual(digest(candidate), expected) };
}

/** On loopback everybody; elsewhere who carries the token. */
export function isOperator(access: Access, request: IncomingMessage): boolean {
  return access.loopback || showsOperator(access, request);
}

/** Carries the operator's token, by header or by cookie. */
export function showsOperator(access: Access, request: Pick<IncomingMessage, 'headers'>): boolean {
  const shown = bearerOf(request) ?? cookiesOf(request).get(COOKIE);
  return shown !== undefined && access.isToken(shown);
}

export function operatorCookie(token: string): string {
  return lasting(COOKIE, token, { days: 30 });
}

export function clearedCookie(): string {
  return lasting(COOKIE, '', { days: 0 });
}

/** Equal lengths for `timingSafeEqual`, and no hint at the token's own. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
