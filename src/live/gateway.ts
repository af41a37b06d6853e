import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { Hall } from './hall';
import type { MatchFeeds } from './match-feed';
import type { ClientToServer, MatchCard, ServerToClient, WatchAnswer } from './protocol';

type Io = Server<ClientToServer, ServerToClient>;
type Connection = Socket<ClientToServer, ServerToClient>;

/** What a watcher sends is small. */
const MOST_BYTES_IN = 16_384;
const MOST_MATCHES_A_SOCKET = 50;
const LOBBY = 'lobby';

const watchRequest = z.strictObject({ matchId: z.string().min(1).max(64), since: z.number().int().min(0) });
const unwatchRequest = z.strictObject({ matchId: z.string().min(1).max(64) });
const lobbyRequest = z.strictObject({ join: z.boolean() });

export interface GatewayOptions {
  http: HttpServer;
  store: Pick<EventStore, 'get' | 'list' | 'listen'>;
  feeds: MatchFeeds;
  cardOf(match: MatchRecord): MatchCard;
  processId: string;
  /** Why this connection may not be: a sentence; null when it may. */
  refuse(request: IncomingMessage): string | null;
  /** What a watcher is told of a fault on our side. */
  wordsOf(fault: unknown): { code: string; message: string };
  onFault(fault: unknown): void;
}

/** Socket.IO at /socket.io/: a room for each match and one for the list of all. */
export interface Gateway {
  hall: Hall;
  /** Is any browser or program connected? */
  isAnybodyHere(): boolean;
  close(): Promise<void>;
}

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const io: Io = new Server(options.http, {
    transports: ['websocket'],
    serveClient: false,
    destroyUpgrade: false, // Next has sockets of its own in development
    maxHttpBufferSize: MOST_BYTES_IN,
    allowRequest: (request, decide) => {
      const why = options.refuse(request);
      decide(why, why === null);
    },
  });
  const hall = new Hall({ ...options, voiceOf: (matchId) => voiceOf(io, matchId), lobby: lobbyOf(io) });
  io.on('connection', (socket) => receive(socket, { ...options, hall }));
  await hall.open();
  return {
    hall,
    isAnybodyHere: () => io.engine.clientsCount > 0,
    async close() {
      await hall.close();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function voiceOf(io: Io, matchId: string) {
  const room = roomOf(matchId);
  return {
    frames: (message: Parameters<ServerToClient['frames']>[0]) => void io.to(room).emit('frames', message),
    card: (card: MatchCard) => void io.to(room).emit('card', card),
    watchers: (message: Parameters<ServerToClient['watchers']>[0]) => void io.to(room).emit('watchers', message),
  };
}

function lobbyOf(io: Io) {
  return {
    say: (message: Parameters<ServerToClient['lobby']>[0]) => void io.to(LOBBY).emit('lobby', message),
    isEmpty: () => (io.sockets.adapter.rooms.get(LOBBY)?.size ?? 0) === 0,
  };
}

/** A match's id is no room name by itself: `lobby` and the sockets' own ids are rooms as well. */
function roomOf(matchId: string): string {
  return `match:${matchId}`;
}

type Desk = GatewayOptions & { hall: Hall };

function receive(socket: Connection, desk: Desk): void {
  const watched = new Set<string>();
  function drop(matchId: string): void {
    watched.delete(matchId);
    void socket.leave(roomOf(matchId));
    desk.hall.unwatch(matchId, socket.id);
  }
  socket.on('watch', (raw: unknown, answer: unknown) => {
    if (typeof answer !== 'function') return;
    const say = answer as (answer: WatchAnswer) => void;
    const request = watchRequest.safeParse(raw);
    if (!request.success) return say(badRequest('watch needs { matchId, since }: a match and the newest frame you have (0: none).'));
    const { matchId } = request.data;
    const isNew = !watched.has(matchId);
    if (isNew && watched.size >= MOST_MATCHES_A_SOCKET)
      return say(badRequest(`One connection watches at most ${MOST_MATCHES_A_SOCKET} matches.`));
    watched.add(matchId);
    function welcome(found: WatchAnswer): void {
      if (!found.ok || !socket.connected) drop(matchId);
      else if (watched.has(matchId)) void socket.join(roomOf(matchId));
      say(found);
    }
    desk.hall.watch(request.data, socket.id, welcome).catch((fault: unknown) => {
      desk.onFault(fault);
      if (isNew) drop(matchId);
      say({ ok: false, ...desk.wordsOf(fault) });
    });
  });
  socket.on('unwatch', (raw: unknown) => {
    const request = unwatchRequest.safeParse(raw);
    if (request.success) drop(request.data.matchId);
  });
  socket.on('lobby', (raw: unknown) => {
    const request = lobbyRequest.safeParse(raw);
    if (request.success) void enterLobby(socket, desk, request.data.join);
  });
  socket.on('disconnect', () => {
    for (const matchId of watched) drop(matchId);
  });
}

async function enterLobby(socket: Connection, desk: Desk, join: boolean): Promise<void> {
  if (!join) return void socket.leave(LOBBY);
  void socket.join(LOBBY);
  try {
    for (const message of await desk.hall.liveNow()) socket.emit('lobby', message);
  } catch (fault) {
    desk.onFault(fault);
  }
}

function badRequest(message: string): WatchAnswer {
  return { ok: false, code: 'bad_input', message };
}
