/** How an explanation's sentences name labs and things. */
import type { OpenAction } from '../shared/actions';
import type { OpenFacts, WireOffer } from '../shared/observation';
import { LATE_WORDS, OPERATOR } from '../shared/types';
import { publicName } from '../shared/world';

export function nameOf(labId: string): string {
  return labId === OPERATOR ? 'the operator' : publicName(Number(labId.slice('lab_'.length)));
}

/** b_0_1; b_0_1 and b_0_2; b_0_1, b_0_2 and b_0_3. */
export function listed(ids: readonly string[]): string {
  return ids.length < 2 ? ids.join('') : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
}

/** 12.4 cr: money in units, as in the wire format. */
function money(amount: number): string {
  return `${Number(amount.toFixed(2))} cr`;
}

/** b_2_1 from Lab C for 12.4 cr. */
export function offerWords(
  offer: Pick<WireOffer, 'from_lab_id' | 'offered_blocks' | 'requested_blocks' | 'payment' | 'requested_payment'>,
) {
  const gets = [listed(offer.offered_blocks), offer.payment > 0 ? money(offer.payment) : ''].filter(Boolean).join(' and ');
  const gives = [listed(offer.requested_blocks), offer.requested_payment > 0 ? money(offer.requested_payment) : '']
    .filter(Boolean)
    .join(' and ');
  return `${gets || 'nothing'} from ${nameOf(offer.from_lab_id)} for ${gives || 'nothing'}`;
}

/** Appended to a job's name after its deadline. */
export function lateNote(
  jobId: string | undefined,
  { private_jobs, round_index }: Pick<OpenFacts, 'private_jobs' | 'round_index'>,
): string {
  const job = private_jobs.find((one) => one.job_id === jobId);
  return job !== undefined && round_index > job.deadline_round ? ` (late, for ${LATE_WORDS} of its value)` : '';
}

/** What a policy would have submitted, in a few words. */
export function actionWords(action: OpenAction, observation: Pick<OpenFacts, 'private_jobs' | 'round_index' | 'active_offers'>): string {
  const { action_type, block_ids = [], requested_block_ids = [], target_lab_id } = action;
  switch (action_type) {
    case 'accept_offer': {
      const offer = observation.active_offers.find((one) => one.offer_id === action.offer_id);
      return offer === undefined ? `take ${action.offer_id}` : `take ${offerWords(offer)}`;
    }
    case 'allocate_to_job':
      return `put ${listed(block_ids)} to work for ${action.job_id ?? 'the joint plan'}${lateNote(action.job_id, observation)}`;
    case 'send_offer':
      if (requested_block_ids.length === 0) return `offer ${listed(block_ids)} to all for ${money(action.requested_payment ?? 0)}`;
      return `bid ${money(action.payment ?? 0)} to ${nameOf(target_lab_id ?? '')} for ${listed(requested_block_ids)}`;
    default:
      return action_type.replaceAll('_', ' ');
  }
}
