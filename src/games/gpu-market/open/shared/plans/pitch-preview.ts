/** A preview of the rule judge's result for a pitch, with the judge's own parser and checks on the author's facts. */
import type { OpenFacts, WireJob } from '../observation';
import { type JobFacts, judgePitch } from '../rules/pitches';
import type { ClaimField, Pitch, PitchVerdict } from '../types';
import { openJobs } from './potential';

/** null: this is not a pitch round. */
export function previewPitch(facts: OpenFacts, pitch: Pitch): PitchVerdict | null {
  const block = facts.public_market.blocks.find((one) => one.block_id === facts.public_market.pitch_for_block_id);
  if (block === undefined) return null;
  return judgePitch(pitch, {
    lab_id: facts.controlled_lab_id,
    block: { ...block, failed_round: null },
    facts: openJobs(facts).map(factsOfJob),
    rounds: facts.max_rounds,
    round: facts.round_index,
  });
}

/** The rule judge's result for a pitch for that block by a lab with those jobs. */
export function judgeText(text: string, bench: Parameters<typeof judgePitch>[1]): PitchVerdict {
  return judgePitch({ text, claims: [] }, bench);
}

/** The true values of a job in the fields that a pitch can claim. */
export function claimable(job: WireJob): Record<ClaimField, number> {
  const { hours, deadline, value, reliability } = factsOfJob(job);
  return { hours, deadline, value: Math.round(value), reliability };
}

export function factsOfJob(job: WireJob): JobFacts {
  return {
    job_id: job.job_id,
    hours: job.gpu_hours_required,
    deadline: job.deadline_round,
    value: job.value,
    base: job.base_value,
    reliability: job.min_reliability,
    scheduled: job.hours_by_deadline,
  };
}
