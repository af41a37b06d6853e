/** The score of an open market: the share of the optimum that was reached, and each lab's gain compared with playing alone. */
import type { Solve, Solved } from '~/contract/means';
import { isSure } from '~/contract/pack';
import { type Books, booksOf } from '../books/conservation';
import type { OpenEvent } from '../events';
import { autarkyProblem, type KnownWorld, type Selection, worldBlocks, worldJobs, worldOf, worldProblem } from '../plans/pairs';
import { bestPlan } from '../plans/plan';
import { LIMIT_NODES, LIMIT_SECONDS } from './limit';
import { programmeOf } from './programme';

export interface OpenScore {
  /** Money in cents. */
  optimum_cents: number;
  /** How far the optimum may be above the best solution found; the bound is used instead. */
  gap: number;
  /** The time limit ended the solve, so another machine might find another optimum. */
  by_clock: boolean;
  autarky_cents: Record<string, number>;
  profit_cents: Record<string, number>;
  /** One share of the gains of trade: the unit of gains. */
  scale_cents: number;
  /** Sum of profits over the optimum; null if nothing could be earned. */
  efficiency: number | null;
  gain: Record<string, number>;
  /** False if the gap exceeds 1%, the time limit ended the solve, an organizer fired a shock, or the money does not balance. */
  rated: boolean;
}

/** The score of a finished match, from its events; `solve` runs the solver (`scoreInWorker`: on a thread). */
export async function scoreOf(events: readonly OpenEvent[], solve: Solve, limitSeconds = LIMIT_SECONDS): Promise<OpenScore> {
  const world = worldOf(events);
  return scoreFrom(world, { best: await optimumOf(world, solve, limitSeconds), books: booksOf(events) });
}

/** The parts of the books that a score needs. */
export type ScoreBooks = Pick<Books, 'profits_cents' | 'difference_cents'>;
/** For a world in which nobody has played. */
export const NO_BOOKS: ScoreBooks = { profits_cents: {}, difference_cents: 0 };

/** From a known optimum, which is the same for every match in the world. */
export function scoreFrom(world: KnownWorld, known: { best: Solved; books: ScoreBooks }): OpenScore {
  const autarky = autarkies(world);
  const optimum = known.best.bound;
  const labs = Object.keys(autarky);
  const alone = labs.reduce((sum, lab) => sum + (autarky[lab] ?? 0), 0);
  const scale = Math.max(optimum - alone, 0.1 * optimum, 100) / labs.length;
  const profits = labs.reduce((sum, lab) => sum + (known.books.profits_cents[lab] ?? 0), 0);
  const sure = { gap: known.best.gap, by_clock: known.best.byClock };
  const gains = labs.map((lab) => [lab, ((known.books.profits_cents[lab] ?? 0) - (autarky[lab] ?? 0)) / scale]);
  return {
    optimum_cents: optimum,
    ...sure,
    autarky_cents: autarky,
    profit_cents: known.books.profits_cents,
    scale_cents: scale,
    efficiency: optimum === 0 ? null : profits / optimum,
    gain: Object.fromEntries(gains) as Record<string, number>,
    rated: isSure(sure) && world.shocks.every((shock) => !shock.live) && known.books.difference_cents === 0,
  };
}

/** The maximum that all labs together, with the operator's blocks, could have earned. */
export function optimumOf(world: KnownWorld, solve: Solve, limitSeconds = LIMIT_SECONDS): Promise<Solved> {
  const { programme, ceiling } = programmeFor(world, { blocks: worldBlocks(world), jobs: worldJobs(world) });
  return solve(programme, { nodes: LIMIT_NODES, seconds: limitSeconds, ceiling });
}

/** The maximum that a group of labs could earn by dealing only with each other and the operator. */
export function groupOptimumOf(world: KnownWorld, labs: readonly string[], solve: Solve): Promise<Solved> {
  const blocks = worldBlocks(world).filter((block) => block.lab_id === null || labs.includes(block.lab_id));
  const jobs = worldJobs(world).filter((job) => labs.includes(job.lab_id));
  const { programme, ceiling } = programmeFor(world, { blocks, jobs });
  return solve(programme, { nodes: LIMIT_NODES, seconds: LIMIT_SECONDS, ceiling });
}

function programmeFor(world: KnownWorld, selection: Selection): { programme: string; ceiling: number } {
  const problem = worldProblem(world, selection);
  const prices = selection.blocks.map((block) => block.price_cents);
  const ceiling = problem.jobs.reduce((sum, job) => sum + job.value, 0);
  return { programme: programmeOf(problem, prices), ceiling };
}

/** What each lab could have earned with only its initial blocks and jobs, in cents. */
export function autarkies(world: KnownWorld): Record<string, number> {
  const alone = world.opened.labs.map((lab) => [lab.lab_id, bestPlan(autarkyProblem(world, lab.lab_id)).value]);
  return Object.fromEntries(alone) as Record<string, number>;
}
