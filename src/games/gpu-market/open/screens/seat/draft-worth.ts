/** The combined value of offers and drafted actions, by the seat's own best plan after its draft. */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation, WireOffer } from '../../shared/observation';
import { Appraiser, type BlockUses, type Deal } from '../../shared/plans/appraise';
import { bargainOf, loosened } from './bargain';
import { answerTo, type DraftAction, type DraftTurn } from './draft-turn';
import { whyNoAccept } from './forms/choices';
import { signedCr } from './words';

/** Smaller amounts are not shown. */
const TELLING = 0.25;
/** Maximum number of offers compared with each other. */
const MOST_PAIRED = 12;

/** An offer as a completed deal for this seat. For its own offers, what the other side gives arrives in the next round. */
export function dealOf(offer: WireOffer, seat: string): Deal {
  const own = offer.from_lab_id === seat;
  const bound = !own && offer.conditions?.coalition_only != null;
  const [gets, gives] = own ? [offer.requested_blocks, offer.offered_blocks] : [offer.offered_blocks, offer.requested_blocks];
  const money = offer.payment - offer.requested_payment;
  // What may only be used in a coalition adds nothing to the seat's own plan.
  return { gets: bound ? [] : gets, gives, money: own ? -money : money };
}

/** An action's effect on blocks, jobs and money. */
export interface Effect {
  deal: Deal | null;
  use: BlockUses | null;
  /** Depends on other seats. */
  isOffer: boolean;
}

/** null: it has none that a seat can count on, such as a message or a pledge. */
export function effectOf(action: TakenAction, observation: OpenObservation): Effect | null {
  const { controlled_lab_id: seat, round_index } = observation;
  const { block_ids = [], requested_block_ids = [], payment = 0, requested_payment = 0 } = action;
  switch (action.action_type) {
    case 'accept_offer': {
      const offer = observation.active_offers.find((one) => one.offer_id === action.offer_id);
      return offer === undefined ? null : { deal: dealOf(offer, seat), use: null, isOffer: false };
    }
    case 'send_offer':
    case 'counter_offer': {
      const deal = { gets: requested_block_ids, gives: block_ids, money: requested_payment - payment, from: round_index + 1 };
      return { deal, use: null, isOffer: true };
    }
    case 'make_promise':
      return { deal: { gets: [], gives: block_ids, money: requested_payment }, use: null, isOffer: true };
    case 'fill_want': {
      const want = bargainOf(observation)?.wants.find((one) => one.want_id === action.want_id);
      return want === undefined ? null : { deal: { gets: [], gives: block_ids, money: want.payment }, use: null, isOffer: false };
    }
    case 'allocate_to_job':
      if (action.job_id === undefined || action.coalition_id !== undefined || action.plan !== undefined) return null;
      return { deal: null, use: { job_id: action.job_id, block_ids }, isOffer: false };
    default:
      return null;
  }
}

/** The seat's values after these actions, without its own offers, which depend on others. */
export function drafted(observation: OpenObservation, actions: readonly TakenAction[]): Appraiser {
  const done = actions.flatMap((action) => effectOf(action, observation) ?? []).filter(({ isOffer }) => !isOffer);
  return withDone(observation, done);
}

/** The seat's values after these effects. */
export function withDone(observation: OpenObservation, done: readonly Effect[]): Appraiser {
  return new Appraiser(
    loosened(observation),
    done.flatMap(({ deal }) => deal ?? []),
    done.flatMap(({ use }) => use ?? []),
  );
}

/** Another open offer, and the value of accepting both. */
export interface Partner {
  offer_id: string;
  value: number;
}

/**
 * By offer, its best match: together they bring more than the sum of both, and leave the seat better off. Assumes that the draft's offers
 * are accepted.
 */
export function partnersOf(observation: OpenObservation, appraiser: Appraiser, draft: DraftTurn): Map<string, Partner> {
  const { controlled_lab_id: seat, controlled_lab_budget: budget } = observation;
  const open = observation.active_offers
    .filter((offer) => offer.from_lab_id !== seat && answerTo(draft, offer.offer_id) === null && whyNoAccept(observation, offer) === null)
    .filter((offer) => offer.requested_blocks.every((id) => appraiser.holdings.includes(id)))
    .slice(0, MOST_PAIRED)
    .map((offer) => {
      const deal = dealOf(offer, seat);
      return { offer, deal, value: appraiser.deal(deal).value, costs: offer.requested_payment + (offer.conditions?.penalty ?? 0) };
    });
  const best = new Map<string, Partner>();
  const keep = (id: string, partner: Partner) => {
    if (partner.value > (best.get(id)?.value ?? 0)) best.set(id, partner);
  };
  for (const [place, one] of open.entries()) {
    for (const other of open.slice(place + 1)) {
      if (one.costs + other.costs > budget || sharesBlock(one.deal, other.deal)) continue;
      const both = {
        gets: [...one.deal.gets, ...other.deal.gets],
        gives: [...one.deal.gives, ...other.deal.gives],
        money: one.deal.money + other.deal.money,
      };
      const { value } = appraiser.deal(both);
      if (value < TELLING || value < Math.max(one.value, other.value, one.value + other.value) + TELLING) continue;
      keep(one.offer.offer_id, { offer_id: other.offer.offer_id, value });
      keep(other.offer.offer_id, { offer_id: one.offer.offer_id, value });
    }
  }
  return best;
}

function sharesBlock(one: Deal, other: Deal): boolean {
  const blocks = [...one.gets, ...one.gives];
  return [...other.gets, ...other.gives].some((id) => blocks.includes(id));
}

/** By drafted action, conflicts with earlier ones in the same turn, as sentences. Actions are numbered by position. */
export function clashes(observation: OpenObservation, draft: readonly DraftAction[]): Map<number, string[]> {
  const effects = draft.map(({ action }) => effectOf(action, observation));
  const alone = withDone(observation, []);
  const said = new Map<number, string[]>();
  for (const [place, { id }] of draft.entries()) {
    const own = effects[place];
    if (!own) continue;
    const value = worthOf(own, alone);
    const lines = effects.slice(0, place).flatMap((other, at) => {
      if (!other) return [];
      if (blocksOf(own).some((block) => blocksOf(other).includes(block))) {
        // Two offers of one block are two chances to sell it.
        return own.isOffer && other.isOffer ? [] : [`Needs the same block as action ${at + 1}, so only one of the two can happen.`];
      }
      const then = worthOf(own, withDone(observation, [other]));
      if (then > value - TELLING) return [];
      const taken = own.isOffer || other.isOffer ? ' if what you offer is taken' : '';
      return [`Works against action ${at + 1}: with it, this brings you ${signedCr(then)} instead of ${signedCr(value)}${taken}.`];
    });
    if (lines.length > 0) said.set(id, lines);
  }
  return said;
}

function worthOf({ deal, use }: Effect, appraiser: Appraiser): number {
  if (deal !== null) return appraiser.deal(deal).value;
  return use === null ? 0 : (appraiser.allocation(use.job_id, use.block_ids)?.value ?? 0);
}

/** Blocks that it gives away or allocates. */
export function blocksOf({ deal, use }: Effect): readonly string[] {
  return deal?.gives ?? use?.block_ids ?? [];
}
