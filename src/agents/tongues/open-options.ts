/**
 * What is put to a model in one turn of the open market: of every legal action type the few that matter most to the seat, with all
 * their fields. Made from the observation's legal list alone, ranked by what the seat's own best plan makes of them.
 */
import { Appraiser } from '~/games/gpu-market/open/appraise';
import type { LegalAction } from '~/games/gpu-market/open/legal-action';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { type Desk, type OpenOption, option } from './open-option';
import { dealings } from './open-options-coalitions';
import { allocations, jointPlans } from './open-options-jobs';
import { answers, asks, bids, counters, withdrawals } from './open-options-offers';
import { messages, pitches } from './open-options-words';

/** More would make grammars slow and choices blind. */
const MOST = 40;

/** In the order of the legal list, within a type the best first; of each legal type at least one, `finish` only when nothing is left to do. */
export function openOptions(observation: OpenObservation): OpenOption[] {
  const desk: Desk = { observation, appraiser: new Appraiser(observation) };
  const found = observation.legal_actions.flatMap((legal) => optionsOf(desk, legal));
  return found.length === 0 ? [option({ action_type: 'wait' })] : withinMost(found);
}

function optionsOf(desk: Desk, legal: LegalAction): OpenOption[] {
  switch (legal.action_type) {
    case 'send_offer':
      return [...asks(desk, legal), ...bids(desk, legal)];
    case 'accept_offer':
      return answers(desk, legal);
    case 'reject_offer':
      return withdrawals(desk, legal);
    case 'counter_offer':
      return counters(desk, legal);
    case 'make_pitch':
      return pitches(desk, legal);
    case 'reserve_capacity':
    case 'release_capacity':
      return legal.block_ids.slice(0, 2).map((id) => option({ action_type: legal.action_type, block_ids: [id] }));
    case 'form_coalition':
    case 'join_coalition':
    case 'commit_to_coalition':
    case 'decline_coalition':
    case 'leave_coalition':
      return dealings(desk, legal);
    case 'allocate_to_job':
      return [...allocations(desk, legal), ...jointPlans(desk, legal)];
    case 'send_message':
      return messages(desk, legal);
    case 'wait':
      return [option({ action_type: 'wait' })];
    case 'finish':
      return isIdle(desk.observation) ? [option({ action_type: 'finish' })] : [];
  }
}

/** No job open and no block free: a seat that leaves the market loses nothing by it. */
function isIdle({ private_jobs, owned_blocks, joint_jobs, deposits }: OpenObservation): boolean {
  const busy = private_jobs.some((job) => !job.settled) || joint_jobs.length + deposits.length > 0;
  return !busy && owned_blocks.every((block) => block.hours_left === 0 || block.allocated_to_job_id !== null);
}

/** Drops the least of the types that have most, never the last of a type. */
function withinMost(found: readonly OpenOption[]): OpenOption[] {
  const kept = [...found];
  while (kept.length > MOST) {
    const counts = new Map<string, number>();
    for (const { action } of kept) counts.set(action.action_type, (counts.get(action.action_type) ?? 0) + 1);
    const [longest] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
    kept.splice(
      kept.findLastIndex(({ action }) => action.action_type === longest),
      1,
    );
  }
  return kept;
}
