/** f, and what plans make, by exact search. */
import { type Block, energyToday, hoursOf, type Job, type Market, roundCents, sum } from './market';

interface Hours {
  inTime: number;
  all: number;
}

function hoursFor(m: Market, job: Job, blocks: readonly Block[]): Hours {
  return {
    inTime: sum(blocks.map((block) => hoursOf(block, m.round, job.deadline))),
    all: sum(blocks.map((block) => hoursOf(block, m.round, m.rounds - 1))),
  };
}

function payOf(job: Job, { inTime, all }: Hours): number {
  if (inTime >= job.required) return job.value;
  if (job.isPartial) return Math.floor((job.value * inTime) / job.required);
  return all >= job.required ? roundCents((job.value / 100) * 0.35) : 0;
}

/** What the owner gains if these blocks work for its job too. */
function gainOf(m: Market, job: Job, blocks: readonly Block[]): number {
  const now = hoursFor(m, job, job.blocks);
  const more = hoursFor(m, job, blocks);
  const before = { inTime: job.hours + now.inTime, all: job.hours + now.all };
  const after = { inTime: before.inTime + more.inTime, all: before.all + more.all };
  const gain = payOf(job, after) - payOf(job, before) - sum(blocks.map((block) => energyToday(m, block)));
  return gain > 0 ? gain * (job.shares?.get(job.owner) ?? 1) : gain;
}

/** f: the most that these blocks can add to these jobs, each block at one job at most. */
export function worthOf(m: Market, blocks: readonly Block[], jobs: readonly Job[]): number {
  const fits = (block: Block, job: Job) => block.reliability >= job.minReliability;
  const useful = blocks.filter((block) => jobs.some((job) => fits(block, job)));
  let best = new Float64Array(1 << useful.length);
  for (const job of jobs) {
    const fitting = useful.flatMap((block, i) => (fits(block, job) ? [{ block, bit: 1 << i }] : []));
    const next = best.slice();
    for (let chosen = 1; chosen < 1 << fitting.length; chosen += 1) {
      const picked = fitting.filter((_, i) => chosen & (1 << i));
      const gain = gainOf(
        m,
        job,
        picked.map(({ block }) => block),
      );
      if (gain <= 0) continue;
      const mask = sum(picked.map(({ bit }) => bit));
      for (let all = mask; all < best.length; all = (all + 1) | mask) {
        const value = (best[all ^ mask] ?? 0) + gain;
        if (value > (next[all] ?? 0)) next[all] = value;
      }
    }
    best = next;
  }
  return best.at(-1) ?? 0;
}

/** The blocks and jobs of a lab that count in f. */
export function ownThings(m: Market, lab: string): { blocks: Block[]; jobs: Job[] } {
  const isOpen = ({ mark }: Block) => ['available', 'reserved', 'pledged', 'promised'].includes(mark);
  return {
    blocks: [...m.blocks.values()].filter(
      (block) => block.owner === lab && isOpen(block) && block.boundTo === null && hoursOf(block, m.round, m.rounds - 1) > 0,
    ),
    jobs: [...m.jobs.values()].filter((job) => job.owner === lab && job.arrival <= m.round && !job.isSettled),
  };
}

/** What blocks make of a planned job, before energy; null: its hours are not reached in time, and it has no partial credit. */
export function plannedValue(m: Market, job: Job, blocks: readonly Block[]): number | null {
  const { inTime } = hoursFor(m, job, blocks);
  if (inTime >= job.required) return job.value;
  return job.isPartial ? Math.floor((job.value * inTime) / job.required) : null;
}
