/** Caches the answer to an expensive question; the longer it took, the longer. */

/** Limits the cost to a twentieth of the time, however expensive the question is. */
const TIMES_ITS_COST = 20;

export interface KeptAWhile<T> {
  get(): Promise<T>;
}

/** Asks at most every `ms`, one call at a time. A failure goes only to those who waited for it and is not cached. */
export function keptAWhile<T>(ask: () => Promise<T>, ms: number, now: () => number = () => performance.now()): KeptAWhile<T> {
  let answer: Promise<T> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return {
    get() {
      if (answer !== null && now() < until) return answer;
      const began = now();
      until = Number.POSITIVE_INFINITY;
      const asked = ask();
      answer = asked;
      asked.then(
        () => {
          until = now() + Math.max(ms, (now() - began) * TIMES_ITS_COST);
        },
        () => {
          answer = null;
        },
      );
      return asked;
    },
  };
}
