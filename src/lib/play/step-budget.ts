/**
 * Limits how much a scripted policy thinks about one turn. Counted in search steps, never by a clock, so that the same observation leads to
 * the same move on an idle and on a busy machine.
 */

/**
 * About 0.2 s of planning on an idle core. The presets of `open` take at most 2.8 million steps per turn, grand_market with 64 labs
 * 6.4 million, so all moves recorded there are reproduced exactly.
 */
const MOST_STEPS = 20_000_000;

class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

let left = Number.POSITIVE_INFINITY;
let cheap = false;

/**
 * Calls `think` with exact plans. If they exceed the budget, calls it again with only cheap plans, so that exact and cheap plans are never
 * compared with each other.
 */
export function withinSteps<Move>(think: () => Move): Move {
  const before = left;
  if (before < MOST_STEPS) return think(); // the caller set a smaller limit and must see that it was exceeded
  left = MOST_STEPS;
  try {
    return think();
  } catch (fault) {
    if (!(fault instanceof BudgetSpent)) throw fault;
    return cheaply(think);
  } finally {
    left = before;
  }
}

/** The result of `think` within this many steps; null if it takes more and should run where it blocks nobody. */
export function quickly<Answer>(steps: number, think: () => Answer): { answer: Answer } | null {
  const before = left;
  left = Math.min(before, steps);
  try {
    return { answer: think() };
  } catch (fault) {
    if (fault instanceof BudgetSpent) return null;
    throw fault;
  } finally {
    left = before;
  }
}

/** Planners call this with the number of steps they are about to take. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0 && !cheap) throw new BudgetSpent('a turn took more steps of planning than it may');
}

/** True if planners should use cheap approximations. */
export function isCheap(): boolean {
  return cheap;
}

function cheaply<Move>(think: () => Move): Move {
  cheap = true;
  try {
    return think();
  } finally {
    cheap = false;
  }
}
