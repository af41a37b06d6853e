import type { Frame, FramesMessage, MatchCard, WatchAnswer } from '~/live/protocol';
import type { LiveSocket } from '../live-socket';
import { EMPTY_REEL, headOf, type Reel, wind } from './reel';

export interface LiveMatch<View extends object = object> {
  card: MatchCard | null;
  reel: Reel<View>;
  watchers: number;
  /** `connecting` until the first answer; `lost` while the socket reconnects. What was received stays on screen. */
  connection: 'connecting' | 'open' | 'lost';
  /** The message shown while this visitor has requested too many replays; it continues by itself. null: nothing is waiting. */
  waiting: string | null;
  /** Why there is nothing to watch; null if there may be. */
  refusal: { code: string; message: string } | null;
}

export const NO_MATCH: LiveMatch<never> = {
  card: null,
  reel: EMPTY_REEL,
  watchers: 0,
  connection: 'connecting',
  waiting: null,
  refusal: null,
};

const ANSWER_MS = 10_000;
const RETRY_IN_S = 10;
/** Codes of faults that pass, such as a database that restarts. The match is still there. */
const PASSING = new Set(['unavailable', 'database_unreachable', 'unanswered', 'internal']);
const PASSING_RETRY_S = 2;

/** Follows one match over the shared socket: joins, detects gaps, and catches up after each reconnect. */
export class MatchStream<View extends object> {
  private state: LiveMatch<View> = NO_MATCH;
  private early: Frame[] = [];
  private asking = false;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private readonly listeners = new Set<() => void>();

  private reopened = false;

  private readonly matchId: string;
  private readonly socketOf: () => LiveSocket;
  /** The seat whose view is shown, for its holder; null: the watchers' view. */
  private readonly seat: string | null;

  constructor(matchId: string, socketOf: () => LiveSocket, seat: string | null = null) {
    this.matchId = matchId;
    this.socketOf = socketOf;
    this.seat = seat;
  }

  readonly snapshot = (): LiveMatch<View> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  private start(): void {
    const socket = this.socketOf();
    socket.on('connect', this.onConnect);
    socket.on('disconnect', this.onLost);
    socket.on('connect_error', this.onLost);
    socket.on('frames', this.onFrames);
    socket.on('card', this.onCard);
    socket.on('watchers', this.onWatchers);
    if (this.seat !== null) socket.on('unseated', this.onUnseated);
    if (socket.connected) this.onConnect();
    else if (!socket.active) socket.connect();
  }

  private stop(): void {
    const socket = this.socketOf();
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    socket.off('connect', this.onConnect);
    socket.off('disconnect', this.onLost);
    socket.off('connect_error', this.onLost);
    socket.off('frames', this.onFrames);
    socket.off('card', this.onCard);
    socket.off('watchers', this.onWatchers);
    if (this.seat !== null) socket.off('unseated', this.onUnseated);
    if (socket.connected) socket.emit('unwatch', { matchId: this.matchId, ...this.whose() });
  }

  private readonly onConnect = (): void => {
    this.asking = false;
    this.ask();
  };

  private readonly onLost = (): void => this.change({ connection: 'lost' });

  private readonly onFrames = (message: FramesMessage): void => {
    if (message.matchId === this.matchId && (message.seat ?? null) === this.seat) this.take(message.frames, message.anew);
  };

  private readonly onCard = (card: MatchCard): void => {
    if (card.id === this.matchId) this.change({ card });
  };

  private readonly onWatchers = (message: { matchId: string; count: number }): void => {
    if (message.matchId === this.matchId) this.change({ watchers: message.count });
  };

  private readonly onUnseated = (message: { matchId: string; seat: string }): void => {
    if (message.matchId !== this.matchId || message.seat !== this.seat) return;
    this.change({ refusal: { code: 'not_your_seat', message: 'You no longer hold this seat.' } });
  };

  private whose(): { seat?: string } {
    return this.seat === null ? {} : { seat: this.seat };
  }

  /** Joins the room or requests the frames after the newest one received. */
  private ask(): void {
    if (this.asking || this.retry) return;
    this.asking = true;
    const request = { matchId: this.matchId, since: headOf(this.state.reel), ...this.whose() };
    this.socketOf()
      .timeout(ANSWER_MS)
      .emit('watch', request, (late, answer) => {
        this.asking = false;
        if (!late) this.onAnswer(answer);
        else this.onUnanswered();
      });
  }

  /** Retries an unanswered request as long as the connection is open; a reconnect retries by itself. */
  private onUnanswered(): void {
    this.onLost();
    if (this.listeners.size > 0 && this.socketOf().connected) this.ask();
  }

  private onAnswer(answer: WatchAnswer): void {
    if (!answer.ok && answer.code === 'not_your_seat' && !this.reopened) {
      // The connection may have been opened before the seat's cookie was set, so it is reopened.
      this.reopened = true;
      this.socketOf().disconnect().connect();
      return;
    }
    if (!answer.ok && answer.code === 'too_many_requests') {
      this.askLater(answer.retryInS ?? RETRY_IN_S);
      return;
    }
    if (!answer.ok && PASSING.has(answer.code)) {
      this.onLost();
      this.retryIn(PASSING_RETRY_S);
      return;
    }
    if (!answer.ok) {
      this.change({ refusal: { code: answer.code, message: answer.message }, connection: 'open', waiting: null });
      return;
    }
    this.change({ card: answer.card, watchers: answer.watchers, connection: 'open', waiting: null, refusal: null });
    this.take(answer.frames, answer.anew);
    if (answer.more) this.ask();
  }

  private askLater(seconds: number): void {
    if (this.listeners.size === 0) return;
    this.retryIn(seconds);
    const waiting = `Too many replays from your address. This one continues within ${seconds} s.`;
    this.change({ connection: 'open', waiting });
  }

  private retryIn(seconds: number): void {
    if (this.listeners.size === 0) return;
    this.retry ??= setTimeout(() => {
      this.retry = null;
      if (this.socketOf().connected) this.ask(); // a reconnect asks again by itself
    }, seconds * 1000);
  }

  /** `anew`: discards what was shown (a public match has ended and is now fully visible); frames begin at 1 again. */
  private take(frames: readonly Frame[], anew = false): void {
    const from = anew ? EMPTY_REEL : this.state.reel;
    const { reel, rest } = wind<View>(from, anew ? frames : [...this.early, ...frames]);
    this.early = rest;
    if (reel !== this.state.reel) this.change({ reel });
    if (rest.length > 0) this.ask();
  }

  private change(part: Partial<LiveMatch<View>>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
