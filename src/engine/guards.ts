/** Applies a match's guards to scripted moves and passes what was changed to the rules. */
import type { Hold } from '~/contract/ask-policy';
import type { AnyGame, Clock, GameEvent, SeatId } from '~/contract/game';
import { type Guard, type GuardMark, type GuardMode, type GuardWarning, holdMove, type OwnTurn, warnOfMove } from '~/contract/guard';
import { packOf } from '~/games/packs';
import type { SeatMove } from './step';

interface Meant {
  seat: SeatId;
  /** The move as submitted. */
  move: unknown;
  /** The match's own mode; null: the game's default. */
  mode: GuardMode | null;
}

/**
 * What the guards would change in a move that a person is about to submit after these events. Empty if guards bind nobody or the value is
 * not a move, which the rules will report.
 */
export function warningsOf(game: AnyGame, events: readonly GameEvent[], { seat, move, mode }: Meant): GuardWarning[] {
  const { guards = [], guardMode = 'off' } = packOf(game.ref);
  if (guards.length === 0 || (mode ?? guardMode) === 'off' || !game.readMove(move).ok) return [];
  const past: OwnTurn[] = [];
  let state: unknown = null;
  for (const event of events) {
    const made = state === null ? undefined : game.told(event)?.move;
    if (made?.seat === seat) {
      const { turn, round } = game.clock(state);
      past.push({ turn, round, move: made.actions });
    }
    state = game.evolve(state, event);
  }
  try {
    return warnOfMove(guards, move, { observation: game.observe(state, seat), past });
  } catch {
    return []; // an action whose shape no guard handles
  }
}

export class SeatGuards {
  readonly #game: AnyGame;
  readonly #guards: readonly Guard[];
  readonly #past = new Map<SeatId, OwnTurn[]>();
  readonly #marks = new Map<SeatId, readonly GuardMark[]>();

  /** `mode`: the match's own; null: the game's default. */
  constructor(game: AnyGame, mode: GuardMode | null = null) {
    const { guards = [], guardMode = 'off' } = packOf(game.ref);
    this.#game = game;
    this.#guards = (mode ?? guardMode) === 'all' ? guards : [];
  }

  /** Whether guards bind scripts at all. Moves of models and programs are checked where their replies are parsed. */
  get bind(): boolean {
    return this.#guards.length > 0;
  }

  /** For the caller of this seat's policy. */
  holdOf(seat: SeatId): Hold | undefined {
    if (!this.bind) return undefined;
    return (observation, move) => {
      const held = holdMove(this.#guards, move, { observation, past: this.#past.get(seat) ?? [] });
      this.#marks.set(seat, held.marks);
      return held.move;
    };
  }

  /** Adds the moves in a turn's events to the history of their seats. */
  remember({ turn, round }: Pick<Clock, 'turn' | 'round'>, events: readonly GameEvent[]): void {
    if (!this.bind) return;
    for (const event of events) {
      const move = this.#game.told(event)?.move;
      if (move) this.#past.set(move.seat, [...(this.#past.get(move.seat) ?? []), { turn, round, move: move.actions }]);
    }
  }

  /** All events so far, including the opening. */
  rememberAll(events: readonly GameEvent[]): void {
    if (!this.bind) return;
    let state: unknown = null;
    for (const event of events) {
      if (state !== null) this.remember(this.#game.clock(state), [event]);
      state = this.#game.evolve(state, event);
    }
  }

  /** The moves about to be played, with the marks of their guards. */
  marked<Move extends SeatMove>(moves: readonly Move[]): readonly Move[] {
    if (!this.bind) return moves;
    return moves.map((made) => {
      const guarded = this.#marks.get(made.seat) ?? [];
      this.#marks.delete(made.seat);
      return guarded.length === 0 ? made : { ...made, guarded };
    });
  }
}
