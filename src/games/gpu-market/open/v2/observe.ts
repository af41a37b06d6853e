/** What one seat may see. Never the seed. */

import type { OpenPromise, OpenWant, Proposal } from '../shared/bargain';
import type { WireCoalition, WirePromise, WireProposal, WireWant } from '../shared/observation';
import { type Common, commonTo, factsFor } from '../shared/observe';
import { fromCents, type OpenState } from '../shared/state';
import { legalActions2 } from './legal';
import type { OpenFacts2, OpenObservation2 } from './observation';

export function observe2(state: OpenState, seat: string): OpenObservation2 {
  return withLegal(factsFor2(state, seat));
}

export function observeAll2(state: OpenState, seats: readonly string[]): OpenObservation2[] {
  const common = commonTo2(state);
  return seats.map((seat) => withLegal(factsFor2(state, seat, common)));
}

function withLegal(facts: OpenFacts2): OpenObservation2 {
  return Object.assign(facts, { legal_actions: legalActions2(facts) });
}

function commonTo2(state: OpenState): Common & { wants: readonly WireWant[] } {
  const wants = Object.values(state.wants ?? {}).filter(({ status }) => status === 'standing');
  return Object.assign(commonTo(state), { wants: wants.map(wireWant) });
}

export function factsFor2(state: OpenState, seat: string, common = commonTo2(state)): OpenFacts2 {
  const facts = factsFor(state, seat, common);
  return Object.assign(facts, {
    active_coalitions: facts.active_coalitions.map((one) => withProposals(state, one, seat)),
    wants: [...common.wants],
    promises: Object.values(state.promises ?? {})
      .filter((one) => one.status === 'standing' && (one.from_lab_id === seat || one.to_lab_id === seat))
      .map(wirePromise),
  });
}

/** Members see everything; invited labs see what it was founded for. `null`: sees everything. */
export function withProposals(state: OpenState, coalition: WireCoalition, seat: string | null): WireCoalition {
  const table = state.coalitions[coalition.coalition_id]?.proposals ?? [];
  if (seat === null || coalition.members.includes(seat)) return Object.assign({ ...coalition }, { proposals: table.map(wireProposal) });
  const asked = coalition.invited?.includes(seat) === true;
  return Object.assign({ ...coalition }, { proposals: asked ? table.filter(({ costs }) => costs === null).map(wireProposal) : null });
}

export function wireWant(want: OpenWant): WireWant {
  return {
    want_id: want.want_id,
    lab_id: want.lab_id,
    round_created: want.round_created,
    expires_round: want.expires_round,
    from_round: want.from_round,
    to_round: want.to_round,
    hours: want.hours,
    min_reliability: want.min_reliability,
    message: want.message,
    status: want.status,
    payment: fromCents(want.payment_cents),
  };
}

export function wirePromise(promise: OpenPromise): WirePromise {
  return {
    promise_id: promise.promise_id,
    from_lab_id: promise.from_lab_id,
    to_lab_id: promise.to_lab_id,
    block_ids: promise.block_ids,
    round_created: promise.round_created,
    until_round: promise.until_round,
    message: promise.message,
    status: promise.status,
    price: fromCents(promise.price_cents),
    bond: fromCents(promise.bond_cents),
  };
}

function wireProposal(proposal: Proposal): WireProposal {
  const { plan_id, lab_id, round_created, until_round, plan, participants, total_cents, surplus_cents, costs, shares, vetoed_by } =
    proposal;
  const total = total_cents ?? 0;
  return {
    plan_id,
    lab_id,
    round_created,
    until_round,
    plan,
    participants,
    total: total_cents === null ? null : fromCents(total_cents),
    surplus: surplus_cents === null ? null : fromCents(surplus_cents),
    costs: costs === null ? null : Object.fromEntries(costs.map((cost) => [cost.lab_id, fromCents(cost.amount_cents)])),
    payouts: shares === null ? null : Object.fromEntries(shares.map(({ lab_id: lab, share }) => [lab, Math.round(share * total) / 100])),
    vetoed_by: [...vetoed_by],
  };
}
