/**
 * How much a scripted policy may think about one turn. Counted in steps of its search, never by a clock: the same observation leads to the
 * same move on an idle machine and on a busy one.
 */

/**
 * Some .2 s of planning on an idle core. The presets of `open` take at most 2.8 million steps a turn, grand_market with 64 labs 6.4 million:
 * every move that was recorded there is made again to the digit.
 */
const MOST_STEPS = 20_000_000;

class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

let left = Number.POSITIVE_INFINITY;
let cheap = false;

/**
 * Calls `think` with exact plans; where they take more than the budget, once more with cheap ones throughout, so that it never compares an
 * exact plan with a cheap one.
 */
export function withinSteps<Move>(think: () => Move): Move {
  const before = left;
  if (before < MOST_STEPS) return think(); // whoever asked has set a smaller limit, and hears that it was passed
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

/** What `think` comes to if that takes no more than so many steps; null: it takes more, and is to be asked where it holds up nobody. */
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

/** Called by whatever plans, with the steps that it is about to take. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0 && !cheap) throw new BudgetSpent('a turn took more steps of planning than it may');
}

/** Plans are to be good, and cheap. */
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
