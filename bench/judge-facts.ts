/**
 * Draws the facts that the labelled pitches of tests/fixtures/pitches are about: what an observation at a pitch round says of a lab's own
 * open jobs, in worlds in which nobody has acted. `npx tsx bench/judge-facts.ts` prints them; they were drawn once and are kept.
 */

import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import { observe } from '~/games/gpu-market/open/shared/observe';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { lapse, open } from '~/games/gpu-market/open/v1/decide';

/** World, round and lab of each observation; even seeds and odd ones, four tasks' worth of jobs. */
const CHOSEN = [
  { id: 'o1', task: 'coalition_market', seed: 40_101, round: 3, lab: 'lab_0' },
  { id: 'o2', task: 'coalition_market', seed: 40_102, round: 6, lab: 'lab_1' },
  { id: 'o3', task: 'coalition_market', seed: 40_103, round: 6, lab: 'lab_4' },
  { id: 'o4', task: 'market_round', seed: 40_104, round: 3, lab: 'lab_2' },
  { id: 'o5', task: 'grand_market', seed: 40_105, round: 9, lab: 'lab_11' },
  { id: 'o6', task: 'grand_market', seed: 40_106, round: 6, lab: 'lab_5' },
  { id: 'o7', task: 'coalition_market', seed: 40_107, round: 3, lab: 'lab_3' },
  { id: 'o8', task: 'market_round', seed: 40_108, round: 3, lab: 'lab_0' },
];

process.stdout.write(`${JSON.stringify({ ruleset: 'open', version: 1, observations: CHOSEN.map(factsAt) }, null, 2)}\n`);

function factsAt({ id, task, seed, round, lab }: (typeof CHOSEN)[number]) {
  const state = quietUntil(task, seed, round);
  const seen = observe(state, lab);
  const block = seen.public_market.blocks.find((one) => one.block_id === seen.public_market.pitch_for_block_id);
  const jobs = seen.private_jobs
    .filter((job) => !job.settled)
    .map((job) => ({
      job_id: job.job_id,
      hours: job.gpu_hours_required,
      deadline: job.deadline_round,
      value: job.value,
      base: job.base_value,
      reliability: job.min_reliability,
      scheduled: job.hours_by_deadline,
    }));
  const spare = block && {
    block_id: block.block_id,
    start_round: block.start_round,
    duration: block.duration,
    gpu_count: block.gpu_count,
    reliability: block.reliability,
  };
  return { id, task, seed, round, rounds: seen.max_rounds, lab, block: spare, jobs };
}

function quietUntil(task: string, seed: number, round: number): OpenState {
  const config = parseOpenConfig({ task_type: task, seed, judge_mode: 'rule' });
  if (!config.ok) throw new Error(config.why);
  let state: OpenState | null = null;
  for (const event of open(config.value)) state = evolve(state, event);
  while (state !== null && state.round_index < round) for (const event of lapse(state)) state = evolve(state, event);
  if (state === null) throw new Error('no opening');
  return state;
}
