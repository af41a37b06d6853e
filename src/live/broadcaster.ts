import { Queues } from '~/lib/play/queues';
import type { EventStore, MatchRecord, Notice, StoredEvent } from '~/store/event-store';
import { sightOf } from './frames';
import { Lobby } from './lobby';
import type { MatchFeeds } from './match-feed';
import { MatchRoom, type Member, type RoomVoice } from './match-room';
import { isShownLate } from './match-state';
import type { LobbyMessage, MatchCard, ThoughtMessage, WatchAnswer } from './protocol';
import { WatcherCount, type WatcherNews } from './watcher-count';

/** Notices can be lost when the database connection breaks, so watched matches without news are checked at this interval. */
const LOOK_UP_EVERY_MS = 5000;
const LIVE_MATCHES_FOR_WHO_ENTERS = 20;

export interface BroadcasterOptions {
  store: Pick<EventStore, 'get' | 'list' | 'listen'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  /** Id of this process. Its own commits arrive through `tell`. */
  processId: string;
  voiceOf(matchId: string, seat: string | null): RoomVoice;
  lobby: { say(message: LobbyMessage): void; isEmpty(): boolean };
  /** Sends to the host of the match. */
  tellHost(message: ThoughtMessage): void;
  onFault(fault: unknown): void;
  /** Tells the other web processes. Absent: there is only one. */
  others?: OtherProcesses;
}

/** What other processes cannot read from the log. Messages may be lost. */
export interface OtherProcesses {
  watchers(news: WatcherNews): void;
  thought(message: ThoughtMessage): void;
}

export interface WatchRequest {
  matchId: string;
  since: number;
  /** null: the public view. */
  seat: string | null;
}

/** One match's rooms in this process: the watchers' room (seat null), and one per seat whose holder is connected. */
type Rooms = Map<string | null, MatchRoom>;

/** Connects commits to watchers. This process's commits arrive directly; those of other processes arrive as the store's notices. */
export class Broadcaster {
  readonly lobby: Lobby;
  private readonly options: BroadcasterOptions;
  private readonly matches = new Map<string, Rooms>();
  /** Matches whose record is being read; true: read it once more afterwards. */
  private readonly reading = new Map<string, boolean>();
  private stopListening: (() => Promise<void>) | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly count: WatcherCount | null;
  /** Thoughts from other processes, in order. */
  private readonly thoughts = new Queues();

  constructor(options: BroadcasterOptions) {
    this.options = options;
    const { others, processId } = options;
    const count = { processId, here: () => this.watchersHere(), changed: (id: string) => this.recount(id) };
    this.count = others ? new WatcherCount({ ...count, tell: (news) => others.watchers(news) }) : null;
    this.lobby = new Lobby({ ...options, ...options.lobby });
  }

  async open(): Promise<void> {
    this.stopListening = await this.options.store.listen((notice) => this.hear(notice));
    this.timer = setInterval(() => this.lookUp(), LOOK_UP_EVERY_MS);
    this.timer.unref();
    this.count?.start();
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.lobby.close();
    for (const rooms of this.matches.values()) for (const room of rooms.values()) room.close();
    this.count?.stop();
    await this.stopListening?.();
  }

  tell(match: MatchRecord, fresh: readonly StoredEvent[]): void {
    for (const room of this.matches.get(match.id)?.values() ?? []) room.tell(match, fresh);
    this.lobby.tell(match);
  }

  /** Sends an agent's reply while it grows: to everyone in an open match, otherwise only to the seat's holder and the host. */
  think(match: MatchRecord, message: ThoughtMessage): void {
    this.options.others?.thought(message);
    this.thinkHere(match, message);
  }

  /** Of an agent that another process asks. Read again, because it decides who may see it. */
  async hearThought(message: ThoughtMessage): Promise<void> {
    const { matchId } = message;
    if (!this.matches.has(matchId)) return;
    await this.thoughts.run(matchId, async () => {
      const match = await this.options.store.get(matchId);
      if (match) this.thinkHere(match, message);
    });
  }

  hearWatchers(news: WatcherNews): void {
    this.count?.hear(news);
  }

  private thinkHere(match: MatchRecord, message: ThoughtMessage): void {
    const isOpen = sightOf(match) === 'all' && !isShownLate(match);
    if (!isOpen) this.options.tellHost(message);
    this.matches
      .get(match.id)
      ?.get(isOpen ? null : message.seat)
      ?.think(match, message);
  }

  watch({ matchId, since, seat }: WatchRequest, member: Member, welcome: (answer: WatchAnswer) => void): Promise<void> {
    const rooms: Rooms = this.matches.get(matchId) ?? new Map<string | null, MatchRoom>();
    this.matches.set(matchId, rooms);
    const room = rooms.get(seat) ?? this.makeRoom(matchId, seat);
    rooms.set(seat, room);
    return room.join(member, since, welcome);
  }

  unwatch(matchId: string, member: string, seat: string | null = null): void {
    const rooms = this.matches.get(matchId);
    const room = rooms?.get(seat);
    room?.leave(member);
    if (room?.watchers !== 0) return;
    room.close();
    rooms?.delete(seat);
    if (rooms?.size === 0) this.matches.delete(matchId);
  }

  /** Rechecks who may stay in the match's rooms, because a token may have been revoked. */
  checkSeats(matchId: string): void {
    for (const room of this.matches.get(matchId)?.values() ?? []) room.check();
  }

  watchers(matchId: string): number {
    return (this.matches.get(matchId)?.get(null)?.watchers ?? 0) + (this.count?.elsewhere(matchId) ?? 0);
  }

  /** Counts of this process: watchers (including seat holders) and watched matches. */
  counts(): { watchers: number; watched: number } {
    let watchers = 0;
    for (const rooms of this.matches.values()) for (const room of rooms.values()) watchers += room.watchers;
    return { watchers, watched: this.matches.size };
  }

  private watchersHere(): Map<string, number> {
    return new Map([...this.matches].map(([id, rooms]) => [id, rooms.get(null)?.watchers ?? 0]));
  }

  private recount(matchId: string): void {
    for (const room of this.matches.get(matchId)?.values() ?? []) room.countAgain();
  }

  /** The first messages for someone who enters the lobby: all matches in progress. */
  async liveNow(isOperator: boolean): Promise<LobbyMessage[]> {
    const filter = { status: ['lobby' as const, 'running' as const, 'paused' as const], ...(!isOperator && { isPrivate: false }) };
    const page = await this.options.store.list(filter, { limit: LIVE_MATCHES_FOR_WHO_ENTERS });
    return Promise.all(page.items.map((match) => this.lobby.messageFor(match)));
  }

  private makeRoom(matchId: string, seat: string | null): MatchRoom {
    const voice = this.options.voiceOf(matchId, seat);
    return new MatchRoom({ ...this.options, matchId, seat, voice, countWatchers: () => this.watchers(matchId) });
  }

  private hear(notice: Notice): void {
    if (notice.kind === 'season') this.lookAtAll(); // watched matches of its worlds are shown in full from now on
    if ((notice.kind !== 'events' && notice.kind !== 'card') || notice.from === this.options.processId) return;
    if (this.matches.has(notice.matchId) || !this.options.lobby.isEmpty()) void this.readAgain(notice.matchId);
  }

  private lookAtAll(): void {
    for (const matchId of this.matches.keys()) void this.readAgain(matchId);
  }

  private lookUp(): void {
    for (const [matchId, rooms] of this.matches) {
      if ([...rooms.values()].some((room) => room.isLive)) void this.readAgain(matchId);
    }
  }

  /** Reads the record once more if notices arrive during a read, no matter how many. */
  private async readAgain(matchId: string): Promise<void> {
    const isReading = this.reading.has(matchId);
    this.reading.set(matchId, isReading);
    if (isReading) return;
    try {
      const match = await this.options.store.get(matchId);
      if (match) this.tell(match, []);
    } catch (fault) {
      this.options.onFault(fault);
    }
    const again = this.reading.get(matchId) === true;
    this.reading.delete(matchId);
    if (again) await this.readAgain(matchId);
  }
}
