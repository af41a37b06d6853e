/** Statistics of interleaved turns: A B A B …, so that a slow minute of the machine affects both sides. */
export interface Turns {
  a: number[];
  b: number[];
}

/** Runs both sides in turn, after one uncounted turn of each. */
export async function interleave(turns: number, a: () => Promise<number>, b: () => Promise<number>): Promise<Turns> {
  const result: Turns = { a: [], b: [] };
  await a();
  await b();
  for (let turn = 0; turn < turns; turn += 1) {
    result.a.push(await a());
    result.b.push(await b());
  }
  return result;
}

/** Value over comparison, turn by turn. */
export function ratioOf({ a, b }: Turns): { median: number; low: number; high: number } {
  const ratios = a.map((value, turn) => value / (b[turn] ?? Number.NaN));
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear interpolation between the two nearest ranks. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((x, y) => x - y);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined) throw new Error('quantile: nothing was measured');
  return low + (high - low) * (place - Math.floor(place));
}
