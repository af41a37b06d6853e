/** The score's integer program in CPLEX LP format: which block is used for which job, and what each job pays. */
import type { PlanProblem } from '../plans/plan-problem';

/**
 * Maximize V*y + late*z - cost*x - price; each block at most once; required*y <= hours, required*z <= all hours, y + z <= 1. x, y, z are
 * binary, except that y is continuous for a job with partial credit, which has no z. Money in cents.
 */
export function programmeOf(problem: PlanProblem, prices: readonly number[]): string {
  const gains: string[] = [];
  const rows: string[] = [];
  const binary: string[] = [];
  const parts: string[] = [];
  for (const [j, job] of problem.jobs.entries()) {
    const row = problem.pairs[j] ?? [];
    const used = row.flatMap((pair, b) => (pair === null ? [] : [{ name: `x${b}_${j}`, pair, price: prices[b] ?? 0 }]));
    if (used.length === 0) continue;
    gains.push(`+ ${job.value} y${j}`);
    rows.push(`t${j}: ${job.required} y${j}${used.map(({ name, pair }) => ` - ${pair.hours} ${name}`).join('')} <= 0`);
    if (job.partial) parts.push(`y${j} <= 1`);
    else {
      gains.push(`+ ${job.late_value} z${j}`);
      rows.push(`a${j}: ${job.required} z${j}${used.map(({ name, pair }) => ` - ${pair.total} ${name}`).join('')} <= 0`);
      rows.push(`o${j}: y${j} + z${j} <= 1`);
      binary.push(`y${j}`, `z${j}`);
    }
    for (const { name, pair, price } of used) {
      gains.push(`- ${pair.cost + price} ${name}`);
      binary.push(name);
    }
  }
  for (let b = 0; b < problem.blocks; b++) {
    const names = problem.jobs.flatMap((_, j) => (problem.pairs[j]?.[b] ? [`x${b}_${j}`] : []));
    if (names.length > 1) rows.push(`b${b}: ${names.join(' + ')} <= 1`);
  }
  if (gains.length === 0) return '';
  return ['Maximize', ` value: ${gains.join('\n ')}`, 'Subject To', ...rows, 'Bounds', ...parts, 'Binary', ...binary, 'End'].join('\n');
}
