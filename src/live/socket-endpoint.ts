import type { Socket } from 'socket.io';
import { z } from 'zod';
import { textFlaw } from '~/lib/text/stored-text';
import type { MatchRecord } from '~/store/event-store';
import type { Broadcaster } from './broadcaster';
import { LOBBY, OPERATORS } from './lobby';
import type { Member } from './match-room';
import type { Presence } from './presence';
import type { ClientToServer, ServerToClient, WatchAnswer } from './protocol';
import { SocketPace } from './socket-pace';
import { TOURNAMENTS } from './tournament-bell';

type Connection = Socket<ClientToServer, ServerToClient>;

const MOST_VIEWS_A_SOCKET = 50;
/** Maximum requests per socket and time window; a page makes only a few. */
const MOST_REQUESTS = 200;
/** A socket that sends more packets of any kind per window is closed. */
const MOST_PACKETS = 500;
const SPAN_MS = 10_000;

const name = z
  .string()
  .min(1)
  .max(64)
  .refine((text) => textFlaw(text) === null);
const watchRequest = z.strictObject({ matchId: name, since: z.number().int().min(0), seat: name.optional() });
const unwatchRequest = z.strictObject({ matchId: name, seat: name.optional() });
const joinRequest = z.strictObject({ join: z.boolean() });

interface Shown {
  request: Connection['request'];
  headers: Connection['handshake']['headers'];
  token: string | null;
}

export interface Service {
  broadcaster: Broadcaster;
  presence: Presence;
  holds(shown: Shown, matchId: string, seat: string): Promise<boolean>;
  hosts(shown: Shown, matchId: string): Promise<boolean>;
  mayKnowOf(shown: Shown, match: MatchRecord): Promise<boolean>;
  isOperator(request: Shown['request']): boolean;
  takeReplay?(request: Shown['request']): Promise<number | null>;
  inCostlyTurn?(request: Shown['request'], work: () => Promise<void>): Promise<void>;
  wordsOf(fault: unknown): { code: string; message: string; retryInS?: number };
  onFault(fault: unknown): void;
}

/** Prefixed, because `lobby` and socket ids are room names too and a match id could collide with them. */
export function roomOf(matchId: string, seat: string | null): string {
  return seat === null ? `match:${matchId}` : `seat:${matchId}:${seat}`;
}

/** The room of a match's hosts who are watching it. */
export function hostRoomOf(matchId: string): string {
  return `host:${matchId}`;
}

/** Counts packets of any kind, including unknown requests and those before a session exists. */
export function closeFlooded(line: Connection['conn']): void {
  const limit = fixedWindow(MOST_PACKETS);
  line.on('packet', () => {
    if (!limit()) line.close(true);
  });
}

/** Handles one socket's requests. */
export function receive(socket: Connection, service: Service): void {
  const views = new Views(socket, service);
  const limit = fixedWindow(MOST_REQUESTS);
  const pace = new SocketPace(socket);
  const paceOfSeats = new SocketPace(socket); // separate, so that a seat does not wait behind a replay
  socket.use(([name, ...rest], next) => {
    if (limit()) return next();
    const answer: unknown = rest.at(-1);
    if (name === 'watch' && typeof answer === 'function') (answer as (answer: WatchAnswer) => void)(TOO_MANY_REQUESTS);
  });
  socket.on('watch', (raw: unknown, answer: unknown) => {
    if (typeof answer !== 'function') return;
    const say = answer as (answer: WatchAnswer) => void;
    const request = watchRequest.safeParse(raw);
    if (!request.success)
      return say(badRequest('watch needs { matchId, since }: a match and the newest frame you have (0: none); seat: for its holder.'));
    const { seat = null, ...rest } = request.data;
    void (seat === null ? pace : paceOfSeats).inTurn(
      () => views.open({ ...rest, seat }, say),
      () => say({ ok: false, code: 'too_many_requests', message: 'This connection doesn’t read what it is sent.' }),
    );
  });
  socket.on('unwatch', (raw: unknown) => {
    const request = unwatchRequest.safeParse(raw);
    if (request.success) views.drop(request.data.matchId, request.data.seat ?? null);
  });
  /** Joins or leaves a room that has no match. Queued, because joining may query the database. */
  function hearJoins(room: 'lobby' | 'tournaments', move: (join: boolean) => Promise<void>): void {
    socket.on(room, (raw: unknown, moved: unknown) => {
      const request = joinRequest.safeParse(raw);
      if (!request.success) return;
      const work = async () => {
        await move(request.data.join);
        if (typeof moved === 'function') (moved as () => void)();
      };
      pace
        .inTurn(work, () => undefined)
        .catch((fault: unknown) => {
          if (service.wordsOf(fault).code === 'internal') service.onFault(fault); // refusals are not logged
        });
    });
  }
  hearJoins('lobby', (join) => {
    const move = () => enterLobby(socket, service, join);
    return join && service.inCostlyTurn ? service.inCostlyTurn(socket.request, move) : move();
  });
  hearJoins('tournaments', async (join) => {
    await (join ? socket.join(TOURNAMENTS) : socket.leave(TOURNAMENTS));
  });
  socket.on('disconnect', () => views.dropAll());
}

interface View {
  matchId: string;
  seat: string | null;
  /** Reused between requests, because it tracks what has been sent. */
  member?: Member;
}

/** The views of one socket: matches as the public sees them, and seats it holds. */
class Views {
  private readonly views = new Map<string, View>();
  private readonly socket: Connection;
  private readonly service: Service;

  constructor(socket: Connection, service: Service) {
    this.socket = socket;
    this.service = service;
  }

  async open({ matchId, seat, since }: View & { since: number }, say: (answer: WatchAnswer) => void): Promise<void> {
    const room = roomOf(matchId, seat);
    const isNew = !this.views.has(room);
    if (isNew && this.views.size >= MOST_VIEWS_A_SOCKET)
      return say(badRequest(`One connection watches at most ${MOST_VIEWS_A_SOCKET} matches and seats.`));
    if (isNew) this.views.set(room, { matchId, seat });
    try {
      if (seat !== null && !(await this.mayWatch(matchId, seat))) {
        this.close(room);
        return say({ ok: false, code: 'not_your_seat', message: `This connection has no token for seat ${seat}.` });
      }
      if (seat !== null && isNew && this.views.has(room)) this.service.presence.come(matchId, seat);
      const isHost = seat === null && isNew && (await this.service.hosts(this.shown, matchId));
      await this.service.broadcaster.watch({ matchId, seat, since }, this.memberOf(matchId, seat), (found) => {
        const mayAskAgain = !isNew && !found.ok && found.code === 'too_many_requests'; // for the remaining pages; what it has received so far still counts
        if ((!found.ok && !mayAskAgain) || !this.socket.connected) this.drop(matchId, seat);
        else if (found.ok && this.views.has(room)) void this.socket.join(isHost ? [room, hostRoomOf(matchId)] : room);
        say(found);
      });
    } catch (fault) {
      const words = this.service.wordsOf(fault);
      if (words.code === 'internal') this.service.onFault(fault); // refusals are not logged
      if (isNew) this.drop(matchId, seat);
      say({ ok: false, ...words });
    }
  }

  drop(matchId: string, seat: string | null): void {
    const room = roomOf(matchId, seat);
    if (!this.views.delete(room)) return;
    void this.socket.leave(room);
    if (seat === null) void this.socket.leave(hostRoomOf(matchId));
    this.service.broadcaster.unwatch(matchId, this.socket.id, seat);
    if (seat !== null) this.service.presence.go(matchId, seat);
  }

  dropAll(): void {
    for (const { matchId, seat } of this.views.values()) this.drop(matchId, seat);
  }

  /** Ends a view that had not joined the room yet. */
  private close(room: string): void {
    this.views.delete(room);
  }

  private memberOf(matchId: string, seat: string | null): Member {
    const view = this.views.get(roomOf(matchId, seat));
    const member = view?.member ?? this.newMember(matchId, seat);
    if (view) view.member = member;
    return member;
  }

  private newMember(matchId: string, seat: string | null): Member {
    const { id } = this.socket;
    const { takeReplay, inCostlyTurn } = this.service;
    const { request } = this.shown;
    const limits = {
      ...(takeReplay && { takeReplay: () => takeReplay(request) }),
      ...(inCostlyTurn && { inCostlyTurn: (work: () => Promise<void>) => inCostlyTurn(request, work) }),
    };
    if (seat === null)
      return { id, ...limits, mayHear: (match) => this.service.mayKnowOf(this.shown, match), expel: () => this.drop(matchId, seat) };
    return {
      id,
      ...limits,
      mayHear: () => this.mayWatch(matchId, seat),
      expel: () => {
        this.drop(matchId, seat);
        this.socket.emit('unseated', { matchId, seat });
      },
    };
  }

  private mayWatch(matchId: string, seat: string): Promise<boolean> {
    return this.service.holds(this.shown, matchId, seat);
  }

  private get shown() {
    const { headers, auth } = this.socket.handshake;
    const token: unknown = auth.token;
    return { request: this.socket.request, headers, token: typeof token === 'string' && token !== '' ? token : null };
  }
}

async function enterLobby(socket: Connection, service: Service, join: boolean): Promise<void> {
  if (!join) {
    void socket.leave(LOBBY);
    return void socket.leave(OPERATORS);
  }
  const isOperator = service.isOperator(socket.request);
  if (socket.rooms.has(isOperator ? OPERATORS : LOBBY)) return; // it already receives the live matches
  void socket.join(isOperator ? [LOBBY, OPERATORS] : LOBBY);
  try {
    for (const message of await service.broadcaster.liveNow(isOperator)) socket.emit('lobby', message);
  } catch (fault) {
    service.onFault(fault);
  }
}

/** A limiter that returns true up to `most` times per window. */
function fixedWindow(most: number): () => boolean {
  let since = 0;
  let used = 0;
  return () => {
    const now = Date.now();
    if (now - since >= SPAN_MS) [since, used] = [now, 0];
    used += 1;
    return used <= most;
  };
}

const TOO_MANY_REQUESTS: WatchAnswer = {
  ok: false,
  code: 'too_many_requests',
  message: 'Too many requests on one connection. Wait a moment.',
};

function badRequest(message: string): WatchAnswer {
  return { ok: false, code: 'bad_input', message };
}
