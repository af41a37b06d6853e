import type { AnyGame, GameEvent } from '~/contract/game';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isSealed } from '~/store/match-record';

const READ_AT_ONCE = 1000;

/**
 * A match's whole state as of its newest event, and where its turns begin. Folded from the events' texts, so that it shares nothing
 * with frames. For what a seat observes, and for what watchers see late; it never leaves this process as it is.
 */
export class MatchState {
  readonly game: AnyGame;
  head = 0;
  state: unknown = null;
  /** By turn: the sequence number of its first event. */
  private readonly starts: number[] = [];
  private readonly store: Pick<EventStore, 'read'>;
  private readonly matchId: string;
  private queue: Promise<void> = Promise.resolve();

  constructor(game: AnyGame, store: Pick<EventStore, 'read'>, matchId: string) {
    this.game = game;
    this.store = store;
    this.matchId = matchId;
  }

  catchUp(head: number, fresh: readonly StoredEvent[] = []): Promise<void> {
    const turn = this.queue.then(async () => {
      this.takeAll(fresh);
      while (this.head < head) {
        const stored = await this.store.read(this.matchId, this.head, READ_AT_ONCE);
        if (stored.length === 0) return;
        this.takeAll(stored);
      }
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** The last event of that turn and those before it; the opening is always one of them. */
  lastOf(turn: number): number {
    const next = this.starts.find((_, index) => index > turn);
    return Math.max(1, next === undefined ? this.head : next - 1);
  }

  private takeAll(stored: readonly StoredEvent[]): void {
    for (const { seq, json } of stored) {
      if (seq !== this.head + 1) continue;
      this.state = this.game.evolve(this.state, JSON.parse(json) as GameEvent);
      this.head = seq;
      const { turn } = this.game.clock(this.state);
      while (this.starts.length <= turn) this.starts.push(seq);
    }
  }
}

/** Do its watchers see it some turns late, as it stands? While others still play its world, also when it is over. */
export function isShownLate(match: Pick<MatchRecord, 'delayTurns' | 'status'> & Partial<Pick<MatchRecord, 'season' | 'series'>>): boolean {
  return match.delayTurns > 0 && (isLive(match) || isSealed(match));
}

/** The newest sequence number that watchers may see of a match that is shown late. */
export function lateHead(match: MatchRecord, state: MatchState): number {
  return state.lastOf(match.turn - match.delayTurns);
}
