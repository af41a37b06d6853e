/** How a planner uses wants of others, and which of its own it withdraws. */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation, PublicBlock } from '../../shared/observation';
import { hoursNextRound } from '../../shared/players/asking';
import { Desk } from '../../shared/players/desk';
import { hoursIn } from '../legal';
import type { OpenObservation2 } from '../observation';

/** The assumed sale price of an unused block per hour, long before its start. */
const SALE_PER_HOUR = 9;
/** A deal that gains less than this is not worth a move. */
const LEAST_GAIN = 0.25;
/** The fraction of the hours' added value that is offered for them. */
const BID = 0.6;
const KEPT_FOR_ENERGY = 20;
const MOST_FILLED = 2;

/** Fills, each chosen after the ones before. `used`: blocks that the turn needs for something else. */
export function fillWants(seen: OpenObservation2, used: ReadonlySet<string>): TakenAction[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'fill_want');
  if (legal?.action_type !== 'fill_want') return [];
  const desk = new Desk(seen as unknown as OpenObservation, SALE_PER_HOUR);
  const fills: TakenAction[] = [];
  const gone = new Set(used);
  const wants = seen.wants
    .filter((want) => legal.want_ids.includes(want.want_id))
    .sort((a, b) => b.payment / b.hours - a.payment / a.hours);
  for (const want of wants) {
    if (fills.length >= MOST_FILLED) break;
    const blocks = legal.block_ids
      .flatMap((id) => (gone.has(id) ? [] : (desk.block(id) ?? [])))
      .filter((block) => block.reliability >= want.min_reliability);
    const set = cheapest(desk, { blocks, hours: want.hours, in: (block) => hoursIn(seen, want, block) });
    if (set === null || want.payment - desk.lossOnSaleOf(set) <= LEAST_GAIN) continue;
    for (const id of set) {
      gone.add(id);
      desk.holdings.delete(id);
    }
    fills.push({ action_type: 'fill_want', want_id: want.want_id, block_ids: set });
  }
  return fills;
}

/** The blocks among these that bring the hours of a want at the least loss, and that loss; null: none do. */
export function bestFill(
  seen: OpenObservation2,
  want: OpenObservation2['wants'][number],
  ids: readonly string[],
): { block_ids: string[]; loss: number } | null {
  const desk = new Desk(seen as unknown as OpenObservation, SALE_PER_HOUR);
  const blocks = ids.flatMap((id) => desk.block(id) ?? []).filter((block) => block.reliability >= want.min_reliability);
  const set = cheapest(desk, { blocks, hours: want.hours, in: (block) => hoursIn(seen, want, block) });
  return set === null ? null : { block_ids: set, loss: desk.lossOnSaleOf(set) };
}

/** The one or two blocks that bring the hours at the least loss. */
function cheapest(
  desk: Desk,
  { blocks, hours, in: hoursOf }: { blocks: readonly PublicBlock[]; hours: number; in: (block: PublicBlock) => number },
): string[] | null {
  let best: { ids: string[]; loss: number } | null = null;
  for (const [i, one] of blocks.entries()) {
    for (const other of [null, ...blocks.slice(i + 1)]) {
      const set = other === null ? [one] : [one, other];
      if (set.reduce((sum, block) => sum + hoursOf(block), 0) < hours) continue;
      const ids = set.map((block) => block.block_id);
      const loss = desk.lossOnSaleOf(ids);
      if (loss < (best?.loss ?? Number.POSITIVE_INFINITY)) best = { ids, loss };
    }
  }
  return best?.ids ?? null;
}

/** Own wants that are now worth less than they pay: the hours came from elsewhere, or come too late. */
export function staleWants(seen: OpenObservation2, deskNow: () => Desk): TakenAction[] {
  const legal = seen.legal_actions.find((one) => one.action_type === 'withdraw_want');
  if (legal?.action_type !== 'withdraw_want') return [];
  const desk = deskNow();
  const own = seen.wants.filter(({ want_id }) => legal.want_ids.includes(want_id));
  const stale = own.filter((want) => {
    const fit = othersBlocks(seen).filter(
      (block) =>
        !desk.holdings.has(block.block_id) && block.reliability >= want.min_reliability && hoursIn(seen, want, block) >= want.hours,
    );
    return !fit.some(({ block_id }) => desk.gainOf([block_id]) > want.payment);
  });
  return stale.map(({ want_id }) => ({ action_type: 'withdraw_want', want_id }));
}

/** Tradable blocks of other labs that bring hours from the next round on. */
function othersBlocks(seen: OpenObservation2): PublicBlock[] {
  return seen.public_market.blocks.filter(
    (block) =>
      block.owner_lab_id !== seen.controlled_lab_id &&
      block.owner_lab_id !== 'operator' &&
      block.status === 'available' &&
      hoursNextRound(seen as unknown as OpenObservation, block) > 0,
  );
}

/**
 * For a model's list: one want for the job that lacks hours and would gain most, for the hours it lacks beyond its own plan, in its window,
 * at a fraction of their added value, and that value. `desk`: with what the turn acquires. The planner decides more carefully (`wantFor`).
 */
export function mostWanted(
  seen: OpenObservation2,
  desk = new Desk(seen as unknown as OpenObservation, 0),
): { want: TakenAction; gain: number } | null {
  const { round_index, max_rounds, controlled_lab_id: me } = seen;
  if (round_index + 1 >= max_rounds || seen.wants.some((want) => want.lab_id === me && want.expires_round > round_index)) return null;
  const purse = desk.money - Math.min(KEPT_FOR_ENERGY, desk.energyAhead());
  const others = othersBlocks(seen).filter(({ block_id }) => !desk.holdings.has(block_id));
  let best: { want: TakenAction; gain: number } | null = null;
  for (const job of seen.private_jobs) {
    if (job.settled || job.deadline_round <= round_index) continue;
    const fit = others.filter((block) => block.reliability >= job.min_reliability && block.start_round <= job.deadline_round);
    for (const block of fit) {
      const gain = desk.gainOf([block.block_id]);
      const hours = hoursIn(seen, { from_round: round_index + 1, to_round: job.deadline_round }, block);
      if (hours === 0 || gain < 3) continue;
      const missing = Math.max(1, Math.min(hours, job.gpu_hours_required - job.hours_by_deadline));
      const payment = Math.floor(100 * Math.min(purse, BID * gain)) / 100;
      if (payment < 1 || gain <= (best?.gain ?? 0)) continue;
      const want: TakenAction = {
        action_type: 'post_want',
        from_round: round_index + 1,
        to_round: job.deadline_round,
        hours: missing,
        min_reliability: job.min_reliability,
        payment,
        expires_in: 1,
      };
      best = { want, gain };
    }
  }
  return best;
}
