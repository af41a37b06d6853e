/** Hard limits on what a player wishes: held before the rules decide, the same for scripts, models and programs. */
import { actionsOfMove } from './actions-of-move';

export const GUARD_MODES = ['all', 'models', 'off'] as const;
/** Whom a match's guards bind: every player but people; models and remote programs alone; nobody. A person is warned and never changed. */
export type GuardMode = (typeof GUARD_MODES)[number];

/** What a seat did in a turn of its own, for prompts and guards that remember. */
export interface OwnTurn {
  /** Of the match, counted over all rounds. */
  readonly turn: number;
  readonly round: number;
  /** What was handed to the rules. */
  readonly move: unknown;
}

export interface Guard<Observation = unknown, Action = unknown> {
  /** `payment_over_budget`, `worse_than_own_offer`, … */
  readonly id: string;
  /** The action as this limit lets it pass, and in a sentence what was changed; null: as it is. */
  hold(seen: Observation, action: Action, past: readonly OwnTurn[]): Held<Action> | null;
}

export interface Held<Action = unknown> {
  action: Action;
  /** For reports: of the player as "it". */
  why: string;
  /** The same to a person who is about to do it; left out: `why` says it to anybody. */
  warning?: string;
}

/** A guard that changed an action. */
export interface GuardMark {
  guard: string;
  /** For people. */
  what: string;
  /** The action, as it came to the guard and as it left it; left out in turns of earlier versions of Mandi. */
  before?: unknown;
  after?: unknown;
}

export interface Seen<Observation = unknown> {
  observation: Observation;
  past: readonly OwnTurn[];
}

/** One action, held by each guard in their order: the last has the last word. */
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
  // Raised and cut back to where it was: nothing was changed.
  return JSON.stringify(action) === JSON.stringify(wished) ? { action: wished, marks: [] } : { action, marks };
}

/** What a guard would have changed of a move that a person is about to hand in. */
export interface GuardWarning {
  guard: string;
  /** A sentence to that person. */
  warning: string;
  /** Which of the move's actions it is about, from 0. */
  place: number;
  before: unknown;
  after: unknown;
}

/** For people, who are warned and never changed: what each guard would do to each action, after those before it. */
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

/** A whole move, action by action, in the shape in which it came: a bare action, a list, or a turn with `actions`. */
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
