/** Applies events of wants, promises and proposed plans. */
import { unreachable } from '~/contract/game';
import type { PlanDropped, PlanProposed, PlanVetoed, PromiseEnded, PromiseMade, WantClosed, WantPosted } from './bargain-events';
import { blockOf, coalitionOf, labOf, type OpenState, windowEnd } from './state';

type BargainEvent = WantPosted | WantClosed | PromiseMade | PromiseEnded | PlanProposed | PlanVetoed | PlanDropped;

export function evolveBargain(state: OpenState, event: BargainEvent): OpenState {
  switch (event.type) {
    case 'want_posted':
      state.wants = { ...state.wants, [event.want.want_id]: { ...event.want } };
      return state;
    case 'want_closed': {
      const want = state.wants?.[event.want_id];
      if (want !== undefined) want.status = event.status;
      return state;
    }
    case 'promise_made':
      return promise(state, event);
    case 'promise_ended':
      return endPromise(state, event);
    case 'plan_proposed': {
      const coalition = coalitionOf(state, event.coalition_id);
      coalition.proposals = [...(coalition.proposals ?? []), { ...event.proposal, vetoed_by: [...event.proposal.vetoed_by] }];
      coalition.proposed = (coalition.proposed ?? 0) + 1;
      return state;
    }
    case 'plan_vetoed':
      for (const proposal of coalitionOf(state, event.coalition_id).proposals ?? [])
        if (proposal.plan_id === event.plan_id) proposal.vetoed_by.push(event.lab_id);
      return state;
    case 'plan_dropped':
      dropPlan(state, event.coalition_id, event.plan_id);
      return state;
    default:
      return unreachable(event);
  }
}

export function dropPlan(state: OpenState, coalitionId: string, planId: string): void {
  const coalition = coalitionOf(state, coalitionId);
  if (coalition.proposals !== undefined) coalition.proposals = coalition.proposals.filter(({ plan_id }) => plan_id !== planId);
}

function promise(state: OpenState, { promise: made }: PromiseMade): OpenState {
  state.promises = { ...state.promises, [made.promise_id]: { ...made } };
  labOf(state, made.from_lab_id).budget_cents -= made.bond_cents;
  for (const id of made.block_ids)
    Object.assign(blockOf(state, id), { status: 'committed', reserved_by: null, pledged_to: made.promise_id });
  return state;
}

function endPromise(state: OpenState, event: PromiseEnded): OpenState {
  const made = state.promises?.[event.promise_id];
  if (made === undefined) return state;
  made.status = event.why;
  labOf(state, event.from_lab_id).budget_cents += event.refund_cents;
  labOf(state, event.to_lab_id).budget_cents += event.forfeit_cents;
  for (const id of made.block_ids) {
    const block = blockOf(state, id);
    if (block.pledged_to !== event.promise_id) continue;
    block.pledged_to = null;
    if (block.status === 'committed') block.status = windowEnd(block, state.config.rounds) > state.round_index ? 'available' : 'spent';
  }
  return state;
}
