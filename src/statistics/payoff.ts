/** Empirical game theory: what each population earns against each, who is the best response to whom, and what a mixture is worth. */

/** payoffs[i][j]: what i earns among j; null: unknown. */
export interface PayoffMatrix {
  entrants: readonly string[];
  payoffs: readonly (readonly (number | null)[])[];
}

/** Half of the row's lead over the column in their meetings: antisymmetric, 0 on the diagonal and where unknown. */
export function leadMatrix({ entrants, payoffs }: PayoffMatrix): { entrants: readonly string[]; payoffs: number[][] } {
  const lead = (i: number, j: number) => {
    const [own, other] = [payoffs[i]?.[j] ?? null, payoffs[j]?.[i] ?? null];
    return own === null || other === null ? 0 : (own - other) / 2;
  };
  return { entrants, payoffs: entrants.map((_, i) => entrants.map((__, j) => lead(i, j))) };
}

/**
 * A subset of entrants that all met each other: repeatedly removes those that met the fewest of the rest, ties together. Empty unless more
 * than half of all are left.
 */
export function allMet({ entrants, payoffs }: PayoffMatrix): string[] {
  const met = (i: number, j: number) => i === j || typeof (payoffs[i]?.[j] ?? null) === 'number';
  let left = [...entrants.keys()];
  for (;;) {
    const counts = left.map((i) => left.filter((j) => met(i, j)).length);
    const fewest = Math.min(...counts);
    if (left.length === 0 || fewest === left.length) break;
    left = left.filter((_, place) => counts[place] !== fewest);
  }
  return left.length < 2 || 2 * left.length <= entrants.length ? [] : left.flatMap((i) => entrants[i] ?? []);
}

/** By population: the entrants that earn most against it (several if equal). */
export function bestResponses({ entrants, payoffs }: PayoffMatrix): Record<string, string[]> {
  return Object.fromEntries(
    entrants.map((population, j) => {
      const column = payoffs.map((row) => row[j] ?? Number.NEGATIVE_INFINITY);
      const most = Math.max(...column);
      return [population, Number.isFinite(most) ? entrants.filter((_, i) => column[i] === most) : []];
    }),
  );
}

/**
 * Best responses followed from each population until they come round: [a] is a symmetric pure equilibrium, [a, b, c] a cycle. Who is among
 * the best responses to itself stays. The diagonal has to be known: where nobody meets itself, this is asked of the lead matrix.
 */
export function responseCycles(matrix: PayoffMatrix): string[][] {
  const answers = bestResponses(matrix);
  const cycles = new Map<string, string[]>();
  for (const start of matrix.entrants) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && !path.includes(at)) {
      path.push(at);
      const best: string[] = answers[at] ?? [];
      at = best.includes(at) ? at : best[0];
    }
    if (at === undefined) continue;
    const cycle = path.slice(path.indexOf(at));
    const first = cycle.indexOf(cycle.toSorted()[0] ?? '');
    const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
    cycles.set(turned.join('\n'), turned);
  }
  return [...cycles.values()].sort((a, b) => a.length - b.length || (a[0] ?? '').localeCompare(b[0] ?? ''));
}
