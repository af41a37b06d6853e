/**
 * The strongest scripted trader. Its own best plan says what each block is worth. It accepts offers that make it better off, allocates
 * blocks that start now, offers what it can spare to everybody, and bids for what it lacks.
 */
import type { OpenAction } from '../actions';
import type { OpenObservation, WireOffer } from '../observation';
import { hourlyAsk, hoursNextRound } from './asking';
import { Desk } from './desk';

/** How a trader bargains. What a block is worth to it does not depend on its style. */
export interface Style {
  /** Deals that gain less than this are not worth an action. */
  least_gain: number;
  /** It asks for its own loss times `ask_over_loss`, and for at least `ask_per_hour` per hour. */
  ask_over_loss: number;
  ask_per_hour: number;
  /** Using a block then costs what it would be sold for. If false, an unused block is worth nothing. */
  weighs_sale: boolean;
  /** It bids `bid_share` of its own gain, `bid_step` more in each of the last rounds before the start, and at most `bid_most`. */
  bid_share: number;
  bid_step: number;
  bid_most: number;
  /** Also bids to labs with an open offer, instead of waiting to accept that. */
  bids_to_askers: boolean;
  deals_with: (observation: OpenObservation, labId: string) => boolean;
}

export const STRONGEST: Style = {
  least_gain: 0.25,
  ask_over_loss: 1.15,
  ask_per_hour: 9,
  weighs_sale: true,
  bid_share: 0.5,
  bid_step: 0.2,
  bid_most: 0.85,
  bids_to_askers: false,
  deals_with: () => true,
};

const KEPT_FOR_ENERGY = 20;
const MOST_ACCEPTED = 3;
/** Undercutting its own open offer by less than this is not worth an action. */
const FINER = 0.25;
/** A bundle must cost at most this share of its blocks' single prices. */
const BUNDLE_AT_MOST = 0.9;
const MOST_BUNDLES = 2;

export function plannerTurn(observation: OpenObservation): OpenAction[] {
  return styledTurn(observation, STRONGEST);
}

export function styledTurn(observation: OpenObservation, style: Style): OpenAction[] {
  const desk = new Desk(observation, style.weighs_sale ? style.ask_per_hour : 0);
  const accepted = takeOffers(desk, style);
  const uses = allocateNow(desk);
  const asks = [...askForWholeJobs(desk, style), ...askOpenly(desk, style)];
  const bids = bidFor(desk, style);
  const room = Math.max(0, observation.actions_per_round - accepted.length - uses.length);
  const forBids = Math.min(bids.length, Math.max(Math.floor(room / 2), room - asks.length));
  return [...accepted, ...uses, ...asks.slice(0, room - forBids), ...bids.slice(0, forBids)].slice(0, observation.actions_per_round);
}

/** Accepts the best offers one after the other; each is valued together with those already accepted. */
export function takeOffers(desk: Desk, style: Style): OpenAction[] {
  const taken: OpenAction[] = [];
  const legal = desk.observation.legal_actions.find((one) => one.action_type === 'accept_offer');
  const ids = legal?.action_type === 'accept_offer' ? legal.offer_ids : [];
  let open = desk.observation.active_offers.filter((offer) => ids.includes(offer.offer_id) && (offer.conditions?.penalty ?? 0) === 0);
  while (taken.length < MOST_ACCEPTED) {
    let best: { offer: WireOffer; value: number } | null = null;
    for (const offer of open) {
      if (!canTake(desk, offer) || !style.deals_with(desk.observation, offer.from_lab_id)) continue;
      if (desk.valueOf(offer) <= style.least_gain) continue;
      const value = desk.valueOnSaleOf(offer);
      if (value > (best?.value ?? style.least_gain)) best = { offer, value };
    }
    if (best === null) break;
    const { offer } = best;
    desk.take(offer);
    taken.push({ action_type: 'accept_offer', offer_id: offer.offer_id });
    open = open.filter((other) => other !== offer && !other.offered_blocks.some((id) => offer.offered_blocks.includes(id)));
  }
  return taken;
}

function canTake(desk: Desk, offer: WireOffer): boolean {
  if (!offer.requested_blocks.every((id) => desk.holdings.has(id))) return false;
  if (offer.requested_payment === 0) return true;
  return desk.money - offer.requested_payment >= Math.min(KEPT_FOR_ENERGY, desk.energyAhead());
}

/**
 * Allocates blocks whose window has begun. Blocks that may be sold or may not arrive in this round get actions of their own, so that
 * they do not spoil the others.
 */
export function allocateNow(desk: Desk): OpenAction[] {
  const ids = [...desk.holdings];
  const plan = desk.planOnSale(ids);
  const byJob = new Map<string, { sure: string[]; unsure: string[] }>();
  for (const [b, j] of plan.job_of.entries()) {
    const id = ids[b];
    const job_id = desk.jobId(j);
    if (id === undefined || job_id === undefined || (desk.block(id)?.start_round ?? 0) > desk.observation.round_index) continue;
    const entry = byJob.get(job_id) ?? { sure: [], unsure: [] };
    entry[isSure(desk, id) ? 'sure' : 'unsure'].push(id);
    byJob.set(job_id, entry);
  }
  const use = (job_id: string, block_ids: string[]): OpenAction[] =>
    block_ids.length === 0 ? [] : [{ action_type: 'allocate_to_job', job_id, block_ids }];
  const sure = [...byJob].flatMap(([job_id, entry]) => use(job_id, entry.sure));
  return [...sure, ...[...byJob].flatMap(([job_id, entry]) => use(job_id, entry.unsure))];
}

/** It owns the block, and nobody can accept an offer of it before it is used. */
function isSure(desk: Desk, id: string): boolean {
  const { active_offers, controlled_lab_id } = desk.observation;
  const block = desk.block(id);
  if (block?.owner_lab_id !== controlled_lab_id || block.status === 'committed') return false;
  return !active_offers.some((offer) => offer.from_lab_id === controlled_lab_id && offer.offered_blocks.includes(id));
}

/**
 * Offers all blocks of one job together, for what the job is worth. Nobody could buy them one by one, because losing any of them costs
 * the owner the whole job.
 */
function askForWholeJobs(desk: Desk, style: Style): OpenAction[] {
  return wholeJobs(desk, style)
    .slice(0, MOST_BUNDLES)
    .map((ask) => openAsk(ask.ids, ask.price));
}

/** Bundles that are worth offering, cheapest per hour first. */
export function wholeJobs(desk: Desk, style: Style): { ids: string[]; price: number; hours: number }[] {
  const mayAsk = blocksToAsk(desk);
  const ids = [...desk.holdings];
  const byJob = new Map<number, string[]>();
  for (const [b, job] of desk.plan(ids).job_of.entries()) {
    const id = ids[b];
    if (id !== undefined && job >= 0 && mayAsk.includes(id)) byJob.set(job, [...(byJob.get(job) ?? []), id]);
  }
  const asks: { ids: string[]; price: number; hours: number }[] = [];
  for (const set of byJob.values()) {
    if (set.length < 2) continue;
    const price = askFor(desk, set, style);
    const apart = set.reduce((sum, id) => sum + askFor(desk, [id], style), 0);
    if (price > BUNDLE_AT_MOST * apart || standsCheaper(desk, set, price)) continue;
    asks.push({ ids: set, price, hours: set.reduce((sum, id) => sum + hoursNextRound(desk.observation, desk.block(id)), 0) });
  }
  return asks.sort((a, b) => a.price / a.hours - b.price / b.hours);
}

function askOpenly(desk: Desk, style: Style): OpenAction[] {
  return freshAsks(desk, style).map(({ id, price }) => openAsk([id], price));
}

/** Blocks that it does not already offer at this price or lower, the least costly to lose first. */
export function freshAsks(desk: Desk, style: Style): { id: string; price: number; loss: number }[] {
  const asks = blocksToAsk(desk).map((id) => ({ id, price: askFor(desk, [id], style), loss: desk.lossOf([id]) }));
  const fresh = asks.filter(({ id, price }) => !standsCheaper(desk, [id], price));
  return fresh.sort((a, b) => a.loss - b.loss || (a.id < b.id ? -1 : 1));
}

function openAsk(block_ids: string[], price: number): OpenAction {
  return { action_type: 'send_offer', block_ids, requested_payment: cents(price), expires_in: 1 };
}

/** Own blocks that still have hours in the next round, when an offer made now can first be accepted. */
function blocksToAsk(desk: Desk): string[] {
  const { legal_actions, round_index, max_rounds, controlled_lab_id } = desk.observation;
  const legal = legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer' || round_index + 1 >= max_rounds) return [];
  return legal.block_ids.filter(
    (id) =>
      desk.holdings.has(id) && desk.block(id)?.owner_lab_id === controlled_lab_id && hoursNextRound(desk.observation, desk.block(id)) > 0,
  );
}

/** Above its own loss, and not below the hourly price, which falls as the start comes near. */
export function askFor(desk: Desk, ids: readonly string[], style: Style): number {
  const hourly = ids.reduce((sum, id) => sum + hourlyAsk(desk.observation, desk.block(id), style.ask_per_hour), 0);
  return Math.max(style.ask_over_loss * desk.lossOnSaleOf(ids) + style.least_gain, hourly);
}

function standsCheaper(desk: Desk, ids: readonly string[], price: number): boolean {
  const { active_offers, controlled_lab_id, round_index } = desk.observation;
  return active_offers.some((offer) => {
    const mine = offer.from_lab_id === controlled_lab_id && offer.to_lab_id === null && isJust(offer.offered_blocks, ids);
    return mine && offer.expires_round > round_index && offer.requested_payment <= price + FINER;
  });
}

function isJust(blocks: readonly string[], ids: readonly string[]): boolean {
  return blocks.length === ids.length && ids.every((id) => blocks.includes(id));
}

/** Bids a share of the gain for blocks, and for pairs of blocks of one owner. The share grows as the start comes near. */
function bidFor(desk: Desk, style: Style): OpenAction[] {
  if (style.bid_most === 0) return [];
  const wishes = wishesOf(desk, style);
  if (wishes.length === 0) return [];
  const bids: OpenAction[] = [];
  const asked = new Set<string>();
  let left = desk.money - Math.min(KEPT_FOR_ENERGY, desk.energyAhead());
  for (const { owner, ids, gain } of wishes) {
    const payment = cents(Math.min(left, shareToBid(desk, ids, style) * gain));
    if (ids.some((id) => asked.has(id)) || payment < 1) continue;
    for (const id of ids) asked.add(id);
    left -= payment;
    bids.push({ action_type: 'send_offer', target_lab_id: owner, requested_block_ids: ids, payment, expires_in: 1 });
  }
  return bids;
}

/** What it would bid for, largest gain first. */
export function wishesOf(desk: Desk, style: Style): { owner: string; ids: string[]; gain: number }[] {
  const { observation } = desk;
  const legal = observation.legal_actions.find((one) => one.action_type === 'send_offer');
  if (legal?.action_type !== 'send_offer' || observation.round_index + 1 >= observation.max_rounds) return [];
  const wishes: { owner: string; ids: string[]; gain: number }[] = [];
  for (const [owner, blocks] of Object.entries(legal.requested_block_ids)) {
    if (!style.deals_with(observation, owner) || (!style.bids_to_askers && asksItself(observation, owner))) continue;
    const live = blocks.filter((id) => hoursNextRound(desk.observation, desk.block(id)) > 0 && !pending(desk, id));
    for (const ids of bundles(live)) {
      const gain = desk.gainOf(ids);
      if (gain > 2) wishes.push({ owner, ids, gain: gain * (ids.length === 1 ? 1 : 0.9) });
    }
  }
  return wishes.sort((a, b) => b.gain - a.gain);
}

/** Each block alone, and each pair. */
function bundles(ids: readonly string[]): string[][] {
  return ids.flatMap((id, i) => [[id], ...ids.slice(i + 1).map((other) => [id, other])]);
}

/** Does the owner have an open offer? In round 0 nobody's is visible yet, so everybody might. */
function asksItself(observation: OpenObservation, owner: string): boolean {
  if (observation.round_index === 0) return true;
  return observation.active_offers.some((offer) => offer.from_lab_id === owner && offer.to_lab_id === null);
}

function pending(desk: Desk, id: string): boolean {
  const { active_offers, controlled_lab_id, round_index } = desk.observation;
  return active_offers.some(
    (offer) => offer.from_lab_id === controlled_lab_id && offer.expires_round > round_index && offer.requested_blocks.includes(id),
  );
}

export function shareToBid(desk: Desk, ids: readonly string[], style: Style): number {
  const start = Math.min(...ids.map((id) => desk.block(id)?.start_round ?? 0));
  const times = Math.max(0, 3 - Math.max(0, start - desk.observation.round_index - 1));
  return Math.min(style.bid_most, style.bid_share + style.bid_step * times);
}

export function cents(amount: number): number {
  return Math.floor(amount * 100) / 100;
}
