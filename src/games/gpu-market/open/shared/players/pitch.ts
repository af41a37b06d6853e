/** How house labs pitch for the operator's spare block: with two true facts about the job that the block would serve best. */
import type { OpenAction } from '../actions';
import type { OpenObservation, WireJob } from '../observation';
import { claimable, previewPitch } from '../plans/pitch-preview';
import type { Claim, ClaimField } from '../types';

/** Below this score the block goes to nobody. */
const LEAST_SCORE = 0.5;
const FACTS: readonly ClaimField[] = ['hours', 'deadline'];

/** Adds a pitch to the turn if one is invited, could win and fits. */
export function withPitch(turn: readonly OpenAction[], observation: OpenObservation): OpenAction[] {
  const room = observation.actions_per_round - turn.length;
  const pitch = room > 0 ? bestPitch(observation) : null;
  return pitch === null ? [...turn] : [...turn, pitch];
}

function bestPitch(observation: OpenObservation): OpenAction | null {
  const legal = observation.legal_actions.find((one) => one.action_type === 'make_pitch');
  if (legal?.action_type !== 'make_pitch') return null;
  let best: { action: OpenAction; score: number } | null = null;
  for (const job of observation.private_jobs) {
    if (!legal.job_ids.includes(job.job_id)) continue;
    const action = pitchFor(job);
    const score = previewPitch(observation, { text: action.message ?? '', claims: action.claims ?? [] })?.score ?? 0;
    if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { action, score };
  }
  return best?.action ?? null;
}

function pitchFor(job: WireJob): OpenAction {
  const facts = claimable(job);
  const claims: Claim[] = FACTS.map((field) => ({ job_id: job.job_id, field, value: facts[field] }));
  const message = `Job ${job.job_id} needs ${facts.hours} hours by round ${facts.deadline}: the block would bring it nearer.`;
  return { action_type: 'make_pitch', message, claims };
}
