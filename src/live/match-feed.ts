import type { AnyGame } from '~/contract/game';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { FrameFold, type Sight, sightOf } from './frames';
import { FoldTurns, isShownLate, lateHead, MatchState } from './match-state';
import type { Frame } from './protocol';

/** Number of events per read from the log. */
const READ_AT_ONCE = 1000;
/** In a match with more seats, each append is shown in one step: its view takes milliseconds, and a round has hundreds of events. */
const MOST_SEATS_EVENT_BY_EVENT = 8;
const MOST_FRAMES_KEPT = 1_500_000;

export interface FeedSource {
  store: Pick<EventStore, 'read'>;
  gameOf(match: MatchRecord): AnyGame;
  /** Maximum number of matches in memory; the least recently used is dropped first. */
  keep: number;
  /** Shared by all folds of this process. Absent: this instance has its own. */
  turns?: FoldTurns;
}

/** One match's frames for one sight, generated on demand. */
export class MatchFeed {
  readonly frames: Frame[] = [];
  private readonly fold: FrameFold;
  private readonly store: Pick<EventStore, 'read'>;
  private readonly turns: FoldTurns;
  private readonly matchId: string;
  private readonly isEventByEvent: boolean;
  /** Sequence numbers at which the view is up to date. When each event is shown separately, that is all of them. */
  private readonly beats = new Set<number>([0]);
  /** Frame sizes in bytes, by sequence number, computed on demand. */
  private readonly sizes: number[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(source: FeedSource & { turns: FoldTurns }, match: MatchRecord, sight: Sight) {
    this.fold = new FrameFold(source.gameOf(match), sight);
    this.store = source.store;
    this.turns = source.turns;
    this.matchId = match.id;
    this.isEventByEvent = !sight.startsWith('seat:') && match.seats.length <= MOST_SEATS_EVENT_BY_EVENT;
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

  /** Whether a client with the view after `seq` can continue from there. Not possible between beats. */
  isBeat(seq: number): boolean {
    return this.isEventByEvent || this.beats.has(seq);
  }

  /** Brings the feed up to `head` and not beyond. Uses `fresh` if it continues the feed, otherwise reads the log. */
  catchUp(head: number, fresh: readonly StoredEvent[] = []): Promise<void> {
    const turn = this.queue.then(async () => {
      await this.takeAll(fresh, head);
      while (this.head < head) {
        const stored = await this.store.read(this.matchId, this.head, READ_AT_ONCE);
        if (stored.length === 0) return; // the caller announced more than the log has
        await this.takeAll(stored, head);
      }
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** The frames after `seq`, in order and without gaps. */
  after(seq: number, limit = Number.POSITIVE_INFINITY): Frame[] {
    return this.frames.slice(seq, Math.min(this.frames.length, seq + limit));
  }

  /** The frames after `seq` that fit into this many bytes of JSON, ending at a beat. Always includes the first beat. */
  within(seq: number, mostBytes: number, limit = Number.POSITIVE_INFINITY): Frame[] {
    const frames = this.after(seq, limit);
    let bytes = 0;
    let fits = 0;
    for (const [index, frame] of frames.entries()) {
      bytes += this.sizeOf(frame);
      if (bytes > mostBytes && fits > 0) break;
      if (this.isBeat(frame.seq)) fits = index + 1;
    }
    return fits === 0 ? frames : frames.slice(0, fits);
  }

  private sizeOf(frame: Frame): number {
    const known = this.sizes[frame.seq];
    if (known !== undefined) return known;
    const size = Buffer.byteLength(JSON.stringify(frame));
    this.sizes[frame.seq] = size;
    return size;
  }

  private takeAll(stored: readonly StoredEvent[], head: number): Promise<void> {
    return this.turns.each(stored.entries(), ([index, event]) => {
      if (event.seq !== this.head + 1 || event.seq > head) return;
      const next = event.seq === head ? undefined : stored[index + 1];
      // The first event is a beat, because a match without a view before its second event could not be drawn at its beginning.
      const isFirst = event.seq === 1;
      const isBeat = this.isEventByEvent || isFirst || next === undefined || next.recordedAt.getTime() !== event.recordedAt.getTime();
      this.frames.push(this.fold.take(event, isBeat));
      if (isBeat && !this.isEventByEvent) this.beats.add(event.seq);
    });
  }
}

/** What is cached for one match. */
interface Shelf {
  feeds: Map<Sight, MatchFeed>;
  state: MatchState | null;
}

/** The feeds of recently used matches, one per requested sight. */
export class MatchFeeds {
  private readonly shelves = new Map<string, Shelf>();
  private readonly source: FeedSource & { turns: FoldTurns };

  constructor(source: FeedSource) {
    this.source = { turns: new FoldTurns(), ...source };
  }

  /** Whether the feed is cached. If not, all events must be read and folded first. */
  keeps(matchId: string, sight: Sight): boolean {
    const feeds = this.shelves.get(matchId)?.feeds;
    return feeds !== undefined && (feeds.has('all') || feeds.has(sight));
  }

  /** The match's feed, up to what watchers, or the holder of a seat, may see now. */
  async at(match: MatchRecord, fresh: readonly StoredEvent[] = [], seat: string | null = null): Promise<MatchFeed> {
    const shelf = this.touch(match.id);
    const feed = this.feedOn(shelf, match, seat);
    const head = Math.max(match.head, fresh.at(-1)?.seq ?? 0);
    try {
      const isLate = seat === null && isShownLate(match);
      await feed.catchUp(isLate ? lateHead(match, await this.stateOn(shelf, match, fresh)) : head, fresh);
    } catch (fault) {
      shelf.feeds.delete(feed.sight); // it may have stopped halfway through an event
      throw fault;
    }
    this.forget(match.id);
    return feed;
  }

  /** The match's full state, for computing a seat's observation. */
  async stateOf(match: MatchRecord): Promise<MatchState> {
    const state = await this.stateOn(this.touch(match.id), match, []);
    this.forget(match.id);
    return state;
  }

  private async stateOn(shelf: Shelf, match: MatchRecord, fresh: readonly StoredEvent[]): Promise<MatchState> {
    const state = shelf.state ?? new MatchState(this.source.gameOf(match), this.source, match.id);
    shelf.state = state;
    try {
      await state.catchUp(Math.max(match.head, fresh.at(-1)?.seq ?? 0), fresh);
    } catch (fault) {
      shelf.state = null;
      throw fault;
    }
    return state;
  }

  private touch(matchId: string): Shelf {
    const shelf = this.shelves.get(matchId) ?? { feeds: new Map<Sight, MatchFeed>(), state: null };
    this.shelves.delete(matchId);
    this.shelves.set(matchId, shelf);
    return shelf;
  }

  /** Keeps a feed that shows everything, because a record that says otherwise is from before the match's end. */
  private feedOn(shelf: Shelf, match: MatchRecord, seat: string | null): MatchFeed {
    const sight = shelf.feeds.has('all') ? 'all' : sightOf(match, seat);
    const feed = shelf.feeds.get(sight) ?? new MatchFeed(this.source, match, sight);
    if (sight === 'all') shelf.feeds.clear(); // from now on nobody sees less
    shelf.feeds.delete(sight);
    shelf.feeds.set(sight, feed);
    return feed;
  }

  private forget(inUse: string): void {
    let frames = 0;
    for (const shelf of this.shelves.values()) for (const feed of shelf.feeds.values()) frames += feed.frames.length;
    for (const [matchId, shelf] of this.shelves) {
      if (this.shelves.size <= this.source.keep && frames <= MOST_FRAMES_KEPT) return;
      if (matchId === inUse) continue;
      for (const feed of shelf.feeds.values()) frames -= feed.frames.length;
      this.shelves.delete(matchId);
    }
  }
}
