import type { EventStore, MatchRecord, Notice, StoredEvent } from '~/store/event-store';
import { sightOf } from './frames';
import { Lobby } from './lobby';
import type { MatchFeeds } from './match-feed';
import { MatchRoom, type Member, type RoomVoice } from './match-room';
import { isShownLate } from './match-state';
import type { LobbyMessage, MatchCard, ThoughtMessage, WatchAnswer } from './protocol';

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
  /** Publishes this process's watcher counts and returns those of the other processes. Absent: there is only one process. */
  shareWatchers?(here: ReadonlyMap<string, number>): Promise<Map<string, number>>;
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

  constructor(options: BroadcasterOptions) {
    this.options = options;
    const { shareWatchers, onFault } = options;
    this.count = shareWatchers
      ? new WatcherCount({ share: shareWatchers, onFault, here: () => this.watchersHere(), changed: (id) => this.recount(id) })
      : null;
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
    await this.count?.stop();
    await this.stopListening?.();
  }

  tell(match: MatchRecord, fresh: readonly StoredEvent[]): void {
    for (const room of this.matches.get(match.id)?.values() ?? []) room.tell(match, fresh);
    this.lobby.tell(match);
  }

  /** Sends an agent's reply while it grows: to everyone in an open match, otherwise only to the seat's holder and the host. */
  think(match: MatchRecord, message: ThoughtMessage): void {
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

/** Sums the watchers of a match over all processes of a database, which exchange their counts at intervals. */
interface WatcherCountOptions {
  /** Stores this process's counts and returns those of the others. */
  share(here: ReadonlyMap<string, number>): Promise<Map<string, number>>;
  /** Watchers in this process, by match. */
  here(): Map<string, number>;
  /** Called when the sum changes because of another process. */
  changed(matchId: string): void;
  onFault(fault: unknown): void;
  everyMs?: number;
}

const EVERY_MS = 2_000;

class WatcherCount {
  readonly #options: WatcherCountOptions;
  #elsewhere = new Map<string, number>();
  #toldSome = false;
  #timer: NodeJS.Timeout | null = null;
  #sharing: Promise<void> = Promise.resolve();

  constructor(options: WatcherCountOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sharing = this.#sharing.then(() => this.#share());
    }, this.#options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  elsewhere(matchId: string): number {
    return this.#elsewhere.get(matchId) ?? 0;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#sharing;
    if (this.#toldSome) await this.#options.share(new Map()).catch(() => undefined);
  }

  async #share(): Promise<void> {
    const here = this.#options.here();
    if (here.size === 0 && !this.#toldSome) return;
    try {
      const before = this.#elsewhere;
      this.#elsewhere = await this.#options.share(here);
      this.#toldSome = here.size > 0;
      for (const id of here.keys()) if (this.#elsewhere.get(id) !== before.get(id)) this.#options.changed(id);
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }
}
