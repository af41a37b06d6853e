import type { AnyGame, GameEvent } from '~/contract/game';
import type { EventStore, MatchRecord, StoredEvent } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isSealed } from '~/store/match-record';

const READ_AT_ONCE = 1000;
/** After this much folding, other work gets a turn. */
const MOST_MS_AT_A_STRETCH = 20;

/**
 * Runs long folds in slices. Of all concurrent folds, only one slice runs per turn of the event loop, so that many folds take longer but
 * block the thread no more than one. Short folds do not wait.
 */
export class FoldTurns {
  private last: Promise<void> = Promise.resolve();
  private readonly sliceMs: number;

  constructor(sliceMs = MOST_MS_AT_A_STRETCH) {
    this.sliceMs = sliceMs;
  }

  /** Folds events one after the other. */
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
 * A match's full state at its newest event, and where its turns begin. Folded from the stored texts, so that it shares nothing with frames.
 * Used for observations and delayed watching; never sent out as it is.
 */
export class MatchState {
  readonly game: AnyGame;
  head = 0;
  state: unknown = null;
  /** Sequence number of the first event, by turn. */
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

  /** Sequence number of the last event of that turn. At least the opening's. */
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

/** Whether watchers see the match with a delay. This continues after its end while others play its world. */
export function isShownLate(match: Pick<MatchRecord, 'delayTurns' | 'status'> & Partial<Pick<MatchRecord, 'season' | 'series'>>): boolean {
  return match.delayTurns > 0 && (isLive(match) || isSealed(match));
}

/** The newest sequence number that watchers of a delayed match may see. */
export function lateHead(match: MatchRecord, state: MatchState): number {
  return state.lastOf(match.turn - match.delayTurns);
}
