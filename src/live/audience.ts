/** Receives committed events. The server's audience uses Socket.IO, the command line's prints, and a test's collects. */
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import type { ThoughtMessage } from './protocol';

export interface Audience {
  /** New events of a match, in order, after they were committed. */
  events(match: MatchRecord, stored: readonly StoredEvent[]): void;
  /** A change of the match's card (status, watchers, pace). */
  card(match: MatchRecord): void;
  /** Streams an agent's reply while it is being written. It is not stored here. */
  thought?(match: MatchRecord, message: ThoughtMessage): void;
}

/** An audience that ignores everything. */
export const emptyBroadcaster: Audience = { events() {}, card() {} };
