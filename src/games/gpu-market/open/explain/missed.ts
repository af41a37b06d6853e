/** What a seat missed in a round by the planner's estimate, from the seat's observation only. */

import type { OpenAction } from '../shared/actions';
import type { OpenObservation, WireOffer } from '../shared/observation';
import { plannerTurn } from '../shared/players/planner';
import type { MissedMove, RoundExplained } from './explanation';
import { type CountedMoves, NO_MOVES, TurnWorth } from './turn-worth';
import { actionWords, lateNote, offerWords } from './words';

/** Anything smaller is not a miss; the planner makes no smaller deals either. */
const LEAST_CENTS = 25;

export type RoundReckoned = Omit<RoundExplained, 'seq' | 'idle'>;

/** `actions`: what the seat submitted; empty if it was silent. */
export function reckonRound(observation: OpenObservation, actions: readonly OpenAction[]): RoundReckoned {
  const worth = new TurnWorth(observation);
  const done = countedMoves(worth, actions);
  const nothing = worth.afterRound(NO_MOVES);
  const offers = missedOffers(worth, done);
  const lapsed = lapsedUses(worth, done);
  const planned = plannerTurn(observation);
  return {
    round_index: observation.round_index,
    missed: bestOf(offers, lapsed, observation),
    offers,
    lapsed,
    planner: {
      actions: planned.map((action) => actionWords(action, observation)),
      worth_cents: worth.afterRound(countedMoves(worth, planned)) - nothing,
    },
    own_cents: worth.afterRound(done) - nothing,
  };
}

/** Each added separately to what was done, because two of them may exclude each other. */
function missedOffers(worth: TurnWorth, done: CountedMoves): RoundExplained['offers'] {
  const before = worth.atBest(done);
  const missed = offersToTake(worth.observation).flatMap((offer) => {
    if (!canAdd(worth, done, offer)) return [];
    const worth_cents = worth.atBest({ ...done, accepts: [...done.accepts, offer] }) - before;
    return worth_cents >= LEAST_CENTS ? [said(offer, worth_cents)] : [];
  });
  return missed.sort((a, b) => b.worth_cents - a.worth_cents);
}

function said(offer: WireOffer, worth_cents: number): RoundExplained['offers'][number] {
  return { offer_id: offer.offer_id, from_lab_id: offer.from_lab_id, worth_cents, text: offerWords(offer) };
}

/** What its best plan, after its own moves, uses in this round, by job. */
function lapsedUses(worth: TurnWorth, done: CountedMoves): RoundExplained['lapsed'] {
  const { round_index } = worth.observation;
  const before = worth.afterRound(done);
  const byJob = new Map<string, string[]>();
  for (const [id, job] of worth.bestUse(done)) {
    const begun = (worth.block(id)?.start_round ?? Number.POSITIVE_INFINITY) <= round_index;
    if (begun && mayServe(worth.observation, job)) byJob.set(job, [...(byJob.get(job) ?? []), id]);
  }
  const lapsed = [...byJob].map(([job_id, block_ids]) => {
    const uses = new Map([...done.uses, ...block_ids.map((id) => [id, job_id] as const)]);
    return { job_id, block_ids, worth_cents: worth.afterRound({ ...done, uses }) - before };
  });
  return lapsed.filter((one) => one.worth_cents >= LEAST_CENTS).sort((a, b) => b.worth_cents - a.worth_cents);
}

function bestOf(offers: RoundExplained['offers'], lapsed: RoundExplained['lapsed'], observation: OpenObservation): MissedMove | null {
  const [offer] = offers;
  const [use] = lapsed;
  if (offer !== undefined && offer.worth_cents >= (use?.worth_cents ?? 0)) {
    return { kind: 'accept', worth_cents: offer.worth_cents, text: `taking ${offer.offer_id}: ${offer.text}` };
  }
  if (use === undefined) return null;
  const late = lateNote(use.job_id, observation);
  return { kind: 'allocate', worth_cents: use.worth_cents, text: `putting ${use.block_ids.join(', ')} to work for ${use.job_id}${late}` };
}

// The moves of a turn that can be valued, read from its submitted actions.

/** Offers that the seat may accept according to its legal list, except those with a penalty or bound to a coalition. */
function offersToTake(observation: OpenObservation): WireOffer[] {
  const legal = observation.legal_actions.find((one) => one.action_type === 'accept_offer');
  const ids = legal?.action_type === 'accept_offer' ? legal.offer_ids : [];
  return observation.active_offers.filter((offer) => {
    const { penalty = 0, coalition_only = null } = offer.conditions ?? {};
    return ids.includes(offer.offer_id) && penalty === 0 && coalition_only === null;
  });
}

/** Counts intentions: an accepted offer that another seat got first counts, because the seat could not know. */
function countedMoves(worth: TurnWorth, actions: readonly OpenAction[]): CountedMoves {
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

/** Whether after these moves it has what this offer asks for, and buys nothing twice. */
function canAdd(worth: TurnWorth, moves: CountedMoves, offer: WireOffer): boolean {
  const free = new Set(worth.free(moves));
  const spent = moves.accepts.reduce((sum, one) => sum + one.requested_payment - one.payment, 0);
  const taken = moves.accepts.flatMap((one) => one.offered_blocks);
  if (moves.accepts.includes(offer) || offer.offered_blocks.some((id) => taken.includes(id))) return false;
  return offer.requested_blocks.every((id) => free.has(id)) && offer.requested_payment <= worth.observation.controlled_lab_budget - spent;
}

/** An own job that is not settled, and not pledged beyond this round. */
function mayServe(observation: OpenObservation, jobId: string): boolean {
  const job = observation.private_jobs.find((one) => one.job_id === jobId);
  if (job === undefined || job.settled) return false;
  if (job.pledged_to === null) return true;
  const coalition = observation.active_coalitions.find((one) => one.coalition_id === job.pledged_to);
  return coalition?.pledges?.[observation.controlled_lab_id]?.until_round === observation.round_index;
}
