/** Who may do what: the operator's token, by header or by cookie, compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Access } from './context';

const COOKIE = 'mandi_operator';
const THIRTY_DAYS_S = 30 * 24 * 3600;

/** `token` null: loopback only, nobody has to show anything. */
export function makeAccess(loopback: boolean, token: string | null): Access {
  const expected = token === null ? null : digest(token);
  return { loopback, isToken: (candidate) => expected !== null && timingSafeEqual(digest(candidate), expected) };
}

/** On loopback everybody; elsewhere who carries the token. */
export function isOperator(access: Access, request: IncomingMessage): boolean {
  if (access.loopback) return true;
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const shown = bearer ?? cookieOf(request);
  return shown !== undefined && access.isToken(shown);
}

export function operatorCookie(token: string): string {
  return `${COOKIE}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${THIRTY_DAYS_S}`;
}

export function clearedCookie(): string {
  return `${COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
}

function cookieOf(request: IncomingMessage): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === COOKIE && value) return decodeOr(value.trim());
  }
  return undefined;
}

function decodeOr(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Equal lengths for `timingSafeEqual`, and no hint at the token's own. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
