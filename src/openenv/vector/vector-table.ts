/** One of the matches that a program steps together: its own seats, scripted policies in the others, and each turn's rewards. */
import type { AnyGame, GameEvent, SeatId } from '~/contract/game';
import type { OwnTurn } from '~/contract/guard';
import type { RewardTeller } from '~/contract/pack';
import type { Policy } from '~/contract/policy';
import { MemoryRun } from '~/engine/memory-run';
import { packOf } from '~/games/packs';

export const REWARDS = ['score', 'potential'] as const;
export type RewardKind = (typeof REWARDS)[number];

const CENTS = 100;

export interface VectorSeating {
  game: AnyGame;
  /** The same for every seed. */
  configOf(seed: number): unknown;
  /** The seats that the program plays. */
  seats: readonly SeatId[];
  others: ReadonlyMap<SeatId, Policy>;
  reward: RewardKind;
  /** Remembers its own turns, for prompts. */
  remembers: boolean;
}

export class VectorTable {
  readonly seed: number;
  /** Turns played by the program. */
  turns = 0;
  readonly #seating: VectorSeating;
  readonly #run: MemoryRun;
  readonly #tellers: ReadonlyMap<SeatId, RewardTeller>;
  readonly #past = new Map<SeatId, OwnTurn[]>();
  /** Reward paid so far, by the program's seats in order. */
  readonly #paid: number[];
  #awaited: SeatId[] = [];

  /** Starts at the program's first turn. */
  constructor(seating: VectorSeating, seed: number) {
    this.seed = seed;
    this.#seating = seating;
    this.#paid = seating.seats.map(() => 0);
    const { game, seats, reward } = seating;
    const { dense } = packOf(game.ref);
    this.#tellers = new Map(reward === 'potential' && dense ? seats.map((seat) => [seat, dense(seat)]) : []);
    this.#run = MemoryRun.open(game, seating.configOf(seed), { inPlace: this.#tellers.size === 0 });
    this.#hear(this.#tellers.size === 0 ? [] : this.#run.events);
    this.#goOn();
  }

  /** The program's awaited seats; empty when the match is over. */
  get awaited(): readonly SeatId[] {
    return this.#awaited;
  }

  get events(): readonly GameEvent[] {
    return this.#run.events;
  }

  observeAll(seats: readonly SeatId[]): unknown[] {
    return this.#run.observeAll(seats);
  }

  past(seat: SeatId): readonly OwnTurn[] {
    return this.#past.get(seat) ?? [];
  }

  scores(): Record<SeatId, number | null> {
    return this.#seating.game.outcome(this.#run.state).scores;
  }

  /** Plays a move for each awaited seat of the program and continues until one is awaited again. */
  play(moves: ReadonlyMap<SeatId, unknown>): void {
    this.turns += 1;
    if (this.#seating.remembers) {
      const { turn, round } = this.#seating.game.clock(this.#run.state);
      for (const [seat, move] of moves) this.#past.set(seat, [...this.past(seat), { turn, round, move }]);
    }
    this.#playTurn(moves);
    this.#goOn();
  }

  /** Reward of each of the program's seats since the last call, in order. */
  take(): number[] {
    const { seats } = this.#seating;
    if (this.#tellers.size > 0)
      return seats.map((seat) => (this.#tellers.get(seat)?.take() ?? []).reduce((sum, { total }) => sum + total, 0) / CENTS);
    const scores = this.scores();
    return seats.map((seat, at) => {
      const now = scores[seat] ?? 0;
      const before = this.#paid[at] ?? 0;
      this.#paid[at] = now;
      return now - before;
    });
  }

  leave(): void {
    this.#run.leave();
  }

  #goOn(): void {
    for (let asked = this.#run.awaited; ; asked = this.#run.awaited) {
      this.#awaited = asked.filter((seat) => this.#seating.seats.includes(seat));
      if (this.#awaited.length > 0 || asked.length === 0) return;
      this.#playTurn(NONE);
    }
  }

  #playTurn(own: ReadonlyMap<SeatId, unknown>): void {
    const moves = this.#run.awaited.map((seat) => ({ seat, move: own.has(seat) ? own.get(seat) : this.#moveOf(seat) }));
    const events = this.#run.play(moves);
    if (this.#tellers.size > 0) this.#hear(events);
  }

  #moveOf(seat: SeatId): unknown {
    const policy = this.#seating.others.get(seat);
    if (policy === undefined) throw new Error(`nobody plays ${seat}`);
    return this.#run.ask(policy, seat);
  }

  #hear(events: readonly GameEvent[]): void {
    for (const event of events) for (const teller of this.#tellers.values()) teller.hear(event);
  }
}

const NONE: ReadonlyMap<SeatId, unknown> = new Map();
