/** Hard limits on a player's actions, applied before the rules decide. They are the same for scripts, models and programs. */
import { actionsOfMove } from './actions-of-move';

export const GUARD_MODES = ['all', 'models', 'off'] as const;
/**
 * Whom the guards of a match bind: all players except people, only models and remote programs, or nobody. People are warned; their moves
 * are never changed.
 */
export type GuardMode = (typeof GUARD_MODES)[number];

/** One of a seat's own turns, for prompts and guards that use history. */
export interface OwnTurn {
  /** Turn number in the match, counted over all rounds. */
  readonly turn: number;
  readonly round: number;
  /** The move that was passed to the rules. */
  readonly move: unknown;
}

export interface Guard<Observation = unknown, Action = unknown> {
  /** `payment_over_budget`, `worse_than_own_offer`, … */
  readonly id: string;
  /** The action as this guard allows it, with a sentence on what it changed; null to leave it unchanged. */
  hold(seen: Observation, action: Action, past: readonly OwnTurn[]): Held<Action> | null;
}

export interface Held<Action = unknown> {
  action: Action;
  /** For reports. Refers to the player as "it". */
  why: string;
  /** The same, addressed to a person about to play it. Default: `why`. */
  warning?: string;
}

/** Records that a guard changed an action. */
export interface GuardMark {
  guard: string;
  /** A sentence for people. */
  what: string;
  /** The action before and after the guard. Absent in turns from earlier versions of Mandi. */
  before?: unknown;
  after?: unknown;
}

export interface Seen<Observation = unknown> {
  observation: Observation;
  past: readonly OwnTurn[];
}

/** Applies each guard to one action, in order; each guard sees the previous guard's result. */
export function holdAction<Observation, Action>(
  guards: readonly Guard<Observation, Action>[],
  wished: Action,
  { observation, past }: Seen<Observation>,
): { action: Action; marks: GuardMark[] } {
  const marks: GuardMark[] = [];
  let action = wished;
  for (const guard of guards) {
    const held = guard.hold(observation, action, past);
    if (held === null) continue;
    marks.push({ guard: guard.id, what: held.why, before: action, after: held.action });
    action = held.action;
  }
  // One guard raised it and another cut it back, so nothing has changed.
  return JSON.stringify(action) === JSON.stringify(wished) ? { action: wished, marks: [] } : { action, marks };
}

/** What a guard would change in a move that a person is about to submit. */
export interface GuardWarning {
  guard: string;
  /** A sentence addressed to that person. */
  warning: string;
  /** Index of the action in the move, from 0. */
  place: number;
  before: unknown;
  after: unknown;
}

/** Warnings for a person: what each guard would do to each action, after the actions before it. */
export function warnOfMove(guards: readonly Guard[], move: unknown, { observation, past }: Seen): GuardWarning[] {
  return actionsOfMove(move).flatMap((wished, place) => {
    const warnings: GuardWarning[] = [];
    let action = wished;
    for (const guard of guards) {
      const held = guard.hold(observation, action, past);
      if (held === null) continue;
      warnings.push({ guard: guard.id, warning: held.warning ?? held.why, place, before: action, after: held.action });
      action = held.action;
    }
    return JSON.stringify(action) === JSON.stringify(wished) ? [] : warnings;
  });
}

/** Applies the guards to each action of a move and keeps the move's form: a bare action, a list, or a turn with `actions`. */
export function holdMove(guards: readonly Guard[], move: unknown, seen: Seen): { move: unknown; marks: GuardMark[] } {
  if (guards.length === 0 || typeof move !== 'object' || move === null) return { move, marks: [] };
  const isTurn = !Array.isArray(move) && 'actions' in move && Array.isArray(move.actions);
  if (!Array.isArray(move) && !isTurn) {
    const { action, marks } = holdAction(guards, move as unknown, seen);
    return { move: action, marks };
  }
  const actions: unknown[] = Array.isArray(move) ? move : (move as unknown as { actions: unknown[] }).actions;
  const held = actions.map((action) => holdAction(guards, action, seen));
  const marks = held.flatMap((one) => one.marks);
  if (marks.length === 0) return { move, marks };
  const kept = held.map(({ action }) => action);
  return { move: Array.isArray(move) ? kept : { ...move, actions: kept }, marks };
}
