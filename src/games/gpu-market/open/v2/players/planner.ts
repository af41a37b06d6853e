/** The planner under version 2: the trader of version 1, which also fills and posts wants, and pitches where the block would add something. */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import { plannerTurn, type Style, styledTurn } from '../../shared/players/planner';
import { isOldAction } from '../../shared/types';
import type { OpenObservation2 } from '../observation';
import { withPitch2 } from './pitch';
import { fillWants, postWant } from './wanting';

export function plannerTurn2(seen: OpenObservation2): TakenAction[] {
  return withPitch2(withWants(seen, plannerTurn(asShared(seen))), seen);
}

/** The same with another way to bargain. */
export function styledTurn2(seen: OpenObservation2, style: Style): TakenAction[] {
  return withWants(seen, styledTurn(asShared(seen), style));
}

/** What version 1 would see of it. */
export function asShared(seen: OpenObservation2): OpenObservation {
  const legal_actions = seen.legal_actions.filter(isOldAction) as OpenObservation['legal_actions'];
  return { ...seen, legal_actions };
}

/** Wants come where there is room: filling one earns, and posting one costs nothing. */
export function withWants(seen: OpenObservation2, turn: readonly TakenAction[]): TakenAction[] {
  const used = new Set(turn.flatMap((action) => (action.action_type === 'allocate_to_job' ? (action.block_ids ?? []) : [])));
  const fills = fillWants(seen, used);
  const sold = new Set(fills.flatMap((fill) => fill.block_ids ?? []));
  const rest = turn.filter((action) => action.action_type !== 'send_offer' || !action.block_ids?.some((id) => sold.has(id)));
  const want = postWant(seen);
  const all = [...fills, ...rest];
  return [...all, ...(want === null ? [] : [want])].slice(0, seen.actions_per_round);
}
