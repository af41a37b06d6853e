/**
 * The negotiator: a planner that reads. It bids slightly above what owners say a block costs them, also for a block of each of two labs, and
 * offers its own to labs that say what they would add, slightly below that. Where a turn has room it asks, and it answers questions.
 */
import type { TakenAction } from '../../shared/actions';
import { hoursNextRound } from '../../shared/players/asking';
import { Desk } from '../../shared/players/desk';
import { askFor, STRONGEST } from '../../shared/players/planner';
import type { OpenObservation2 } from '../observation';
import { withPitch2 } from './pitch';
import { asShared, plannerTurn2 } from './planner';
import { answers, costsTold, type Told, worthsTold } from './talk';

/** Factor above what a block costs its owner, as stated by the owner. */
const OVER_COST = 1.05;
const LEAST_OVER = 0.75;
/** The fraction of what a block would add to another's plan that it asks for: at first, and when the word is older than a round. */
const OF_WORTH = { fresh: 0.9, old: 0.7 };
/** What a lab can pay and keep something for energy, by the public band of its money. */
const PURSE = { low: 30, medium: 60, high: 95 } as const;
/** A word older than this may no longer be true. */
const REMEMBERED = 3;
/** A block that adds less than this is not worth a message. */
const LEAST_GAIN = 4;
/** A lab that names a price in a question would pay more, so the answer asks this many times that price. */
const RAISE = 1.2;
const KEPT_FOR_ENERGY = 20;
/** An informed offer has to be better than the usual one by this much. */
const WORTH_WAITING = 2;
/** A bid has to save this part of what the block gains at the asking price: with one other lab, and with several. */
const RISK = { one: 0.5, many: 2 };
const MOST_BIDS = 3;
const MOST_SALES = 3;
const MOST_QUESTIONS = 2;
const MOST_NAMED = 4;
/** The answer to a question arrives two rounds later. */
const ANSWER_TAKES = 2;

export function negotiatorTurn(seen: OpenObservation2): TakenAction[] {
  const desk = new Desk(asShared(seen), STRONGEST.ask_per_hour);
  const sales = informedSales(seen, desk);
  const bids = informedBids(seen, desk);
  const spoken = new Set([...bids.flatMap((bid) => bid.requested_block_ids ?? []), ...bidOn(seen)]);
  for (const id of spoken) desk.holdings.add(id);
  const asking = questions(seen, desk);
  const kept = new Set(sales.flatMap((sale) => sale.block_ids ?? []));
  const planned = plannerTurn2(seen).filter((action) => !isCrossed(seen, action, { desk, spoken }) && !isSpoiled(action, kept));
  const firm = planned.filter(({ action_type }) => action_type !== 'send_offer' && action_type !== 'post_want');
  const calls = planned.filter((action) => !firm.includes(action));
  const told = new Set(sales.map(({ target_lab_id }) => target_lab_id));
  const said = answers(seen, { style: STRONGEST, candour: 'open', raise: RAISE }, firm).filter(
    ({ target_lab_id }) => !told.has(target_lab_id),
  );
  const turn = [...firm, ...sales, ...bids, ...said, ...calls, ...asking];
  return withPitch2(turn.slice(0, seen.actions_per_round), seen);
}

/** It pays no asking price for a block that it is about to get for less, or that it will not need then. */
function isCrossed(seen: OpenObservation2, action: TakenAction, { desk, spoken }: { desk: Desk; spoken: ReadonlySet<string> }): boolean {
  if (action.action_type === 'send_offer') return action.requested_block_ids?.some((id) => spoken.has(id)) === true;
  if (action.action_type !== 'accept_offer' || spoken.size === 0) return false;
  const offer = seen.active_offers.find((one) => one.offer_id === action.offer_id);
  if (offer === undefined || offer.requested_payment === 0) return false;
  return offer.offered_blocks.some((id) => spoken.has(id)) || (isAlone(seen) && desk.valueOf(offer) <= STRONGEST.least_gain);
}

/** One other lab at the table: nobody else pays the asking price while it bids. */
function isAlone({ visible_labs }: OpenObservation2): boolean {
  return visible_labs.length === 1;
}

/** It offers nobody at the usual price what one lab is about to pay more for. */
function isSpoiled({ action_type, block_ids = [] }: TakenAction, kept: ReadonlySet<string>): boolean {
  return action_type === 'send_offer' && block_ids.some((id) => kept.has(id));
}

/** Offers of its own blocks to labs that have said what the blocks would add: the dearest first. */
function informedSales(seen: OpenObservation2, desk: Desk): TakenAction[] {
  const free = sellable(seen, desk);
  const offered = new Set(
    seen.active_offers.flatMap((one) =>
      one.from_lab_id === seen.controlled_lab_id && one.to_lab_id !== null && one.expires_round > seen.round_index
        ? one.offered_blocks
        : [],
    ),
  );
  const known = worthsTold(seen)
    .filter(({ block_id, round }) => free.includes(block_id) && round >= seen.round_index - REMEMBERED && !offered.has(block_id))
    .map((one) => ({ ...one, price: priceOf(seen, one) }))
    .sort((a, b) => b.price - a.price);
  const sales: TakenAction[] = [];
  const done = new Set<string>();
  for (const { lab, block_id, price, amount } of known) {
    if (sales.length >= MOST_SALES || done.has(block_id) || done.has(lab)) continue;
    if (price < askFor(desk, [block_id], { ...STRONGEST, ask_per_hour: 0 }) + WORTH_WAITING) continue;
    done.add(block_id).add(lab);
    const message = `You said that ${block_id} would add ${amount.toFixed(2)}.`;
    sales.push({ action_type: 'send_offer', target_lab_id: lab, block_ids: [block_id], requested_payment: price, expires_in: 1, message });
  }
  return sales;
}

/** No more than a lab with money in its public band can surely pay. */
function priceOf(seen: OpenObservation2, { lab, amount, round }: Told): number {
  const band = seen.visible_labs.find(({ lab_id }) => lab_id === lab)?.public_budget_band ?? 'low';
  return Math.min(PURSE[band], Math.floor(100 * amount * (round >= seen.round_index - 1 ? OF_WORTH.fresh : OF_WORTH.old)) / 100);
}

/** Its own blocks that it may sell and that still bring hours when a buyer can take them. */
function sellable(seen: OpenObservation2, desk: Desk): string[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer' || seen.round_index + 1 >= seen.max_rounds) return [];
  return legal.block_ids.filter((id) => desk.holdings.has(id) && hoursNextRound(asShared(seen), desk.block(id)) > 0);
}

/** Bids for blocks whose owners have stated their cost: slightly above that cost. */
function informedBids(seen: OpenObservation2, desk: Desk): TakenAction[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer' || seen.round_index + 1 >= seen.max_rounds) return [];
  const standing = new Set(bidOn(seen));
  const wishes = [...costsTold(seen).values()].flatMap(({ lab, block_id, amount }) => {
    const isLate = startOf(desk, block_id) >= seen.round_index + ANSWER_TAKES;
    if (legal.requested_block_ids[lab]?.includes(block_id) !== true || standing.has(block_id) || !isLate) return [];
    const ask = cheapestAsk(seen, block_id);
    const payment = cents(Math.max(OVER_COST * amount, amount + LEAST_OVER));
    const saves = ask - payment;
    // A bid may fail, and then the block may be gone: what it would gain at the asking price is at stake.
    const isRisky = Number.isFinite(ask) && saves < RISK[isAlone(seen) ? 'one' : 'many'] * (desk.gainOf([block_id]) - ask);
    return saves < WORTH_WAITING || isRisky ? [] : [{ lab, block_id, amount, payment }];
  });
  const bids: TakenAction[] = [];
  const ahead = new Desk(asShared(seen), 0);
  for (const id of standing) ahead.holdings.add(id);
  while (bids.length < MOST_BIDS) {
    const best = bestWishes(ahead, wishes);
    if (best === null || best.profit < LEAST_GAIN || best.set.length + bids.length > MOST_BIDS) break;
    for (const { lab, block_id, amount, payment } of best.set) {
      ahead.holdings.add(block_id);
      ahead.money -= payment;
      const message = `You said that doing without it costs you ${amount.toFixed(2)}.`;
      bids.push({ action_type: 'send_offer', target_lab_id: lab, requested_block_ids: [block_id], payment, expires_in: 1, message });
    }
  }
  return bids;
}

interface Wish {
  lab: string;
  block_id: string;
  amount: number;
  payment: number;
}

/** One block, or one of each of two labs, that adds most beyond what it is to pay. */
function bestWishes(desk: Desk, wishes: readonly Wish[]): { set: Wish[]; profit: number } | null {
  const left = wishes.filter(({ block_id }) => !desk.holdings.has(block_id));
  const purse = desk.money - Math.min(KEPT_FOR_ENERGY, desk.energyAhead());
  let best: { set: Wish[]; profit: number } | null = null;
  for (const [i, one] of left.entries()) {
    const others = left.slice(i + 1).filter(({ lab }) => lab !== one.lab);
    for (const set of [[one], ...others.map((other) => [one, other])]) {
      const payment = set.reduce((sum, wish) => sum + wish.payment, 0);
      const profit = desk.gainOf(set.map(({ block_id }) => block_id)) - payment;
      if (payment <= purse && profit > (best?.profit ?? 0)) best = { set, profit };
    }
  }
  return best;
}

/** Blocks on which it has standing bids. */
function bidOn({ active_offers, controlled_lab_id: me }: OpenObservation2): string[] {
  return active_offers.flatMap((offer) => (offer.from_lab_id === me ? offer.requested_blocks : []));
}

function startOf(desk: Desk, id: string): number {
  return desk.block(id)?.start_round ?? 0;
}

function cheapestAsk(seen: OpenObservation2, id: string): number {
  const asks = seen.active_offers.filter((offer) => offer.offered_blocks.length === 1 && offer.offered_blocks[0] === id);
  return Math.min(...asks.map((offer) => offer.requested_payment), Number.POSITIVE_INFINITY);
}

/** One question for each lab: what it would take for the blocks that would add most, and pay for those that the lab itself misses least. */
function questions(seen: OpenObservation2, desk: Desk): TakenAction[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer') return [];
  const isLate = (id: string) => startOf(desk, id) >= seen.round_index + ANSWER_TAKES;
  const spare = sellable(seen, desk)
    .filter((id) => isLate(id) && (desk.block(id)?.owner_lab_id ?? '') === seen.controlled_lab_id)
    .map((id) => ({ id, over: hoursNextRound(asShared(seen), desk.block(id)) * STRONGEST.ask_per_hour - desk.lossOf([id]) }))
    .filter(({ over }) => over > 0)
    .sort((a, b) => b.over - a.over)
    .slice(0, MOST_NAMED)
    .map(({ id }) => id);
  const known = costsTold(seen);
  const asked = seen.visible_labs.flatMap(({ lab_id: lab }) => {
    if (isAsked(seen, lab)) return [];
    const some = (legal.requested_block_ids[lab] ?? [])
      .filter((id) => !known.has(id) && isLate(id))
      .map((id) => ({ id, gain: desk.gainOf([id]) }))
      .filter(({ gain }) => gain > LEAST_GAIN)
      .sort((a, b) => b.gain - a.gain)
      .slice(0, MOST_NAMED);
    const parts = [
      ...(some.length === 0 ? [] : [`take for ${some.map(({ id }) => id).join(', ')}`]),
      ...(spare.length === 0 ? [] : [`pay for ${spare.join(', ')}`]),
    ];
    return parts.length === 0 ? [] : [{ lab, message: `What would you ${parts.join(', or ')}?`, gain: some[0]?.gain ?? 0 }];
  });
  asked.sort((a, b) => b.gain - a.gain);
  return asked.slice(0, MOST_QUESTIONS).map(({ lab, message }) => ({ action_type: 'send_message', target_lab_id: lab, message }));
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
