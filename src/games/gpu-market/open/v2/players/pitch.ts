/** A pitch under version 2: two true facts of an open job, if the block adds something to the lab's own best plan. */
import type { TakenAction } from '../../shared/actions';
import { bondOf, isFree } from '../../shared/observed';
import { bestPlan } from '../../shared/plans/plan';
import { openJobs, problemOf } from '../../shared/plans/potential';
import type { OpenObservation2 } from '../observation';

export function withPitch2(turn: readonly TakenAction[], seen: OpenObservation2): TakenAction[] {
  const pitch = turn.length < seen.actions_per_round ? pitchOf(seen) : null;
  return pitch === null ? [...turn] : [...turn, pitch];
}

function pitchOf(seen: OpenObservation2): TakenAction | null {
  const found = pitchWorth(seen);
  return found === null || found.worth < 1 ? null : found.pitch;
}

/** The pitch with the facts of its first open job, and what the block would add, in cents. */
export function pitchWorth(seen: OpenObservation2): { pitch: TakenAction; worth: number } | null {
  const id = seen.public_market.pitch_for_block_id;
  const block = seen.public_market.blocks.find((one) => one.block_id === id);
  const jobs = openJobs(seen);
  const [job] = jobs;
  if (block === undefined || job === undefined) return null;
  const own = seen.owned_blocks.filter(
    (one) => (isFree(one) || one.status === 'committed') && one.hours_left > 0 && bondOf(seen, one) === null,
  );
  const worth = (blocks: typeof seen.public_market.blocks) => bestPlan(problemOf(seen, { blocks, jobs })).value;
  const message = `Job ${job.job_id} needs ${job.gpu_hours_required} hours by round ${job.deadline_round}.`;
  return { pitch: { action_type: 'make_pitch', message }, worth: worth([...own, block]) - worth(own) };
}
