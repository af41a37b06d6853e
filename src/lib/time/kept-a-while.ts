/** An answer that costs something is kept for a while: the longer it took, the longer. */

/** Whatever the question costs, it is asked for at most a twentieth of the time. */
const TIMES_ITS_COST = 20;

export interface KeptAWhile<T> {
  get(): Promise<T>;
}

/** Asked at most every `ms`, and by one caller at a time; a failure is nobody's answer but theirs who waited for it. */
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
