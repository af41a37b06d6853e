/** Limits of models in the open market, and contradictions of their own earlier offers. */

import { actionsOfMove } from '~/contract/actions-of-move';
import type { Guard, OwnTurn } from '~/contract/guard';
import type { WalkBack } from '~/contract/prompt-format';
import { type OpenAction, readAction } from './actions';
import type { OpenObservation, WireOffer } from './observation';

/** pay = min(budget, max(own last offer, wish)): never below its last offer for the same, never above its money. */
export const openGuards: readonly Guard<OpenObservation, OpenAction>[] = [
  {
    id: 'worse_than_own_offer',
    hold(_, action, past) {
      const lastOffer = lastBefore(action, past)?.payment;
      if (lastOffer === undefined || action.payment === undefined || action.payment >= lastOffer) return null;
      const why = `It offered ${lastOffer} before; ${action.payment} would go back on that.`;
      const warning = `You offered ${lastOffer} for the same before; ${action.payment} goes back on that.`;
      return { action: { ...action, payment: lastOffer }, why, warning };
    },
  },
  {
    id: 'payment_over_budget',
    hold({ controlled_lab_budget: budget }, action) {
      if (action.payment === undefined || action.payment <= budget) return null;
      return {
        action: { ...action, payment: budget },
        why: `It has ${budget}; ${action.payment} cannot be paid.`,
        warning: `You have ${budget}; you cannot pay ${action.payment}.`,
      };
    },
  },
  {
    id: 'bond_over_budget',
    hold({ controlled_lab_budget: budget }, action) {
      if (action.bond === undefined || action.bond <= budget) return null;
      return {
        action: { ...action, bond: Math.floor(budget) },
        why: `It has ${budget}; a bond of ${action.bond} cannot be laid down.`,
        warning: `You have ${budget}; you cannot lay down a bond of ${action.bond}.`,
      };
    },
  },
];

export function walkBacksOf(observation: OpenObservation, action: OpenAction, past: readonly OwnTurn[]): WalkBack[] {
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

/** It withdraws its own offer, or rejects the terms that it proposed. */
function refusals(observation: OpenObservation, { offer_id }: OpenAction, past: readonly OwnTurn[]): WalkBack[] {
  const offer = observation.active_offers.find((one) => one.offer_id === offer_id);
  if (offer === undefined) return [];
  if (offer.from_lab_id === observation.controlled_lab_id)
    return [{ kind: 'refuses_own', what: `It takes back its own ${offer.offer_id}.` }];
  const proposed = ownOffers(past).some((own) => isMirror(own, offer));
  return proposed ? [{ kind: 'refuses_own', what: `It turns down ${offer.offer_id}, which is what it proposed.` }] : [];
}

/** Its own last offer for the same blocks, to any lab. */
function lastBefore(action: OpenAction, past: readonly OwnTurn[]): OpenAction | undefined {
  if (!isOffer(action) || blocksOf(action) === blocksOf({})) return undefined;
  return ownOffers(past).findLast((own) => blocksOf(own) === blocksOf(action));
}

function ownOffers(past: readonly OwnTurn[]): OpenAction[] {
  const actions = past.flatMap((turn) => actionsOfMove(turn.move)).map((raw) => readAction(raw));
  return actions.flatMap((read) => (read.ok && isOffer(read.value) ? [read.value] : []));
}

function isOffer({ action_type }: OpenAction): boolean {
  return action_type === 'send_offer' || action_type === 'counter_offer';
}

function blocksOf({ block_ids, requested_block_ids }: Pick<OpenAction, 'block_ids' | 'requested_block_ids'>): string {
  return `${[...(block_ids ?? [])].sort().join()} for ${[...(requested_block_ids ?? [])].sort().join()}`;
}

/** The other's offer gives what the own one requested, for at most what it would have given. */
function isMirror(own: OpenAction, offer: WireOffer): boolean {
  const mirrored = blocksOf({ block_ids: offer.requested_blocks, requested_block_ids: offer.offered_blocks });
  const asked = offer.requested_payment - offer.payment;
  return blocksOf(own) === mirrored && mirrored !== blocksOf({}) && asked <= (own.payment ?? 0) - (own.requested_payment ?? 0);
}
