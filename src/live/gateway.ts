import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type ServerOptions } from 'socket.io';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { Broadcaster, type OtherProcesses } from './broadcaster';
import { LOBBY, OPERATORS } from './lobby';
import type { MatchFeeds } from './match-feed';
import type { RoomVoice } from './match-room';
import { Presence } from './presence';
import type { ClientToServer, MatchCard, ServerToClient, ThoughtMessage } from './protocol';
import { closeFlooded, hostRoomOf, receive, roomOf } from './socket-endpoint';
import { TOURNAMENTS, TournamentBell } from './tournament-bell';
import { closeUnread } from './unread-sockets';
import type { WatcherNews } from './watcher-count';

/** What one web process tells the others through the adapter. */
interface BetweenServers {
  watchers: (news: WatcherNews) => void;
  thought: (message: ThoughtMessage) => void;
}

type Io = Server<ClientToServer, ServerToClient, BetweenServers>;

/** Carries messages to the other web processes. */
export interface Crossing {
  /** Socket.IO's. */
  adapter: ServerOptions['adapter'];
  /** Absent: always. */
  isThere?(): boolean;
}

/** How often to close sockets of browsers that have signed out, in any process. */
const LOOK_AT_SESSIONS_EVERY_MS = 10_000;

/** Messages from watchers are small. */
const MOST_BYTES_IN = 16_384;

/** The credentials that a socket presents when it opens. */
export interface ShownTokens {
  request: IncomingMessage;
  headers: IncomingMessage['headers'];
  /** A program's `auth: { token }`. */
  token: string | null;
}

export interface GatewayOptions {
  http: HttpServer;
  store: Pick<EventStore, 'get' | 'list' | 'listen'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  processId: string;
  /** Why this connection is refused, as a sentence; null if it is allowed. */
  refuse(request: IncomingMessage): Promise<string | null>;
  /** The visitor behind a connection. The number of connections per visitor is limited. */
  visitorOf(request: IncomingMessage): string;
  mostSockets: number;
  /** Whether this socket has a valid token of that seat. */
  holds(shown: ShownTokens, matchId: string, seat: string): Promise<boolean>;
  /** Whether it has a valid token of that match's host, or the operator's. */
  hosts(shown: ShownTokens, matchId: string): Promise<boolean>;
  /** Whether this socket may see that match. Public matches are visible to all. */
  mayKnowOf(shown: ShownTokens, match: MatchRecord): Promise<boolean>;
  /** Whether this is the operator's socket. */
  isOperator(request: IncomingMessage): boolean;
  /** Whether it belonged to the operator's session that has ended. Absent: there are no sessions. */
  hasSessionEnded?(request: IncomingMessage): Promise<boolean>;
  /** Counts one page of a replay. null if allowed, otherwise the seconds to wait. Absent: no limit. */
  takeReplay?(request: IncomingMessage): Promise<number | null>;
  /** Runs expensive work of one visitor sequentially; throws if too much is waiting. Absent: no queue. */
  inCostlyTurn?(request: IncomingMessage, work: () => Promise<void>): Promise<void>;
  /** Records that a seat's holder has connected or left. Returns the match if that changed it. */
  setPresence(matchId: string, seat: string, isHere: boolean): Promise<MatchRecord | null>;
  /** The error message for a watcher after an internal error. */
  wordsOf(fault: unknown): { code: string; message: string; retryInS?: number };
  onFault(fault: unknown): void;
  /** Absent: there is only this process. */
  crossing?: Crossing;
}

/** Counts of this process. */
export interface LiveCounts {
  sockets: number;
  watchers: number;
  /** Matches with at least one watcher. */
  watched: number;
}

/** Socket.IO at /socket.io/, with a room per match, a room per seat whose holder is connected, and one for the list of matches. */
export interface Gateway {
  broadcaster: Broadcaster;
  /** Whether any browser or program is connected. */
  isAnybodyHere(): boolean;
  counts(): LiveCounts;
  close(): Promise<void>;
}

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const crowd = new SocketCrowd(options);
  const io: Io = new Server(options.http, {
    transports: ['websocket'],
    serveClient: false,
    destroyUpgrade: false, // Next opens its own sockets in development
    maxHttpBufferSize: MOST_BYTES_IN,
    ...(options.crossing && { adapter: options.crossing.adapter }),
    allowRequest: (request, decide) => {
      const place = crowd.enter(request);
      if (!place.ok) return decide(place.why, false);
      request.socket.once('close', place.leave);
      const answer = (refusal: string | null) => {
        if (refusal !== null) place.leave();
        decide(refusal, refusal === null);
      };
      options.refuse(request).then(answer, (fault: unknown) => answer(options.wordsOf(fault).message));
    },
  });
  io.engine.on('connection', closeFlooded);
  const broadcaster = new Broadcaster({
    ...options,
    voiceOf: (matchId, seat) => voiceOf(io, matchId, seat),
    lobby: lobbyOf(io),
    ...(options.crossing && { others: othersThrough(io, options.crossing) }),
    tellHost: (message) => void io.local.to(hostRoomOf(message.matchId)).emit('thought', message),
  });
  const bell = new TournamentBell({ say: (message) => void io.local.to(TOURNAMENTS).emit('tournament', message) });
  const presence = new Presence({
    onFault: options.onFault,
    async set(matchId, seat, isHere) {
      const changed = await options.setPresence(matchId, seat, isHere);
      if (changed) broadcaster.tell(changed, []);
    },
  });
  io.on('watchers', (news) => broadcaster.hearWatchers(news));
  io.on('thought', (message) => void broadcaster.hearThought(message).catch(options.onFault));
  io.on('connection', (socket) => receive(socket, { ...options, broadcaster, presence }));
  await broadcaster.open();
  const stopLooking = lookAtSessions(io, options.hasSessionEnded);
  const stopClosing = closeUnread(io);
  const stopBell = await options.store.listen((notice) => bell.hear(notice));
  return {
    broadcaster,
    isAnybodyHere: () => io.engine.clientsCount > 0,
    counts: () => ({ sockets: io.engine.clientsCount, ...broadcaster.counts() }),
    async close() {
      stopLooking();
      stopClosing();
      await stopBell();
      bell.close();
      await broadcaster.close();
      io.local.disconnectSockets(true);
      await presence.close();
      io.engine.close();
      if (options.crossing) await io.of('/').adapter.close();
    },
  };
}

/** Closes sockets of ended sessions. Their browsers reconnect with their current credentials. */
function lookAtSessions(io: Io, hasSessionEnded: GatewayOptions['hasSessionEnded']): () => void {
  if (!hasSessionEnded) return () => undefined;
  let timer: NodeJS.Timeout | null = null;
  async function look(hasEnded: (request: IncomingMessage) => Promise<boolean>): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      // If the database cannot answer, the socket stays open.
      if (await hasEnded(socket.request).catch(() => false)) socket.conn.close();
    }
    if (timer) next();
  }
  function next(): void {
    timer = setTimeout(() => hasSessionEnded && void look(hasSessionEnded), LOOK_AT_SESSIONS_EVERY_MS);
    timer.unref();
  }
  next();
  return () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
}

/** At most 2,000 characters of a reply, because a notice of Postgres holds 8,000 bytes; screens show its end. */
const MOST_OF_A_THOUGHT = 2_000;

function othersThrough(io: Io, { isThere = () => true }: Crossing): OtherProcesses {
  return {
    watchers: (news) => void (isThere() && io.serverSideEmit('watchers', news)),
    thought: (message) =>
      void (isThere() && io.serverSideEmit('thought', { ...message, text: message.text?.slice(-MOST_OF_A_THOUGHT) ?? null })),
  };
}

/** Rooms are of this process: every process makes the frames of its own watchers from the log. */
function voiceOf(io: Io, matchId: string, seat: string | null): RoomVoice {
  const room = roomOf(matchId, seat);
  return {
    frames: (message) => void io.local.to(room).emit('frames', message),
    card: (card) => void io.local.to(room).emit('card', card),
    watchers: (message) => void io.local.to(room).emit('watchers', message),
    // A host who also holds the seat receives it as the host.
    thought: (message) => void (seat === null ? io.local.to(room) : io.local.to(room).except(hostRoomOf(matchId))).emit('thought', message),
  };
}

function lobbyOf(io: Io) {
  return {
    say: (message: Parameters<ServerToClient['lobby']>[0]) =>
      void io.local.to(message.card.isPrivate ? OPERATORS : LOBBY).emit('lobby', message),
    isEmpty: () => (io.sockets.adapter.rooms.get(LOBBY)?.size ?? 0) === 0,
  };
}

interface CrowdOptions {
  visitorOf(request: IncomingMessage): string;
  mostSockets: number;
}

/** `why`: a sentence if there is no room for another connection. */
type Place = { ok: true; leave(): void } | { ok: false; why: string };

class SocketCrowd {
  private readonly counts = new Map<string, number>();
  private readonly options: CrowdOptions;

  constructor(options: CrowdOptions) {
    this.options = options;
  }

  /** Counts a connection from its first request on, so that simultaneous connections are counted too. */
  enter(request: IncomingMessage): Place {
    const { visitorOf, mostSockets } = this.options;
    const visitor = visitorOf(request);
    if ((this.counts.get(visitor) ?? 0) >= mostSockets)
      return { ok: false, why: `Your address already has ${mostSockets} live connections. Close some, then retry.` };
    this.add(visitor, 1);
    let isHere = true;
    const leave = () => {
      if (isHere) this.add(visitor, -1);
      isHere = false;
    };
    return { ok: true, leave };
  }

  private add(visitor: string, change: 1 | -1): void {
    const count = (this.counts.get(visitor) ?? 0) + change;
    if (count > 0) this.counts.set(visitor, count);
    else this.counts.delete(visitor);
  }
}
