/** Checks operator rights: the token in a header, compared in constant time, or a session cookie. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EventStore } from '~/store/event-store';
import type { SessionBook } from '~/store/peers/session-book';
import type { Access } from '../context';
import { Refusal } from '../errors';
import { bearerOf, cookiesOf, forgotten, lasting } from './cookies';
import { isLoopbackName } from './guard';
import { OperatorSessions, SESSION_DAYS } from './operator-sessions';
import { TokenTries } from './token-tries';
import { type FindVisitor, visitorFinder } from './visitor';

export const OPERATOR_COOKIE = 'mandi_operator';

export interface AccessOptions {
  /** null: only this machine can reach the server, and no token is needed. */
  token: string | null;
  /** Default: stored only in this process. */
  sessions?: SessionBook;
  visitorOf?: FindVisitor;
  tries?: TokenTries;
}

export function makeAccess({ token, sessions, visitorOf = visitorFinder(), tries = new TokenTries(20) }: AccessOptions): Access {
  const expected = token === null ? null : digest(token);
  return {
    loopback: token === null,
    isToken: (candidate) => expected !== null && timingSafeEqual(digest(candidate), expected),
    sessions: new OperatorSessions(token, sessions),
    visitorOf,
    tries,
  };
}

/** Whether everyone is the operator. Not if a token is set, the server is reachable from outside, or it has a public name. */
export function isThisMachineAlone({ host, origins, adminToken }: { host: string; origins: readonly string[]; adminToken: string | null }) {
  return adminToken === null && isLoopbackName(host) && origins.every((origin) => isLoopbackName(new URL(origin).hostname));
}

/**
 * On loopback without a token, everyone; otherwise holders of the token. Proxied requests come from anywhere and always need it. Too many
 * wrong tokens block a visitor for a while.
 */
export function isOperator(access: Access, request: IncomingMessage): boolean {
  if (access.isPeer?.(request) === true) return true;
  return (access.loopback && isFromHere(access, request)) || showsOperator(access, request);
}

function isFromHere({ visitorOf }: Access, request: IncomingMessage): boolean {
  const host = request.headers.host ?? '';
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  return !visitorOf(request).isForwarded && isLoopbackName(name);
}

/** Whether the request has the operator's token or a session that `admitTokens` accepted. */
export function showsOperator(access: Access, request: IncomingMessage): boolean {
  const bearer = bearerOf(request);
  const isShown = (bearer !== undefined && access.isToken(bearer)) || access.sessions.isShownBy(request);
  return isShown && access.tries.wait(access.visitorOf(request).key) === null;
}

/**
 * For endpoints whose bearer must be an operator's (or worker's) token: counts a wrong one. Sessions are not accepted. Returns the seconds
 * to wait; null: none.
 */
export function countWrongToken(access: Access, request: IncomingMessage, isRight = false): number | null {
  const { key } = access.visitorOf(request);
  const token = bearerOf(request);
  if (token === undefined) return null;
  const wait = access.tries.wait(key);
  if (wait !== null) return wait;
  if (!isRight && !(access.loopback && isFromHere(access, request)) && !access.isToken(token)) void access.tries.fail(key, token);
  return null;
}

/** For endpoints that also accept seat tokens and browser sessions: counts tokens that are neither, and refuses after too many. */
export async function admitTokens(access: Access, store: Pick<EventStore, 'tables'>, request: IncomingMessage): Promise<void> {
  const bearer = bearerOf(request);
  if (bearer !== undefined) await admitShown(access, store, { visitor: access.visitorOf(request).key, tokens: [bearer] });
  const session = sessionOf(access, request);
  if (session !== undefined && access.sessions.areNeeded) await admitSession(access, request, session);
}

async function admitSession({ tries, sessions, visitorOf }: Access, request: IncomingMessage, session: string): Promise<void> {
  const visitor = visitorOf(request).key;
  // If the database is unavailable, the session is not accepted, and not counted as a guess either.
  const look = () => sessions.look(request, session).catch(() => undefined);
  if (tries.isKnown(session)) return void (await look());
  await tries.inTurn(visitor, async () => {
    const wait = tries.wait(visitor);
    if (wait !== null) throw tooManyTokens(wait);
    const isOpen = await look();
    if (isOpen) tries.know(session);
    else if (isOpen === false) await tries.fail(visitor, session);
  });
}

/** Whether this request was admitted with a session that has since ended. Sockets outlive the request that opened them. */
export async function hasSessionEnded(access: Access, request: IncomingMessage): Promise<boolean> {
  const session = sessionOf(access, request);
  if (session === undefined || !access.sessions.isShownBy(request)) return false;
  return !(await access.sessions.look(request, session));
}

export async function admitShown(
  { isToken, tries }: Access,
  store: Pick<EventStore, 'tables'>,
  { visitor, tokens }: { visitor: string; tokens: readonly string[] },
): Promise<void> {
  for (const token of tokens) {
    if (tries.isKnown(token)) continue;
    // Sequential, because otherwise concurrent guesses would all be checked before the first is counted.
    await tries.inTurn(visitor, async () => {
      const wait = tries.wait(visitor);
      if (wait !== null) throw tooManyTokens(wait);
      if (isToken(token)) return;
      const isHeld = await store.tables.findHolder(digest(token).toString('hex')).catch(() => undefined); // undefined: the database cannot answer now
      if (isHeld) tries.know(token);
      else if (isHeld === null) await tries.fail(visitor, token);
    });
  }
}

export function tooManyTokens(wait: number): Refusal {
  return new Refusal('too_many_requests', `Too many wrong tokens: try again in ${wait} s.`, wait);
}

/** The session cookie of this browser. */
function sessionOf({ visitorOf }: Access, request: IncomingMessage): string | undefined {
  return cookiesOf(request, visitorOf(request).isSecure).get(OPERATOR_COOKIE);
}

export function operatorCookie(session: string, secure = false): string {
  return lasting(OPERATOR_COOKIE, session, { days: SESSION_DAYS, secure });
}

export function clearedCookies(secure = false): string[] {
  return forgotten(OPERATOR_COOKIE, secure);
}

/** `timingSafeEqual` needs equal lengths, and the length must not reveal anything about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
