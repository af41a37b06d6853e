/** `unknown task "singel_trade" (did you mean single_trade?); allowed: …` */
export function unknownName(what: string, name: string, allowed: readonly string[]): string {
  const near = nearest(name, allowed);
  const hint = near === null ? '' : ` (did you mean ${near}?)`;
  return `unknown ${what} "${name}"${hint}; allowed: ${allowed.join(', ')}`;
}

/** The allowed name closest to the input, or null if none is close. */
export function nearest(name: string, allowed: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let least = Math.max(2, Math.ceil(wanted.length * 0.4)) + 1;
  for (const candidate of allowed) {
    const lowered = candidate.toLowerCase();
    const distance = Math.min(editDistance(wanted, lowered), beginningDistance(wanted, lowered));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Matches a mistyped beginning: `singel` for `single_trade`. */
function beginningDistance(wanted: string, name: string): number {
  if (wanted.length < 3 || name.length <= wanted.length) return Number.POSITIVE_INFINITY;
  const most = wanted.length < 5 ? 0 : 1;
  const distance = editDistance(wanted, name.slice(0, wanted.length));
  return distance <= most ? 1 + distance : Number.POSITIVE_INFINITY;
}

/** Counts insertions, deletions, substitutions and swaps of neighbors (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(Number(last[column]) + 1, Number(current[column - 1]) + 1, Number(last[column - 1]) + (same ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, Number(beforeLast[column - 2]) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return Number(last[to.length]);
}
