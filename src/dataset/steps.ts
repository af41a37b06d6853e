/** A finished match as its seats lived it: what each saw before each of its moves, what it did, and what it earned until the next. */
import { z } from 'zod';
import type { AnyGame, GameEvent, SeatId } from '~/games/game';

export interface Step {
  seat: SeatId;
  /** Counted over all rounds. */
  turn: number;
  round: number;
  /** Which of the match's events it is, from 0. */
  at: number;
  /** Before the move, in the wire format of the game. */
  observation: unknown;
  /** As it came in; what was no action at all is left out. */
  actions: readonly unknown[];
  /** The rules' answers, in the order of the actions. */
  results: readonly { ok: boolean; code: string }[];
  /** What the seat's score grew by until its next move, or the end. */
  reward: number;
  /** What it grew by from here to the end. */
  return: number;
}

const takenShape = z.union([
  z.object({ type: z.literal('action_taken'), lab_id: z.string(), action: z.unknown() }).transform(({ lab_id, action }) => ({
    seat: lab_id,
    actions: [action],
  })),
  z
    .object({ type: z.literal('turn_taken'), lab_id: z.string(), turn: z.object({ actions: z.array(z.object({ action: z.unknown() })) }) })
    .transform(({ lab_id, turn }) => ({ seat: lab_id, actions: turn.actions.map((one) => one.action) })),
]);
const resolvedShape = z.object({
  type: z.literal('action_resolved'),
  lab_id: z.string(),
  result: z.object({ ok: z.boolean(), code: z.string() }),
});

interface OpenStep {
  step: Omit<Step, 'reward' | 'return'> & { results: { ok: boolean; code: string }[] };
  before: number;
}

/** In the order in which moves were made. Rulesets whose moves are events of other kinds give none. */
export function stepsOf(game: AnyGame, events: readonly GameEvent[]): Step[] {
  const open: OpenStep[] = [];
  const last = new Map<SeatId, OpenStep>();
  let state: unknown = null;
  for (const [at, event] of events.entries()) {
    const taken = state === null ? null : takenBy(event);
    if (taken !== null) {
      const { seat, actions } = taken;
      const { turn, round } = game.clock(state);
      const step = { seat, turn, round, at, observation: game.observe(state, seat), actions: actions.filter(isAction), results: [] };
      const one = { step, before: scoreOf(game, state, seat) };
      open.push(one);
      last.set(seat, one);
    }
    const resolved = event.type === 'action_resolved' ? resolvedShape.safeParse(event) : null;
    if (resolved?.success) last.get(resolved.data.lab_id)?.step.results.push(resolved.data.result);
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

/** Whose move the event is, and what was done; null: it is none. */
export function takenBy(event: GameEvent): { seat: SeatId; actions: unknown[] } | null {
  if (event.type !== 'action_taken' && event.type !== 'turn_taken') return null; // most events: no need to read them
  const taken = takenShape.safeParse(event);
  return taken.success ? taken.data : null;
}

function isAction(action: unknown): boolean {
  return action !== null && action !== undefined;
}

function scoreOf(game: AnyGame, state: unknown, seat: SeatId): number {
  return game.outcome(state).scores[seat] ?? 0;
}
