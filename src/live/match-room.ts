import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { isOver, type Sight } from './frames';
import type { MatchFeed, MatchFeeds } from './match-feed';
import type { FramesMessage, MatchCard, WatchAnswer } from './protocol';

/** The one who hears: every socket of a room, or one socket. */
export interface RoomVoice {
  frames(message: FramesMessage): void;
  card(card: MatchCard): void;
  watchers(message: { matchId: string; count: number }): void;
}

export interface RoomOptions {
  matchId: string;
  store: Pick<EventStore, 'get'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  voice: RoomVoice;
  /** Something could not be told; the watchers will notice the gap and ask again. */
  onFault(fault: unknown): void;
}

/** Watchers who come and go at once are counted aloud so seldom. */
const COUNT_EVERY_MS = 200;

/**
 * The watchers of one match in this process. What is told and who joins goes through one queue, so that everybody hears every
 * frame once, in order: who joins gets what there is in the answer, and everything later with the others.
 */
export class MatchRoom {
  private readonly options: RoomOptions;
  private readonly members = new Set<string>();
  private queue: Promise<unknown> = Promise.resolve();
  /** The newest frame that the room has heard, and with what sight; null before anybody joined. */
  private told: { head: number; sight: Sight } | null = null;
  private toldCard = '';
  private counting: NodeJS.Timeout | null = null;
  private over = false;

  constructor(options: RoomOptions) {
    this.options = options;
  }

  get watchers(): number {
    return this.members.size;
  }

  /** False while something may still happen in it. */
  get isOver(): boolean {
    return this.over;
  }

  /** Commits of the match, or a change of its card: everybody here hears what is new to them. */
  tell(match: MatchRecord, fresh: readonly StoredEvent[]): void {
    void this.inTurn(async () => {
      const isOld = this.over && !isOver(match.status);
      if (!isOld) await this.announce(match, fresh);
    }).catch(this.options.onFault);
  }

  /** `welcome` gets the answer in turn: who is put into the room there misses nothing and hears nothing twice. */
  join(member: string, since: number, welcome: (answer: WatchAnswer) => void): Promise<void> {
    this.members.add(member);
    return this.inTurn(async () => {
      const match = await this.options.store.get(this.options.matchId);
      if (!match) return welcome({ ok: false, code: 'unknown_match', message: `There is no match ${this.options.matchId}.` });
      const feed = await this.announce(match, []);
      this.countSoon();
      welcome({ ok: true, card: this.options.cardOf(match), watchers: this.watchers, ...this.missed(match, feed, since) });
    });
  }

  leave(member: string): void {
    if (this.members.delete(member)) this.countSoon();
  }

  close(): void {
    if (this.counting) clearTimeout(this.counting);
    this.counting = null;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async announce(match: MatchRecord, fresh: readonly StoredEvent[]): Promise<MatchFeed> {
    const { feeds, voice, matchId } = this.options;
    const feed = await feeds.at(match, fresh);
    if (this.told && this.told.sight !== feed.sight) voice.frames({ matchId, frames: feed.after(0), anew: true });
    else if (this.told && feed.head > this.told.head) voice.frames({ matchId, frames: feed.after(this.told.head) });
    this.told = { head: feed.head, sight: feed.sight };
    this.announceCard(match);
    return feed;
  }

  private announceCard(match: MatchRecord): void {
    this.over = isOver(match.status);
    const card = this.options.cardOf(match);
    const text = JSON.stringify({ ...card, head: 0 });
    if (text === this.toldCard) return;
    this.toldCard = text;
    this.options.voice.card(card);
  }

  /** What a watcher lacks who has everything up to `since`. What was seen of a public match while it ran is void after its end. */
  private missed(match: MatchRecord, feed: MatchFeed, since: number): { frames: FramesMessage['frames']; anew?: true } {
    const isVoid = since > feed.head || (since > 0 && match.visibility === 'public' && feed.sight === 'all');
    return isVoid ? { frames: feed.after(0), anew: true } : { frames: feed.after(since) };
  }

  private countSoon(): void {
    this.counting ??= setTimeout(() => {
      this.counting = null;
      if (this.watchers > 0) this.options.voice.watchers({ matchId: this.options.matchId, count: this.watchers });
    }, COUNT_EVERY_MS);
  }
}
