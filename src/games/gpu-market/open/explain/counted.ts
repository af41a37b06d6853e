/** The moves of a turn that can be reckoned, read from its actions as they were handed in. */
import type { OpenAction } from '../shared/actions';
import type { OpenObservation, WireOffer } from '../shared/observation';
import type { CountedMoves, TurnWorth } from './turn-worth';

/** Offers that the seat may take by its own list; those that bind it by a penalty or to a coalition are no plain bargain. */
export function offersToTake(observation: OpenObservation): WireOffer[] {
  const legal = observation.legal_actions.find((one) => one.action_type === 'accept_offer');
  const ids = legal?.action_type === 'accept_offer' ? legal.offer_ids : [];
  return observation.active_offers.filter((offer) => {
    const { penalty = 0, coalition_only = null } = offer.conditions ?? {};
    return ids.includes(offer.offer_id) && penalty === 0 && coalition_only === null;
  });
}

/** What was meant: an offer taken that another got first counts as taken here, for nobody could know. */
export function countedMoves(worth: TurnWorth, actions: readonly OpenAction[]): CountedMoves {
  const { observation } = worth;
  const open = offersToTake(observation);
  const accepts: WireOffer[] = [];
  for (const action of actions) {
    const offer = action.action_type === 'accept_offer' ? open.find((one) => one.offer_id === action.offer_id) : undefined;
    if (offer !== undefined && canAdd(worth, { accepts, uses: new Map() }, offer)) accepts.push(offer);
  }
  const free = new Set(worth.free({ accepts, uses: new Map() }));
  const uses = new Map<string, string>();
  for (const { action_type, coalition_id, plan, job_id, block_ids } of actions) {
    if (action_type !== 'allocate_to_job' || coalition_id !== undefined || plan !== undefined || job_id === undefined) continue;
    if (!mayServe(observation, job_id)) continue;
    for (const id of block_ids ?? []) if (free.has(id) && worth.pair(id, job_id) !== null) uses.set(id, job_id);
  }
  return { accepts, uses };
}

/** Has it, after these moves, what this offer asks for, and is nothing of it bought twice? */
export function canAdd(worth: TurnWorth, moves: CountedMoves, offer: WireOffer): boolean {
  const free = new Set(worth.free(moves));
  const spent = moves.accepts.reduce((sum, one) => sum + one.requested_payment - one.payment, 0);
  const taken = moves.accepts.flatMap((one) => one.offered_blocks);
  if (moves.accepts.includes(offer) || offer.offered_blocks.some((id) => taken.includes(id))) return false;
  return offer.requested_blocks.every((id) => free.has(id)) && offer.requested_payment <= worth.observation.controlled_lab_budget - spent;
}

/** An own job that is not settled and not on a coalition's table beyond this round. */
export function mayServe(observation: OpenObservation, jobId: string): boolean {
  const job = observation.private_jobs.find((one) => one.job_id === jobId);
  if (job === undefined || job.settled) return false;
  if (job.pledged_to === null) return true;
  const coalition = observation.active_coalitions.find((one) => one.coalition_id === job.pledged_to);
  return coalition?.pledges?.[observation.controlled_lab_id]?.until_round === observation.round_index;
}
