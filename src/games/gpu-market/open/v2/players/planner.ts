/**
 * The planner under version 2: the trader of version 1, which also fills and posts wants, and pitches where the block would add something.
 */
import { once } from '~/lib/once';
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import { Desk } from '../../shared/players/desk';
import { STRONGEST, type Style, styledTurn } from '../../shared/players/planner';
import { isOldAction } from '../../shared/types';
import type { OpenObservation2 } from '../observation';
import { bidsFor, Prospects, staleBids, wantFor } from './bidding';
import { withPitch2 } from './pitch';
import { fillWants, staleWants } from './wanting';

const NO_BIDS: Style = { ...STRONGEST, bid_most: 0 };

export function plannerTurn2(seen: OpenObservation2): TakenAction[] {
  return withPitch2(
    withWants(seen, (now) => styledTurn(now, NO_BIDS), STRONGEST),
    seen,
  );
}

/** What version 1 would show of it. */
export function asShared(seen: OpenObservation2): OpenObservation {
  const legal_actions = seen.legal_actions.filter(isOldAction) as OpenObservation['legal_actions'];
  return { ...seen, legal_actions };
}

/**
 * A trader's turn with wants where there is room: filling one earns, and posting one is free. Blocks sold by a fill are left out of the
 * plan, and hours the turn acquires are no longer wanted, so that the lab never pays twice for one job's hours. `style`: it bids so, beyond
 * what `turnOf` bids.
 */
export function withWants(
  seen: OpenObservation2,
  turnOf: (seen: OpenObservation) => TakenAction[],
  style: Style | null = null,
): TakenAction[] {
  const first = turnOf(asShared(seen));
  const used = new Set(first.flatMap((action) => (action.action_type === 'allocate_to_job' ? (action.block_ids ?? []) : [])));
  const fills = fillWants(seen, used);
  const sold = new Set(fills.flatMap((fill) => fill.block_ids ?? []));
  const turn = sold.size === 0 ? first : turnOf(asShared(without(seen, sold)));
  const desk = once(() => deskAfter(seen, turn));
  const prospects = once(() => new Prospects(desk()));
  const back = [...staleWants(seen, desk), ...(style === null ? [] : staleBids(desk()))];
  const isCall = ({ action_type }: TakenAction) => action_type === 'send_offer';
  const firm = [...back, ...turn.filter((one) => !isCall(one)), ...fills];
  const calls = turn.filter(isCall);
  const room = seen.actions_per_round - firm.length;
  const bids = style === null ? [] : bidsFor(prospects(), { style, most: Math.max(Math.floor(room / 2), room - calls.length) });
  const all = [...firm, ...calls.slice(0, Math.max(0, room - bids.length)), ...bids];
  const want = all.length < seen.actions_per_round && mayWant(seen, all) ? wantFor(prospects()) : null;
  return [...all, ...(want === null ? [] : [want])].slice(0, seen.actions_per_round);
}

/** It bids for nothing, and no want of its own stands beyond this round. */
function mayWant({ wants, controlled_lab_id: me, round_index }: OpenObservation2, turn: readonly TakenAction[]): boolean {
  const bids = turn.some(({ action_type, requested_block_ids = [] }) => action_type === 'send_offer' && requested_block_ids.length > 0);
  return !bids && !wants.some((want) => want.lab_id === me && want.expires_round > round_index);
}

/** The observation without blocks that are sold in this turn. */
export function without(seen: OpenObservation2, sold: ReadonlySet<string>): OpenObservation2 {
  return { ...seen, owned_blocks: seen.owned_blocks.filter(({ block_id }) => !sold.has(block_id)) };
}

/** The desk with what the turn acquires. */
export function deskAfter(seen: OpenObservation2, turn: readonly TakenAction[]): Desk {
  const desk = new Desk(asShared(seen));
  for (const { action_type, offer_id } of turn) {
    const offer = action_type === 'accept_offer' ? seen.active_offers.find((one) => one.offer_id === offer_id) : undefined;
    if (offer !== undefined) desk.take(offer);
  }
  return desk;
}
