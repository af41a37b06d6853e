/**
 * The negotiator: a planner that asks before it buys, reads messages, and answers questions. It asks owners for their price for the blocks
 * it wants most, waits a round for the answer, and bids slightly above what they say a block costs them.
 */
import type { TakenAction } from '../../shared/actions';
import { Desk } from '../../shared/players/desk';
import { STRONGEST } from '../../shared/players/planner';
import type { OpenObservation2 } from '../observation';
import { memberActions } from './member';
import { withPitch2 } from './pitch';
import { asShared, plannerTurn2 } from './planner';
import { answers, costsTold } from './talk';

/** Factor above what a block costs its owner, as stated by the owner. */
const OVER_COST = 1.05;
const LEAST_OVER = 0.75;
/** A block that adds less than this is not worth a message. */
const LEAST_GAIN = 4;
/** A lab that names a price in a question would pay more, so the answer asks this many times that price. */
const RAISE = 1.2;
const KEPT_FOR_ENERGY = 20;
/** Bidding is worth a round's wait if it saves this much of the asking price. */
const WORTH_WAITING = 2;
const MOST_BIDS = 2;
const MOST_QUESTIONS = 2;
const MOST_NAMED = 3;
/** The answer to a question arrives two rounds later. */
const ANSWER_TAKES = 2;

export function negotiatorTurn(seen: OpenObservation2): TakenAction[] {
  const desk = new Desk(asShared(seen), STRONGEST.ask_per_hour);
  const bids = informedBids(seen, desk);
  const spoken = new Set([...bids.flatMap((bid) => bid.requested_block_ids ?? []), ...bidOn(seen), ...awaited(seen, desk)]);
  // A lab that asks for prices does not reveal to all what it would pay.
  const asking = questions(seen, desk);
  const planned = plannerTurn2(seen).filter(
    (action) => !isCrossed(seen, action, spoken) && !(action.action_type === 'post_want' && (asking.length > 0 || spoken.size > 0)),
  );
  const firm = planned.filter(({ action_type }) => action_type !== 'send_offer' && action_type !== 'post_want');
  const calls = planned.filter((action) => !firm.includes(action));
  const said = answers(seen, { style: STRONGEST, candour: 'open', raise: RAISE }, firm);
  const turn = [...memberActions(seen, () => true), ...firm, ...bids, ...said, ...asking, ...calls];
  return withPitch2(turn.slice(0, seen.actions_per_round), seen);
}

/** It does not pay the asking price for a block that it is about to get for less. */
function isCrossed(seen: OpenObservation2, action: TakenAction, spoken: ReadonlySet<string>): boolean {
  if (action.action_type === 'send_offer') return action.requested_block_ids?.some((id) => spoken.has(id)) === true;
  if (action.action_type !== 'accept_offer') return false;
  const offer = seen.active_offers.find((one) => one.offer_id === action.offer_id);
  return offer?.offered_blocks.some((id) => spoken.has(id)) === true;
}

/** Bids for blocks whose owners have stated their cost: slightly above that cost. */
function informedBids(seen: OpenObservation2, desk: Desk): TakenAction[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer' || seen.round_index + 1 >= seen.max_rounds) return [];
  const standing = new Set(bidOn(seen));
  const bids: { bid: TakenAction; saves: number }[] = [];
  for (const [id, { lab, amount }] of costsTold(seen)) {
    if (legal.requested_block_ids[lab]?.includes(id) !== true || standing.has(id) || startOf(desk, id) < seen.round_index + ANSWER_TAKES)
      continue;
    const payment = cents(Math.max(OVER_COST * amount, amount + LEAST_OVER));
    const saves = cheapestAsk(seen, id) - payment;
    const isPayable = desk.money - payment >= Math.min(KEPT_FOR_ENERGY, desk.energyAhead());
    if (saves < WORTH_WAITING || desk.gainOf([id]) - payment < LEAST_GAIN || !isPayable) continue;
    const message = `You said that doing without it costs you ${amount.toFixed(2)}.`;
    const bid: TakenAction = { action_type: 'send_offer', target_lab_id: lab, requested_block_ids: [id], payment, expires_in: 1, message };
    bids.push({ bid, saves });
  }
  bids.sort((a, b) => b.saves - a.saves);
  return bids.slice(0, MOST_BIDS).map(({ bid }) => bid);
}

/** Blocks on which it has standing bids. */
function bidOn({ active_offers, controlled_lab_id: me }: OpenObservation2): string[] {
  return active_offers.flatMap((offer) => (offer.from_lab_id === me ? offer.requested_blocks : []));
}

/** Blocks it has asked about, while the answer may still arrive. */
function awaited(seen: OpenObservation2, desk: Desk): string[] {
  const asked = seen.message_history.filter(
    ({ from_lab_id, round_index, message }) =>
      from_lab_id === seen.controlled_lab_id && round_index > seen.round_index - ANSWER_TAKES && message.endsWith('?'),
  );
  const named = asked.flatMap(({ message }) => message.match(/\bb_[a-z0-9_]+\b/g) ?? []);
  return named.filter((id) => startOf(desk, id) > seen.round_index + ANSWER_TAKES);
}

function startOf(desk: Desk, id: string): number {
  return desk.block(id)?.start_round ?? 0;
}

function cheapestAsk(seen: OpenObservation2, id: string): number {
  const asks = seen.active_offers.filter((offer) => offer.offered_blocks.length === 1 && offer.offered_blocks[0] === id);
  return Math.min(...asks.map((offer) => offer.requested_payment), Number.POSITIVE_INFINITY);
}

/** Asks owners for the price of the blocks that would add most, owners of the best ones first. */
function questions(seen: OpenObservation2, desk: Desk): TakenAction[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer') return [];
  const known = costsTold(seen);
  const wishes = Object.entries(legal.requested_block_ids).flatMap(([lab, blocks]) => {
    if (isAsked(seen, lab)) return [];
    const some = blocks
      .filter((id) => !known.has(id) && startOf(desk, id) > seen.round_index + ANSWER_TAKES)
      .map((id) => ({ id, gain: desk.gainOf([id]) }))
      .filter(({ gain }) => gain > LEAST_GAIN)
      .sort((a, b) => b.gain - a.gain);
    return some.length === 0 ? [] : [{ lab, ids: some.slice(0, MOST_NAMED).map(({ id }) => id), gain: some[0]?.gain ?? 0 }];
  });
  wishes.sort((a, b) => b.gain - a.gain);
  return wishes.slice(0, MOST_QUESTIONS).map(({ lab, ids }) => ({
    action_type: 'send_message',
    target_lab_id: lab,
    message: `What would you take for ${ids.join(', ')}?`,
  }));
}

/** Whether it asked the lab in this round or the three before. */
function isAsked(seen: OpenObservation2, lab: string): boolean {
  return seen.message_history.some(
    (one) => one.from_lab_id === seen.controlled_lab_id && one.to_lab_id === lab && one.round_index >= seen.round_index - 3,
  );
}

function cents(amount: number): number {
  return Math.ceil(amount * 100 - 1e-6) / 100;
}
