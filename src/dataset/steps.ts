/** A finished match from its seats' perspective: each observation, move, and reward until the next move. */
import type { AnyGame, GameEvent, SeatId } from '~/contract/game';
import { type Shown, shownAt } from '~/contract/prompt-format';

export interface Step {
  seat: SeatId;
  /** Counted over all rounds. */
  turn: number;
  round: number;
  /** Index of its event, from 0. */
  at: number;
  /** Before the move, in the game's wire format. */
  observation: unknown;
  /** The public view at that moment; absent if not requested. */
  shown?: Shown;
  /** As submitted, without invalid actions. */
  actions: readonly unknown[];
  /** The rules' answers, in the order of the actions. */
  results: readonly { ok: boolean; code: string }[];
  /** Increase of the seat's score until its next move or the end. */
  reward: number;
  /** Increase from here to the end. */
  return: number;
}

interface OpenStep {
  step: Omit<Step, 'reward' | 'return'> & { results: { ok: boolean; code: string }[] };
  before: number;
}

/** In the order of the moves. `shown`: the match's configuration, to include the public view with each step. */
export function stepsOf(game: AnyGame, events: readonly GameEvent[], shown?: { config: unknown }): Step[] {
  const open: OpenStep[] = [];
  const last = new Map<SeatId, OpenStep>();
  let state: unknown = null;
  for (const [at, event] of events.entries()) {
    const told = game.told(event);
    if (told?.move && state !== null) {
      const { seat, actions } = told.move;
      const { turn, round } = game.clock(state);
      const seen = shown && { shown: shownAt(game, { config: shown.config, state: game.copy(state), seat }) };
      const step = {
        seat,
        turn,
        round,
        at,
        observation: game.observe(state, seat),
        ...seen,
        actions: actions.filter(isAction),
        results: [],
      };
      const one = { step, before: scoreOf(game, state, seat) };
      open.push(one);
      last.set(seat, one);
    }
    if (told?.result) {
      const { seat, ok, code } = told.result;
      last.get(seat)?.step.results.push({ ok, code });
    }
    state = game.evolve(state, event);
  }
  const end = state === null ? {} : game.outcome(state).scores;
  const next = new Map<SeatId, number>();
  return open
    .toReversed()
    .map(({ step, before }): Step => {
      const last = end[step.seat] ?? 0;
      const until = next.get(step.seat) ?? last;
      next.set(step.seat, before);
      return { ...step, reward: until - before, return: last - before };
    })
    .toReversed();
}

function isAction(action: unknown): boolean {
  return action !== null && action !== undefined;
}

function scoreOf(game: AnyGame, state: unknown, seat: SeatId): number {
  return game.outcome(state).scores[seat] ?? 0;
}
