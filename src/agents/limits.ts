/** Hard limits on what a model wishes: applied last, each in its place, whatever order they are given in. */
import type { GuardMark } from './agent-turn';

export interface Limit<Action> {
  guard: string;
  /** Its place: the limit with the highest has the last word. */
  place: number;
  /** The action as this limit lets it pass, and in a sentence what was changed; null: as it is. */
  hold(action: Action): { action: Action; what: string } | null;
}

export function holdLimits<Action>(wished: Action, limits: readonly Limit<Action>[]): { action: Action; marks: GuardMark[] } {
  const marks: GuardMark[] = [];
  let action = wished;
  for (const limit of [...limits].sort((a, b) => a.place - b.place)) {
    const held = limit.hold(action);
    if (held === null) continue;
    action = held.action;
    marks.push({ guard: limit.guard, what: held.what });
  }
  // Raised and cut back to where it was: nothing was changed.
  return JSON.stringify(action) === JSON.stringify(wished) ? { action: wished, marks: [] } : { action, marks };
}

interface Payer {
  payment?: number | undefined;
}

/** pay = min(budget, max(own last offer, wish)): never below what it has offered for the same before, never above what it has. */
export function paymentLimits<Action extends Payer>({ budget, lastOffer }: { budget: number; lastOffer: number | null }): Limit<Action>[] {
  return [
    {
      guard: 'worse_than_own_offer',
      place: 1,
      hold: (action) =>
        lastOffer === null || action.payment === undefined || action.payment >= lastOffer
          ? null
          : { action: { ...action, payment: lastOffer }, what: `It offered ${lastOffer} before; ${action.payment} would go back on that.` },
    },
    {
      guard: 'payment_over_budget',
      place: 2,
      hold: (action) =>
        action.payment === undefined || action.payment <= budget
          ? null
          : { action: { ...action, payment: budget }, what: `It has ${budget}; ${action.payment} cannot be paid.` },
    },
  ];
}
