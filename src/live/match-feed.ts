import type { AnyGame } from '~/games/game';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { FrameFold, type Sight, sightOf } from './frames';
import type { Frame } from './protocol';

/** How many events are read from the log at once. */
const READ_AT_ONCE = 1000;

export interface FeedSource {
  store: Pick<EventStore, 'read'>;
  gameOf(match: MatchRecord): AnyGame;
  /** How many matches are kept in memory; the one that was asked for longest ago goes first. */
  keep: number;
}

/** One match's frames for one sight, as far as they were asked for. */
export class MatchFeed {
  readonly frames: Frame[] = [];
  private readonly fold: FrameFold;
  private readonly store: Pick<EventStore, 'read'>;
  private readonly matchId: string;
  private queue: Promise<void> = Promise.resolve();

  constructor(source: FeedSource, match: MatchRecord, sight: Sight) {
    this.fold = new FrameFold(source.gameOf(match), sight);
    this.store = source.store;
    this.matchId = match.id;
  }

  get sight(): Sight {
    return this.fold.sight;
  }

  get head(): number {
    return this.fold.head;
  }

  get view(): object {
    return this.fold.view;
  }

  /** Brings the feed up to `head`: from `fresh`, when that continues what is here, else from the log. */
  catchUp(head: number, fresh: readonly StoredEvent[] = []): Promise<void> {
    const turn = this.queue.then(async () => {
      this.takeAll(fresh);
      while (this.head < head) {
        const stored = await this.store.read(this.matchId, this.head, READ_AT_ONCE);
        if (stored.length === 0) return; // told of more than there is: the log decides
        this.takeAll(stored);
      }
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** The frames after `seq`, in order, without a gap. */
  after(seq: number, limit = Number.POSITIVE_INFINITY): Frame[] {
    return this.frames.slice(seq, Math.min(this.frames.length, seq + limit));
  }

  private takeAll(stored: readonly StoredEvent[]): void {
    for (const event of stored) {
      if (event.seq === this.head + 1) this.frames.push(this.fold.take(event));
    }
  }
}

/** The feeds of the matches that were asked for lately. */
export class MatchFeeds {
  private readonly feeds = new Map<string, MatchFeed>();
  private readonly source: FeedSource;

  constructor(source: FeedSource) {
    this.source = source;
  }

  /** The match's feed, up to the head its record names, for what its watchers may see now. */
  async at(match: MatchRecord, fresh: readonly StoredEvent[] = []): Promise<MatchFeed> {
    const feed = this.touch(match);
    try {
      await feed.catchUp(Math.max(match.head, fresh.at(-1)?.seq ?? 0), fresh);
    } catch (fault) {
      if (this.feeds.get(match.id) === feed) this.feeds.delete(match.id); // it may have stopped halfway through an event
      throw fault;
    }
    return feed;
  }

  /** A feed that shows everything stays: a record that says otherwise is older than the match's end. */
  private touch(match: MatchRecord): MatchFeed {
    const known = this.feeds.get(match.id);
    const sight = known?.sight === 'all' ? 'all' : sightOf(match);
    const feed = known?.sight === sight ? known : new MatchFeed(this.source, match, sight);
    this.feeds.delete(match.id);
    this.feeds.set(match.id, feed);
    for (const oldest of this.feeds.keys()) {
      if (this.feeds.size <= this.source.keep) break;
      this.feeds.delete(oldest);
    }
    return feed;
  }
}
