/** A pitch under version 2: two true facts of an open job, if the block adds something to the lab's own best plan. */
import type { TakenAction } from '../../shared/actions';
import { bondOf, isFree } from '../../shared/observed';
import { factsOfJob } from '../../shared/plans/pitch-preview';
import { bestPlan } from '../../shared/plans/plan';
import { openJobs, problemOf } from '../../shared/plans/potential';
import type { Pitch, PitchVerdict } from '../../shared/types';
import type { OpenObservation2 } from '../observation';
import { judgePitch2 } from '../rules/pitches';

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
  const worth = addedByBlock(seen);
  const [job] = openJobs(seen);
  if (worth === null || job === undefined) return null;
  const message = `Job ${job.job_id} needs ${job.gpu_hours_required} hours by round ${job.deadline_round}.`;
  return { pitch: { action_type: 'make_pitch', message }, worth };
}

/** The rule judge's verdict on a pitch of this seat; null: no block can be won in this round. */
export function previewPitch2(seen: OpenObservation2, pitch: Pitch): PitchVerdict | null {
  const added = addedByBlock(seen);
  if (added === null) return null;
  const need = Math.max(0, Math.round(added));
  return judgePitch2(pitch, { lab_id: seen.controlled_lab_id, facts: openJobs(seen).map(factsOfJob), need });
}

/** What the round's block would add to the seat's best plan, in cents; null: no block can be won in this round. */
function addedByBlock(seen: OpenObservation2): number | null {
  const id = seen.public_market.pitch_for_block_id;
  const block = seen.public_market.blocks.find((one) => one.block_id === id);
  if (block === undefined) return null;
  const jobs = openJobs(seen);
  const own = seen.owned_blocks.filter(
    (one) => (isFree(one) || one.status === 'committed') && one.hours_left > 0 && bondOf(seen, one) === null,
  );
  const worth = (blocks: typeof seen.public_market.blocks) => bestPlan(problemOf(seen, { blocks, jobs })).value;
  return worth([...own, block]) - worth(own);
}
