/**
 * What a planner lacks, under version 2: its bids to one lab, and its want to all. Each is valued as if those before it had been met, and by
 * what the block still brings when it can be used; one that would be a loss by now is withdrawn before anybody can accept it. So a planner
 * never pays twice for one job's hours.
 */
import { once } from '~/lib/once';
import type { TakenAction } from '../../shared/actions';
import type { PublicBlock } from '../../shared/observation';
import { hoursNextRound } from '../../shared/players/asking';
import { Desk } from '../../shared/players/desk';
import { cents, STRONGEST, type Style, shareToBid, wishesOf } from '../../shared/players/planner';

const KEPT_FOR_ENERGY = 20;
const LEAST_GAIN = 2;
/** What is asked for now is accepted in the next round, and can be allocated in the one after it. */
const USABLE_AFTER = 2;
/** The fraction of the hours' added value that a want pays. */
const WANT_SHARE = 0.6;
/** A want pays at most this per hour, slightly above the usual asking price: for more, blocks are taken from better uses. */
const MOST_PER_HOUR = 10;
const LEAST_WANT_GAIN = 3;

/** What blocks would add when they can be used, by a desk and what was asked for before. */
export class Prospects {
  readonly desk: Desk;
  private readonly onSale: () => Desk;
  private readonly later: () => Desk | null;

  constructor(desk: Desk) {
    const { observation } = desk;
    this.desk = desk;
    this.onSale = once(() => likewise(desk, new Desk(observation, STRONGEST.ask_per_hour)));
    const round_index = observation.round_index + USABLE_AFTER;
    this.later = once(() => (round_index < observation.max_rounds ? likewise(desk, new Desk({ ...observation, round_index })) : null));
  }

  /**
   * The least of: now, when they can be used, and if unused blocks are sold, as the planner decides what it uses. Where the first that is
   * known is below `least`, that one: most blocks add nothing now, so the others need not be planned.
   */
  gainOf(ids: readonly string[], least: number): number {
    const now = this.desk.gainOf(ids);
    if (now < least) return now;
    const later = this.later();
    if (later === null) return 0;
    const then = Math.min(now, later.gainOf(ids));
    if (then < least) return then;
    const onSale = this.onSale();
    return Math.min(then, onSale.worthOnSale([...onSale.holdings, ...ids]) - onSale.worthOnSale(onSale.holdings));
  }

  /** From now on these count as held, in all desks. */
  expect(ids: readonly string[]): void {
    for (const id of ids) this.desk.holdings.add(id);
  }
}

/** With the same holdings, now and later. */
function likewise(desk: Desk, other: Desk): Desk {
  other.holdings = desk.holdings;
  return other;
}

/** Bids in a style, the most useful first. */
export function bidsFor(prospects: Prospects, { style, most }: { style: Style; most: number }): TakenAction[] {
  if (most <= 0) return [];
  const { desk } = prospects;
  const bids: TakenAction[] = [];
  let left = desk.money - Math.min(KEPT_FOR_ENERGY, desk.energyAhead());
  for (const { owner, ids } of wishesOf(desk, style)) {
    if (bids.length >= most) break;
    if (ids.some((id) => desk.holdings.has(id))) continue;
    const gain = prospects.gainOf(ids, LEAST_GAIN);
    const payment = cents(Math.min(left, shareToBid(desk, ids, style) * gain));
    if (gain <= LEAST_GAIN || payment < 1) continue;
    prospects.expect(ids);
    left -= payment;
    bids.push({ action_type: 'send_offer', target_lab_id: owner, requested_block_ids: ids, payment, expires_in: 1 });
  }
  return bids;
}

/** Own standing bids that would be a loss by now. */
export function staleBids(desk: Desk): TakenAction[] {
  const { active_offers, controlled_lab_id } = desk.observation;
  const own = active_offers.filter(({ from_lab_id, requested_blocks }) => from_lab_id === controlled_lab_id && requested_blocks.length > 0);
  const stale = own.filter(({ requested_blocks, payment }) => desk.gainOf(requested_blocks) <= payment);
  return stale.map(({ offer_id }) => ({ action_type: 'reject_offer', offer_id }));
}

/** A want for the hours that would add most: of one job, as many as it lacks beyond what the lab has. It stands for one round. */
export function wantFor(prospects: Prospects): TakenAction | null {
  const { desk } = prospects;
  const { round_index, max_rounds } = desk.observation;
  const from_round = round_index + USABLE_AFTER;
  if (from_round >= max_rounds) return null;
  const purse = once(() => desk.money - Math.min(KEPT_FOR_ENERGY, desk.energyAhead()));
  let best: { want: TakenAction; gain: number } | null = null;
  for (const block of othersBlocks(desk)) {
    const gain = prospects.gainOf([block.block_id], Math.max(LEAST_WANT_GAIN, best?.gain ?? 0));
    if (gain < LEAST_WANT_GAIN || gain <= (best?.gain ?? 0)) continue;
    const lacking = hoursLacking(desk, block, from_round);
    if (lacking === null) continue;
    const payment = cents(Math.min(purse(), WANT_SHARE * gain, MOST_PER_HOUR * lacking.hours));
    if (payment < 1) continue;
    best = { want: { action_type: 'post_want', from_round, ...lacking, payment, expires_in: 1 }, gain };
  }
  return best?.want ?? null;
}

/** Of the job for which the plan would use the block: what it lacks without it. */
function hoursLacking(desk: Desk, block: PublicBlock, from_round: number) {
  const ids = [...desk.holdings, block.block_id];
  const { job_of } = desk.plan(ids);
  const place = job_of[ids.length - 1] ?? -1;
  const job = desk.observation.private_jobs.find(({ job_id }) => job_id === desk.jobId(place));
  if (job === undefined || job.deadline_round < from_round) return null;
  const hoursIn = (one: PublicBlock | undefined, from: number) => {
    if (one === undefined) return 0;
    const end = Math.min(one.start_round + one.duration, desk.observation.max_rounds, job.deadline_round + 1);
    return one.gpu_count * Math.max(0, end - Math.max(one.start_round, from));
  };
  const others = ids.slice(0, -1).filter((_, b) => job_of[b] === place);
  const held = others.reduce((sum, id) => sum + hoursIn(desk.block(id), desk.observation.round_index), job.hours_by_deadline);
  const hours = Math.min(hoursIn(block, from_round), job.gpu_hours_required - held);
  return hours < 1 ? null : { to_round: job.deadline_round, hours, min_reliability: job.min_reliability };
}

/** Free blocks of other labs that bring hours from the next round on. */
function othersBlocks({ observation, holdings }: Desk): PublicBlock[] {
  return observation.public_market.blocks.filter(
    (block) =>
      block.owner_lab_id !== observation.controlled_lab_id &&
      block.owner_lab_id !== 'operator' &&
      block.status === 'available' &&
      !holdings.has(block.block_id) &&
      hoursNextRound(observation, block) > 0,
  );
}
