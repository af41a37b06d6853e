/** Worlds of version 2: those of version 1, in which some jobs need the blocks of two other labs together. */
import { round } from '~/lib/numbers';
import type { Draws } from '~/lib/random/draws';
import type { BlockOpening, JobOpening } from '../shared/types';
import { blockHours, drawWorld, type LabWorld, openDraws, STREAMS, shuffle, type World } from '../shared/world';
import type { OpenConfig2 } from './config';

/** A block that starts earlier leaves no time to bring two labs together. */
const SOONEST = 4;

export function drawWorld2(config: OpenConfig2): World {
  const world = drawWorld(config);
  const draws = openDraws(config, [STREAMS.complements, 0]);
  const labs = world.labs.map((lab) => ({ ...lab, jobs: [...lab.jobs] }));
  const order = shuffle(draws, labs.length);
  let left = config.complements;
  for (const i of order) {
    if (left === 0) break;
    if (complement(draws, labs, { i, rounds: config.rounds })) left -= 1;
  }
  return { ...world, labs };
}

/** The lab's last job becomes one that a block of each of two other labs completes, and neither block completes alone. */
function complement(draws: Draws, labs: LabWorld[], { i, rounds }: { i: number; rounds: number }): boolean {
  const lab = labs[i];
  const job = lab?.jobs.at(-1);
  if (lab === undefined || job === undefined || lab.jobs.length < 2) return false;
  const parts: BlockOpening[] = [];
  for (const j of shuffle(draws, labs.length)) {
    const late = j === i ? [] : (labs[j]?.blocks ?? []).filter(({ start_round }) => start_round >= Math.min(SOONEST, rounds - 1));
    if (late.length > 0 && parts.length < 2) parts.push(draws.choice(late));
  }
  if (parts.length < 2) return false;
  lab.jobs[lab.jobs.length - 1] = jointJob(draws, { job, parts, rounds });
  return true;
}

function jointJob(draws: Draws, { job, parts, rounds }: { job: JobOpening; parts: readonly BlockOpening[]; rounds: number }): JobOpening {
  const last = Math.max(...parts.map(({ start_round, duration }) => Math.min(start_round + duration, rounds) - 1));
  const gpu_hours_required = parts.reduce((sum, block) => sum + blockHours(block, rounds), 0);
  const urgency_multiplier = round(draws.uniform(1.2, 1.8), 2);
  const density = draws.uniform(9, 15);
  return {
    job_id: job.job_id,
    arrival_round: 0,
    gpu_hours_required,
    deadline_round: last,
    base_value: round(gpu_hours_required * density, 2),
    urgency_multiplier,
    min_reliability: round(Math.min(...parts.map(({ reliability }) => reliability)), 2),
    partial_credit_allowed: false,
    private_notes: job.private_notes,
  };
}
