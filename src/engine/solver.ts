/** The only file that uses HiGHS. */
import loadHighs from 'highs';
import type { Solved, SolveLimits } from '~/contract/means';

export const GAP = 1e-4;
/** HiGHS's status of a feasible solution. */
const FEASIBLE = 2;

let solver: ReturnType<typeof loadHighs> | null = null;

/** Solves a program to the gap or to the limits. Doing nothing must be feasible, with value 0. */
export async function solveProgramme(programme: string, { nodes, seconds, ceiling }: SolveLimits): Promise<Solved> {
  if (programme === '') return { value: 0, bound: 0, gap: 0, byClock: false };
  solver ??= loadHighs();
  const highs = await solver;
  const model = highs.createModel({ format: 'lp', data: programme });
  try {
    model.options.set({ output_flag: false, mip_rel_gap: GAP, mip_max_nodes: nodes, time_limit: seconds });
    model.run();
    const value = Number(model.info.get('primal_solution_status')) === FEASIBLE ? Math.max(0, model.getObjectiveValue()) : 0;
    const told = Number(model.info.get('mip_dual_bound'));
    // For a program without integer variables, HiGHS reports no bound; if solved, its value is the bound.
    const { optimal, timeLimit } = highs.constants.modelStatus;
    const solved = model.getModelStatus() === optimal;
    const byClock = model.getModelStatus() === timeLimit;
    const known = Number.isFinite(told) ? told : solved ? value : Number.POSITIVE_INFINITY;
    const bound = Math.max(value, Math.min(known, ceiling ?? Number.POSITIVE_INFINITY));
    if (!Number.isFinite(bound)) return { value, bound, gap: 1, byClock };
    return { value, bound, gap: bound > 0 ? (bound - value) / bound : 0, byClock };
  } finally {
    model.dispose();
  }
}
