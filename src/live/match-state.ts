import type { AnyGame, GameEvent } from '~/contract/game';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isSealed } from '~/store/match-record';

const READ_AT_ONCE = 1000;
/** After so much folding without a pause, others want to be served as well. */
const MOST_MS_AT_A_STRETCH = 20;

/**
 * Long folds go on in slices. Of all that go on at the same time, one does a slice between two turns of the event loop, so that many take
 * longer, but stop the thread no longer than one. What is short does not wait.
 */
export class FoldTurns {
  private last: Promise<void> = Promise.resolve();
  private readonly sliceMs: number;

  constructor(sliceMs = MOST_MS_AT_A_STRETCH) {
    this.sliceMs = sliceMs;
  }

  /** Folds one event after the other. */
  async each<T>(events: Iterable<T>, fold: (event: T) => void): Promise<void> {
    let began = performance.now();
    for (const event of events) {
      fold(event);
      if (performance.now() - began < this.sliceMs) continue;
      await this.next();
      began = performance.now();
    }
  }

  private next(): Promise<void> {
    this.last = this.last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
    return this.last;
  }
}

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
  private readonly turns: FoldTurns;
  private readonly matchId: string;
  private queue: Promise<void> = Promise.resolve();

  constructor(game: AnyGame, { store, turns }: { store: Pick<EventStore, 'read'>; turns: FoldTurns }, matchId: string) {
    this.game = game;
    this.store = store;
    this.turns = turns;
    this.matchId = matchId;
  }

  catchUp(head: number, fresh: readonly StoredEvent[] = []): Promise<void> {
    const turn = this.queue.then(async () => {
      await this.takeAll(fresh);
      while (this.head < head) {
        const stored = await this.store.read(this.matchId, this.head, READ_AT_ONCE);
        if (stored.length === 0) return;
        await this.takeAll(stored);
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

  private takeAll(stored: readonly StoredEvent[]): Promise<void> {
    return this.turns.each(stored, ({ seq, json }) => {
      if (seq !== this.head + 1) return;
      this.state = this.game.evolve(this.state, JSON.parse(json) as GameEvent);
      this.head = seq;
      const { turn } = this.game.clock(this.state);
      while (this.starts.length <= turn) this.starts.push(seq);
    });
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
