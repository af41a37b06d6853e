/** Whoever is told what has been committed. The server's is Socket.IO; the command line's prints; a test's collects. */
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import type { ThoughtMessage } from './protocol';

export interface Audience {
  /** New events of a match, after commit, in order. */
  events(match: MatchRecord, stored: readonly StoredEvent[]): void;
  /** Something on the match's card has changed (status, watchers, pace). */
  card(match: MatchRecord): void;
  /** An agent of the match thinks aloud; nothing of it is stored. */
  thought?(match: MatchRecord, message: ThoughtMessage): void;
}

/** Nobody listens. */
export const emptyBroadcaster: Audience = { events() {}, card() {} };
