/** Empirical game theory: what each population earns against each, who is the best answer to whom, and what a mixture is worth. */

/** payoffs[i][j]: what i earns among j; null: it is not known. */
export interface PayoffMatrix {
  entrants: readonly string[];
  payoffs: readonly (readonly (number | null)[])[];
}

/** Half of what the row earns more than the column where they meet: antisymmetric, 0 on the diagonal and where it is not known. */
export function leadMatrix({ entrants, payoffs }: PayoffMatrix): { entrants: readonly string[]; payoffs: number[][] } {
  const lead = (i: number, j: number) => {
    const [own, other] = [payoffs[i]?.[j] ?? null, payoffs[j]?.[i] ?? null];
    return own === null || other === null ? 0 : (own - other) / 2;
  };
  return { entrants, payoffs: entrants.map((_, i) => entrants.map((__, j) => lead(i, j))) };
}

/**
 * Those of whom every two met: while there are others, whoever met the fewest of the rest is left out, equals together. Empty unless more
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

/** By population: the entrants that earn most against it (several when equal). */
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
 * Best answers followed from each population until they come round: [a] is a symmetric pure equilibrium, [a, b, c] a cycle. Who is among
 * the best answers to itself stays. The diagonal has to be known: where nobody meets itself, this is asked of the lead matrix.
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

export interface NashAverage {
  /** The maximum-entropy equilibrium of the antisymmetric game "whose score is higher", by entrant. */
  mixture: Record<string, number>;
  /** What each earns against that mixture; at most 0, and 0 for whoever is in it. */
  rating: Record<string, number>;
}

const STEPS = 20_000;
const RATE = 0.05;

/**
 * Nash averaging (Balduzzi and others 2018, "Re-evaluating evaluation"): copies of an entrant change nobody's rating. The equilibrium is
 * found by entropic mirror descent on the antisymmetric matrix, averaged over its steps, which begins at the uniform mixture; its
 * largest gain from deviating is `exploitability`. Asked for entrants of whom every two met.
 */
export function nashAverage(matrix: PayoffMatrix): NashAverage & { exploitability: number } {
  const { entrants, payoffs: duel } = leadMatrix(matrix);
  const n = entrants.length;
  const scale = Math.max(1e-12, ...duel.flat().map(Math.abs));
  const logits = new Float64Array(n);
  const average = new Float64Array(n);
  for (let step = 0; step < STEPS; step += 1) {
    const rate = RATE / Math.sqrt(1 + step / 100);
    const mixed = softmax(logits);
    for (let i = 0; i < n; i += 1) average[i] = (average[i] ?? 0) + (mixed[i] ?? 0);
    for (let i = 0; i < n; i += 1) logits[i] = (logits[i] ?? 0) + (rate * against(duel, i, mixed)) / scale;
  }
  const total = average.reduce((sum, one) => sum + one, 0);
  const mixture = average.map((one) => one / total);
  const rating = entrants.map((_, i) => against(duel, i, mixture));
  return {
    mixture: Object.fromEntries(entrants.map((name, i) => [name, mixture[i] ?? 0])),
    rating: Object.fromEntries(entrants.map((name, i) => [name, rating[i] ?? 0])),
    exploitability: Math.max(0, ...rating),
  };
}

function against(duel: readonly (readonly number[])[], i: number, mixture: ArrayLike<number>): number {
  return (duel[i] ?? []).reduce((sum, value, j) => sum + value * (mixture[j] ?? 0), 0);
}

function softmax(logits: Float64Array): Float64Array {
  const top = Math.max(...logits);
  const raised = logits.map((one) => Math.exp(one - top));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}
