/**
 * A browser presents the operator's token once and gets a session: 192 random bits, useless after the session ends. Only a hash keyed by
 * the token is stored, so changing the token ends all sessions, and the hash reveals nothing about it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MemorySessionBook, type SessionBook } from '~/store/peers/session-book';

export const SESSION_DAYS = 30;
const DAY_MS = 24 * 3600_000;
const IS_SESSION = /^[\w-]{32}$/;

export class OperatorSessions {
  /** Requests that had a valid session when they arrived. */
  private readonly shown = new WeakSet<object>();
  private readonly token: string | null;
  private readonly book: SessionBook;

  /** `token`: null if no token is needed; then there are no sessions. */
  constructor(token: string | null, book: SessionBook = new MemorySessionBook()) {
    this.token = token;
    this.book = book;
  }

  get areNeeded(): boolean {
    return this.token !== null;
  }

  async open(): Promise<string> {
    const session = randomBytes(24).toString('base64url');
    await this.book.open(this.hashOf(session), SESSION_DAYS * DAY_MS);
    return session;
  }

  /** Checks the session and, if it is valid, remembers the request as the operator's. */
  async look(request: IncomingMessage, session: string): Promise<boolean> {
    const isOpen = IS_SESSION.test(session) && this.areNeeded && (await this.book.isOpen(this.hashOf(session)));
    if (isOpen) this.shown.add(request);
    else this.shown.delete(request);
    return isOpen;
  }

  isShownBy(request: object): boolean {
    return this.shown.has(request);
  }

  async end(session: string): Promise<void> {
    if (IS_SESSION.test(session) && this.areNeeded) await this.book.end(this.hashOf(session));
  }

  private hashOf(session: string): string {
    return createHmac('sha256', this.token ?? '')
      .update(session)
      .digest('hex');
  }
}
