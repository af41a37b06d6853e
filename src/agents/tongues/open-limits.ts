/** What no model does in the open market whatever it wishes, and when it goes back on its own word. */
import { type OpenAction, readAction } from '~/games/gpu-market/open/actions';
import type { OpenObservation, WireOffer } from '~/games/gpu-market/open/observation';
import type { AgentTurn, GuardMark, WalkBack } from '../agent-turn';
import { actionsOfMove } from '../count-turns';
import { holdLimits, type Limit, paymentLimits } from '../limits';

export function guardAction(
  observation: OpenObservation,
  action: OpenAction,
  past: readonly AgentTurn[],
): { action: OpenAction; marks: GuardMark[] } {
  return holdLimits(action, limitsOf(observation, action, past));
}

/** Those that this action could run into. */
export function limitsOf(observation: OpenObservation, action: OpenAction, past: readonly AgentTurn[]): Limit<OpenAction>[] {
  const { controlled_lab_budget: budget } = observation;
  const lastOffer = lastBefore(action, past)?.payment ?? null;
  const bond: Limit<OpenAction> = {
    guard: 'bond_over_budget',
    place: 3,
    hold: (held) =>
      held.bond === undefined || held.bond <= budget
        ? null
        : { action: { ...held, bond: Math.floor(budget) }, what: `It has ${budget}; a bond of ${held.bond} cannot be laid down.` },
  };
  return [...paymentLimits<OpenAction>({ budget, lastOffer }), bond];
}

export function walkBacksOf(observation: OpenObservation, action: OpenAction, past: readonly AgentTurn[]): WalkBack[] {
  if (action.action_type === 'reject_offer') return refusals(observation, action, past);
  const last = lastBefore(action, past);
  if (last === undefined) return [];
  if ((action.payment ?? 0) < (last.payment ?? 0))
    return [{ kind: 'retreat', what: `It offers ${action.payment ?? 0} after ${last.payment}.` }];
  if ((action.requested_payment ?? 0) > (last.requested_payment ?? 0)) {
    return [{ kind: 'retreat', what: `It asks ${action.requested_payment} after ${last.requested_payment ?? 0}.` }];
  }
  return [];
}

/** It takes back its own offer, or turns down the terms that it proposed itself. */
function refusals(observation: OpenObservation, { offer_id }: OpenAction, past: readonly AgentTurn[]): WalkBack[] {
  const offer = observation.active_offers.find((one) => one.offer_id === offer_id);
  if (offer === undefined) return [];
  if (offer.from_lab_id === observation.controlled_lab_id)
    return [{ kind: 'refuses_own', what: `It takes back its own ${offer.offer_id}.` }];
  const proposed = ownOffers(past).some((own) => isMirror(own, offer));
  return proposed ? [{ kind: 'refuses_own', what: `It turns down ${offer.offer_id}, which is what it proposed.` }] : [];
}

/** Its own last offer for the same blocks, to whomever. */
function lastBefore(action: OpenAction, past: readonly AgentTurn[]): OpenAction | undefined {
  if (!isOffer(action) || blocksOf(action) === blocksOf({})) return undefined;
  return ownOffers(past).findLast((own) => blocksOf(own) === blocksOf(action));
}

function ownOffers(past: readonly AgentTurn[]): OpenAction[] {
  const actions = past.flatMap((turn) => actionsOfMove(turn.move)).map((raw) => readAction(raw));
  return actions.flatMap((read) => (read.ok && isOffer(read.value) ? [read.value] : []));
}

function isOffer({ action_type }: OpenAction): boolean {
  return action_type === 'send_offer' || action_type === 'counter_offer';
}

function blocksOf({ block_ids, requested_block_ids }: Pick<OpenAction, 'block_ids' | 'requested_block_ids'>): string {
  return `${[...(block_ids ?? [])].sort().join()} for ${[...(requested_block_ids ?? [])].sort().join()}`;
}

/** The other's offer gives what the own one asked, for at most what it would have given. */
function isMirror(own: OpenAction, offer: WireOffer): boolean {
  const mirrored = blocksOf({ block_ids: offer.requested_blocks, requested_block_ids: offer.offered_blocks });
  const asked = offer.requested_payment - offer.payment;
  return blocksOf(own) === mirrored && mirrored !== blocksOf({}) && asked <= (own.payment ?? 0) - (own.requested_payment ?? 0);
}
