/** A match's guards while it is played: scripted moves are held as they are made, and what was changed goes to the rules with the move. */
import type { Hold } from '~/contract/ask-policy';
import type { AnyGame, Clock, GameEvent, SeatId } from '~/contract/game';
import { type Guard, type GuardMark, type GuardMode, type GuardWarning, holdMove, type OwnTurn, warnOfMove } from '~/contract/guard';
import { packOf } from '~/games/packs';
import type { SeatMove } from './step';

interface Meant {
  seat: SeatId;
  /** As it would be handed in. */
  move: unknown;
  /** The match's own; null: what the game has for that. */
  mode: GuardMode | null;
}

/**
 * What a match's guards would change of a move that a person is about to hand in after these events. None where they bind nobody, and none
 * for what is no move: that is for the rules to say.
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
    return []; // an action of a shape that no guard knows
  }
}

export class SeatGuards {
  readonly #game: AnyGame;
  readonly #guards: readonly Guard[];
  readonly #past = new Map<SeatId, OwnTurn[]>();
  readonly #marks = new Map<SeatId, readonly GuardMark[]>();

  /** `mode`: the match's own; null: what the game has for that. */
  constructor(game: AnyGame, mode: GuardMode | null = null) {
    const { guards = [], guardMode = 'off' } = packOf(game.ref);
    this.#game = game;
    this.#guards = (mode ?? guardMode) === 'all' ? guards : [];
  }

  /** Whether scripts are bound at all: models and programs are held where their replies are read. */
  get bind(): boolean {
    return this.#guards.length > 0;
  }

  /** For whoever asks this seat's policy. */
  holdOf(seat: SeatId): Hold | undefined {
    if (!this.bind) return undefined;
    return (observation, move) => {
      const held = holdMove(this.#guards, move, { observation, past: this.#past.get(seat) ?? [] });
      this.#marks.set(seat, held.marks);
      return held.move;
    };
  }

  /** What a turn led to: the moves that are in it are their seats' past. */
  remember({ turn, round }: Pick<Clock, 'turn' | 'round'>, events: readonly GameEvent[]): void {
    if (!this.bind) return;
    for (const event of events) {
      const move = this.#game.told(event)?.move;
      if (move) this.#past.set(move.seat, [...(this.#past.get(move.seat) ?? []), { turn, round, move: move.actions }]);
    }
  }

  /** All that has happened, from the opening on. */
  rememberAll(events: readonly GameEvent[]): void {
    if (!this.bind) return;
    let state: unknown = null;
    for (const event of events) {
      if (state !== null) this.remember(this.#game.clock(state), [event]);
      state = this.#game.evolve(state, event);
    }
  }

  /** The moves that are about to be played, each with the marks of its guards. */
  marked<Move extends SeatMove>(moves: readonly Move[]): readonly Move[] {
    if (!this.bind) return moves;
    return moves.map((made) => {
      const guarded = this.#marks.get(made.seat) ?? [];
      this.#marks.delete(made.seat);
      return guarded.length === 0 ? made : { ...made, guarded };
    });
  }
}
