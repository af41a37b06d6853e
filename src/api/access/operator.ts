/** Who may do what: the operator's token by header, compared in constant time, or a session by cookie. */
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
  /** null: only this machine reaches the server, and nobody has to show anything. */
  token: string | null;
  /** Left out: kept in this process alone. */
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

/** Does nobody have to show anything? Not once a token is set, the server is opened, or a public name leads to it. */
export function isThisMachineAlone({ host, origins, adminToken }: { host: string; origins: readonly string[]; adminToken: string | null }) {
  return adminToken === null && isLoopbackName(host) && origins.every((origin) => isLoopbackName(new URL(origin).hostname));
}

/**
 * On loopback without a token everybody; elsewhere who carries the token. What a proxy has passed on comes from anywhere: it has no
 * right of its own. Whoever has shown too many wrong tokens is heard again after a while.
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

/** Carries the operator's token, or a session that `admitTokens` found open. */
export function showsOperator(access: Access, request: IncomingMessage): boolean {
  const bearer = bearerOf(request);
  const isShown = (bearer !== undefined && access.isToken(bearer)) || access.sessions.isShownBy(request);
  return isShown && access.tries.wait(access.visitorOf(request).key) === null;
}

/**
 * For endpoints where every bearer is meant as an operator's (or a worker's) token: a wrong one is counted. Sessions open nothing there.
 * Seconds to wait; null: none.
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

/**
 * For endpoints where a bearer may be a seat's token as well, and browsers show a session: what is nobody's is counted, and refused after
 * too many.
 */
export async function admitTokens(access: Access, store: Pick<EventStore, 'tables'>, request: IncomingMessage): Promise<void> {
  const bearer = bearerOf(request);
  if (bearer !== undefined) await admitShown(access, store, { visitor: access.visitorOf(request).key, tokens: [bearer] });
  const session = sessionOf(access, request);
  if (session !== undefined && access.sessions.areNeeded) await admitSession(access, request, session);
}

async function admitSession({ tries, sessions, visitorOf }: Access, request: IncomingMessage, session: string): Promise<void> {
  const visitor = visitorOf(request).key;
  // A database that is away cannot say: then it opens nothing, and is no guess.
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

/** Was this request admitted with a session that has ended meanwhile? A socket stays longer than what it showed may be good for. */
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
    // Else all that are shown at the same moment would be looked up before the first of them counts.
    await tries.inTurn(visitor, async () => {
      const wait = tries.wait(visitor);
      if (wait !== null) throw tooManyTokens(wait);
      if (isToken(token)) return;
      const isHeld = await store.tables.findHolder(digest(token).toString('hex')).catch(() => undefined); // undefined: nobody can say now
      if (isHeld) tries.know(token);
      else if (isHeld === null) await tries.fail(visitor, token);
    });
  }
}

export function tooManyTokens(wait: number): Refusal {
  return new Refusal('too_many_requests', `Too many wrong tokens: try again in ${wait} s.`, wait);
}

/** What this browser was given when it showed the token. */
function sessionOf({ visitorOf }: Access, request: IncomingMessage): string | undefined {
  return cookiesOf(request, visitorOf(request).isSecure).get(OPERATOR_COOKIE);
}

export function operatorCookie(session: string, secure = false): string {
  return lasting(OPERATOR_COOKIE, session, { days: SESSION_DAYS, secure });
}

export function clearedCookies(secure = false): string[] {
  return forgotten(OPERATOR_COOKIE, secure);
}

/** Equal lengths for `timingSafeEqual`, and no hint at the token's own. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
