import type { EventStore, MatchRecord, Notice, StoredEvent } from '~/store/event-store';
import { sightOf } from './frames';
import { Lobby } from './lobby';
import type { MatchFeeds } from './match-feed';
import { MatchRoom, type Member, type RoomVoice } from './match-room';
import { isShownLate } from './match-state';
import type { LobbyMessage, MatchCard, ThoughtMessage, WatchAnswer } from './protocol';

/** Notices may be lost when the database's connection breaks: watched matches that are silent for so long are looked up. */
const LOOK_UP_EVERY_MS = 5000;
const LIVE_MATCHES_FOR_WHO_ENTERS = 20;

export interface BroadcasterOptions {
  store: Pick<EventStore, 'get' | 'list' | 'listen'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  /** This process: what it commits itself reaches the broadcaster by `tell`. */
  processId: string;
  voiceOf(matchId: string, seat: string | null): RoomVoice;
  lobby: { say(message: LobbyMessage): void; isEmpty(): boolean };
  /** To who hosts the match. */
  tellHost(message: ThoughtMessage): void;
  onFault(fault: unknown): void;
  /** How many watch here, for the other processes; answers how many do so there. Left out: there are none. */
  shareWatchers?(here: ReadonlyMap<string, number>): Promise<Map<string, number>>;
}

export interface WatchRequest {
  matchId: string;
  since: number;
  /** null: as everybody sees it. */
  seat: string | null;
}

/** One match's rooms in this process: its watchers' (seat null), and one for each seat whose holder looks on. */
type Rooms = Map<string | null, MatchRoom>;

/** Where commits meet watchers: those of this process directly, those of others by the store's notices. */
export class Broadcaster {
  readonly lobby: Lobby;
  private readonly options: BroadcasterOptions;
  private readonly matches = new Map<string, Rooms>();
  /** Matches whose record is being read again; true: and once more after that. */
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

  /** An agent thinks aloud: before everybody where nothing is private, else before the seat's holder and the host alone. */
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

  /** A token of the match may have been taken away: its rooms look again who may be there. */
  checkSeats(matchId: string): void {
    for (const room of this.matches.get(matchId)?.values() ?? []) room.check();
  }

  watchers(matchId: string): number {
    return (this.matches.get(matchId)?.get(null)?.watchers ?? 0) + (this.count?.elsewhere(matchId) ?? 0);
  }

  /** Of this process: who watches, seats' holders among them, and how many matches are watched. */
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

  /** What who enters the lobby sees at once: the matches that go on. */
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
    if (notice.kind === 'season') this.lookAtAll(); // what is watched of its worlds is shown in full from now on
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

  /** However many notices come in the meantime, the record is read once more after them. */
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

/** How many watch a match at all processes of a database: each tells the others now and then. */
interface WatcherCountOptions {
  /** Writes down how many watch here, and answers how many do so elsewhere. */
  share(here: ReadonlyMap<string, number>): Promise<Map<string, number>>;
  /** How many watch here, by match. */
  here(): Map<string, number>;
  /** The sum has changed elsewhere. */
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
