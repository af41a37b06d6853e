/** A program's Socket.IO connection, reopened whenever it breaks, if necessary to another server. */
import { applyPatch } from 'fast-json-patch/index.mjs';
import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, Frame, FramesMessage, MatchCard, ServerToClient, WatchAnswer } from '~/live/protocol';

const ANSWER_MS = 10_000;
const PAUSE_MS = 300;
const RETRY_IN_S = 10;
/** Codes of faults that pass, such as a database that restarts. */
export const PASSING: ReadonlySet<string> = new Set(['unavailable', 'database_unreachable', 'unanswered', 'too_many_requests', 'internal']);
const PASSING_RETRY_S = 2;

export interface WatchOptions<View extends object = object> {
  /** That seat's own view, for its holder. Default: the public view. */
  seat?: string;
  /** Called after each group of frames, with the view and the frames. */
  onView?(view: View, frames: readonly Frame[]): void;
  onCard?(card: MatchCard): void;
  /** Called if there is nothing to watch (any more): an unknown match, or another holder's seat. */
  onRefusal?(refusal: { code: string; message: string }): void;
}

interface Watched {
  matchId: string;
  options: WatchOptions<never>;
  head: number;
  view: object;
  /** The connection on which it is watched; null until the server has answered. */
  on: Connection | null;
  /** Timer for asking again. */
  later?: ReturnType<typeof setTimeout>;
}

export interface LineOptions {
  urlOf(): string;
  /** The server in use is unreachable. */
  nextUrl(): void;
  tokenOf(): string | null;
}

type Connection = Socket<ServerToClient, ClientToServer>;

export interface Watching {
  /** News arrives: the connection stands, and the server has answered on it. */
  isHeard(): boolean;
  stop(): void;
}

export class Line {
  private readonly options: LineOptions;
  private readonly watched = new Set<Watched>();
  private socket: Connection | null = null;
  private pause: ReturnType<typeof setTimeout> | null = null;

  constructor(options: LineOptions) {
    this.options = options;
  }

  watch<View extends object>(matchId: string, options: WatchOptions<View>): Watching {
    const one: Watched = { matchId, options, head: 0, view: {}, on: null };
    this.watched.add(one);
    const socket = this.open();
    if (socket.connected) this.ask(socket, one);
    return {
      isHeard: () => one.on !== null && one.on === this.socket && one.on.connected,
      stop: () => {
        this.watched.delete(one);
        clearTimeout(one.later);
        // The server counts one watch of a view per connection, so it ends with the client's last one.
        if (!this.watches(one)) this.socket?.emit('unwatch', { matchId, ...whose(one) });
        if (this.watched.size === 0) this.close();
      },
    };
  }

  private watches({ matchId, options }: Watched): boolean {
    return [...this.watched].some((other) => other.matchId === matchId && other.options.seat === options.seat);
  }

  /** Reconnects with the current token. */
  renew(): void {
    if (this.socket === null) return;
    this.drop();
    if (this.watched.size > 0) this.open();
  }

  close(): void {
    for (const one of this.watched) clearTimeout(one.later);
    this.watched.clear();
    this.drop();
  }

  private drop(): void {
    if (this.pause) clearTimeout(this.pause);
    this.pause = null;
    this.socket?.off();
    this.socket?.disconnect();
    this.socket = null;
  }

  private open(): Connection {
    if (this.socket) return this.socket;
    const token = this.options.tokenOf();
    const socket: Connection = io(this.options.urlOf(), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false, // another server may be better: see `lost`
      auth: token === null ? {} : { token },
    });
    this.socket = socket;
    socket.on('connect', () => {
      for (const one of this.watched) this.ask(socket, one);
    });
    socket.on('frames', (message) => this.hear(socket, message));
    socket.on('card', (card) => {
      for (const one of this.watched) if (one.matchId === card.id) one.options.onCard?.(card);
    });
    socket.on('unseated', ({ matchId, seat }) => {
      for (const one of this.watched)
        if (one.matchId === matchId && one.options.seat === seat)
          this.refuse(one, { code: 'not_your_seat', message: `You no longer hold seat ${seat}.` });
    });
    socket.on('connect_error', () => this.lost(true));
    socket.on('disconnect', () => this.lost(false));
    return socket;
  }

  private lost(isUnreachable: boolean): void {
    if (isUnreachable) this.options.nextUrl();
    this.drop();
    if (this.watched.size === 0) return;
    this.pause = setTimeout(() => this.open(), PAUSE_MS);
  }

  private ask(socket: Connection, one: Watched): void {
    socket.timeout(ANSWER_MS).emit('watch', { matchId: one.matchId, since: one.head, ...whose(one) }, (late, answer: WatchAnswer) => {
      if (late || !this.watched.has(one)) return;
      if (!answer.ok && answer.code === 'too_many_requests') return this.askLater(socket, one, answer.retryInS ?? RETRY_IN_S);
      if (!answer.ok && PASSING.has(answer.code)) return this.askLater(socket, one, PASSING_RETRY_S);
      if (!answer.ok) return this.refuse(one, answer);
      one.on = socket;
      one.options.onCard?.(answer.card);
      this.take(socket, one, answer);
      if (answer.more && this.watched.has(one)) this.ask(socket, one);
    });
  }

  /** Too many replays from this address, or a fault that passes: asks again later, unless a new connection has asked in the meantime. */
  private askLater(socket: Connection, one: Watched, seconds: number): void {
    clearTimeout(one.later);
    one.later = setTimeout(() => {
      if (this.socket === socket && this.watched.has(one)) this.ask(socket, one);
    }, seconds * 1000);
  }

  private hear(socket: Connection, message: FramesMessage): void {
    for (const one of this.watched) {
      if (one.matchId === message.matchId && one.options.seat === message.seat) this.take(socket, one, message);
    }
  }

  private take(socket: Connection, one: Watched, { frames, anew }: Pick<FramesMessage, 'frames' | 'anew'>): void {
    if (anew) Object.assign(one, { head: 0, view: {} });
    const news = frames.filter((frame) => frame.seq > one.head);
    if (news.length === 0) return;
    if (news[0]?.seq !== one.head + 1) {
      this.ask(socket, one); // a gap: the answer has the missing frames
      return;
    }
    for (const { seq, patch } of news) {
      one.view = applyPatch(one.view, structuredClone(patch)).newDocument;
      one.head = seq;
    }
    one.options.onView?.(one.view as never, news);
  }

  private refuse(one: Watched, refusal: { code: string; message: string }): void {
    this.watched.delete(one);
    one.options.onRefusal?.(refusal);
  }
}

function whose({ options: { seat } }: Watched): { seat?: string } {
  return seat === undefined ? {} : { seat };
}
