/** What one seat may know. Never the seed. */

import type { OpenPromise, OpenWant, Proposal } from '../shared/bargain';
import type { WireCoalition, WirePromise, WireProposal, WireWant } from '../shared/observation';
import { commonTo, factsFor } from '../shared/observe';
import { fromCents, type OpenState } from '../shared/state';
import { legalActions2 } from './legal';
import type { OpenFacts2, OpenObservation2 } from './observation';

export function observe2(state: OpenState, seat: string): OpenObservation2 {
  const facts = factsFor2(state, seat);
  return { ...facts, legal_actions: legalActions2(facts) };
}

export function observeAll2(state: OpenState, seats: readonly string[]): OpenObservation2[] {
  const common = commonTo(state);
  return seats.map((seat) => {
    const facts = factsFor2(state, seat, common);
    return { ...facts, legal_actions: legalActions2(facts) };
  });
}

export function factsFor2(state: OpenState, seat: string, common = commonTo(state)): OpenFacts2 {
  const facts = factsFor(state, seat, common);
  return {
    ...facts,
    active_coalitions: facts.active_coalitions.map((one) => withProposals(state, one, seat)),
    wants: Object.values(state.wants ?? {})
      .filter(({ status }) => status === 'standing')
      .map(wireWant),
    promises: Object.values(state.promises ?? {})
      .filter((one) => one.status === 'standing' && (one.from_lab_id === seat || one.to_lab_id === seat))
      .map(wirePromise),
  };
}

/** Members see all of it, those invited what it was founded for; `null`: sees all. */
export function withProposals(state: OpenState, coalition: WireCoalition, seat: string | null): WireCoalition {
  const table = state.coalitions[coalition.coalition_id]?.proposals ?? [];
  if (seat === null || coalition.members.includes(seat)) return { ...coalition, proposals: table.map(wireProposal) };
  const asked = coalition.invited?.includes(seat) === true;
  return { ...coalition, proposals: asked ? table.filter(({ costs }) => costs === null).map(wireProposal) : null };
}

export function wireWant({ payment_cents, ...want }: OpenWant): WireWant {
  return { ...want, payment: fromCents(payment_cents) };
}

export function wirePromise({ price_cents, bond_cents, ...promise }: OpenPromise): WirePromise {
  return { ...promise, price: fromCents(price_cents), bond: fromCents(bond_cents) };
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
