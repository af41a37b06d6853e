/** What a seat could have done in a round and did not, by the planner's estimate, from nothing but its own observation. */
import type { OpenAction } from '../shared/actions';
import type { OpenObservation, WireOffer } from '../shared/observation';
import { plannerTurn } from '../shared/players/planner';
import { canAdd, countedMoves, mayServe, offersToTake } from './counted';
import type { MissedMove, RoundExplained } from './explanation';
import { type CountedMoves, NO_MOVES, TurnWorth } from './turn-worth';
import { actionWords, lateNote, offerWords } from './words';

/** What is worth less is no miss; the planner makes no deal for less either. */
const LEAST_CENTS = 25;

export type RoundReckoned = Omit<RoundExplained, 'seq' | 'idle'>;

/** `actions`: what the seat handed in; nothing when it was silent. */
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

/** Each on top of what was done, and by itself: two of them may exclude each other. */
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

/** What its best plan, after its own moves, puts to work in this very round, job by job. */
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
