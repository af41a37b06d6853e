/** HiGHS, loaded when first asked; the only place that knows it. */
import loadHighs from 'highs';

export const GAP = 1e-4;
export const LIMIT_SECONDS = 10;

export interface Solved {
  value: number;
  /** No solution is better than this. */
  bound: number;
  /** (bound - value) / bound; 0 when solved to the end. */
  gap: number;
}

let solver: ReturnType<typeof loadHighs> | null = null;

/** Solves a programme to the gap, or as far as the limit allows. An empty programme is worth nothing. */
export async function solveProgramme(programme: string, limitSeconds = LIMIT_SECONDS): Promise<Solved> {
  if (programme === '') return { value: 0, bound: 0, gap: 0 };
  solver ??= loadHighs();
  const highs = await solver;
  const model = highs.createModel({ format: 'lp', data: programme });
  try {
    model.options.set({ output_flag: false, mip_rel_gap: GAP, time_limit: limitSeconds });
    model.run();
    const value = model.getObjectiveValue();
    const told = Number(model.info.get('mip_dual_bound'));
    // Without whole numbers in it, or before a first node, there is no other bound than the value.
    const bound = Number.isFinite(told) && told > value ? told : value;
    return { value, bound, gap: bound > 0 ? (bound - value) / bound : 0 };
  } finally {
    model.dispose();
  }
}
