/**
 * Joint plans under version 2: proposed, open for a round to vetoes and better plans, then carried out. They are carried out in the same
 * round if every lab whose things are used agreed to that in its pledge. Before the surplus is split, each participant gets back what the
 * plan costs it, as the rules compute it. A stated reserve can only stop the plan.
 */
import type { TakenAction } from '../../shared/actions';
import type { Proposal } from '../../shared/bargain';
import type { Proceedings } from '../../shared/proceedings';
import { done, refuse } from '../../shared/refusal';
import { wrongMembership } from '../../shared/rules/coalitions';
import { tellMembers } from '../../shared/rules/messages';
import { type Entry, signingOf, wrongPlan } from '../../shared/rules/plans';
import { endPledge } from '../../shared/rules/pledges';
import { type Signing, signShares } from '../../shared/rules/splits';
import { coalitionOf, isSeat, type OpenState, ownJob } from '../../shared/state';
import type { OpenCoalition, OpenResult, Share } from '../../shared/types';
import { type Cost, costsOf, type Used } from './costs';

/** A round for its members; a plan that founded a coalition stays as long as its invitations. */
const STANDS = 1;

/** What a plan would bring its participants if it were carried out now. */
export interface Terms {
  signing: Signing;
  costs: Cost[];
  surplus_cents: number;
  shares: Share[];
}

export type Appraised = { ok: true; terms: Terms } | { ok: false; refusal: OpenResult };

/** All the checks of a plan of this coalition, now; `beside`: other plans, assumed to be carried out before it. */
export function appraise(
  state: OpenState,
  coalition: OpenCoalition,
  { plan, beside = [] }: { plan: readonly Entry[]; beside?: readonly Entry[] },
): Appraised {
  const wrong = wrongPlan(state, coalition, plan);
  if (wrong !== null) return { ok: false, refusal: wrong };
  const priced = signingOf(state, coalition, plan);
  const costs = costsOf(state, priced.participants, { used: usedBy(plan), gone: usedBy(beside) });
  const reserves = costs.reduce((sum, cost) => sum + cost.amount_cents, 0);
  const surplus_cents = priced.total - reserves;
  if (surplus_cents < 0 || priced.total <= 0) return { ok: false, refusal: refuse('below_cost') };
  const signing = { ...priced, reserves };
  const shares = signShares(state, { ...coalition, pledges: asReserves(costs) }, signing);
  const poor = shares.find(({ lab_id, share }) => share * priced.total < (coalition.pledges[lab_id]?.reserve_cents ?? 0) - 1e-6);
  if (poor !== undefined) return { ok: false, refusal: refuse('below_reserve', poor.lab_id) };
  return { ok: true, terms: { signing, costs, surplus_cents, shares } };
}

/**
 * By any member. A plan that uses what older open plans use must be worth more than each of them; any other plan opens a round of its own.
 */
export function proposePlan(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const { state } = book;
  const outside = wrongMembership(state, labId, action.coalition_id);
  if (outside !== null) return outside;
  const coalition = coalitionOf(state, action.coalition_id ?? '');
  const table = coalition.proposals ?? [];
  const plan = action.plan ?? [];
  const older = table.filter((one) => one.round_created < state.round_index);
  const before = older.filter((one) => isOverlapping(one.plan, plan));
  const beside = older.filter((one) => one.vetoed_by.length === 0 && !before.includes(one)).flatMap((one) => one.plan);
  const appraised = appraise(state, coalition, { plan, beside });
  if (!appraised.ok) return appraised.refusal;
  const { signing, costs, surplus_cents, shares } = appraised.terms;
  if (before.some((one) => one.surplus_cents !== null && one.surplus_cents >= surplus_cents)) return refuse('smaller_surplus');
  const { participants, total } = signing;
  lay(book, coalition, {
    ...draft(state, coalition, { labId, plan }),
    participants,
    total_cents: total,
    surplus_cents,
    costs,
    shares,
    counters: before.length > 0,
  });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('plan_proposed');
}

function usedBy(plan: readonly Entry[]): Used {
  return { block_ids: plan.flatMap((entry) => entry.block_ids), job_ids: plan.map((entry) => entry.job_id) };
}

/** Whether both use the same job or block. */
function isOverlapping(one: readonly Entry[], other: readonly Entry[]): boolean {
  const wanted = new Set(other.flatMap((entry) => [entry.job_id, ...entry.block_ids]));
  return one.some((entry) => wanted.has(entry.job_id) || entry.block_ids.some((id) => wanted.has(id)));
}

/** Checks a founder's first plan, for things that others have yet to pledge: it is priced once they have. Null: it is valid. */
export function wrongFirstPlan(state: OpenState, labId: string, { plan, members }: { plan: readonly Entry[]; members: readonly string[] }) {
  if (plan.length === 0 || plan.some((entry) => entry.block_ids.length === 0)) return refuse('empty_block_list', ' for each job');
  for (const { job_id } of plan) if (ownJob(state, labId, job_id) === undefined) return refuse('unknown_job', job_id);
  for (const id of plan.flatMap((entry) => entry.block_ids)) {
    const owner = state.blocks[id]?.owner_lab_id;
    if (owner === undefined) return refuse('unknown_block', id);
    if (owner !== labId && !(isSeat(state, owner) && members.includes(owner))) return refuse('unowned_block', id);
  }
  return null;
}

export function layFirstPlan(book: Proceedings, coalition: OpenCoalition, plan: readonly Entry[]): void {
  const owners = plan.flatMap(({ job_id, block_ids }) => [
    book.state.jobs[job_id]?.lab_id ?? '',
    ...block_ids.map((id) => book.state.blocks[id]?.owner_lab_id ?? ''),
  ]);
  lay(book, coalition, {
    ...draft(book.state, coalition, { labId: coalition.founder, plan }),
    until_round: coalition.invited_through,
    participants: [...new Set(owners)].sort((a, b) => Number(a.slice(4)) - Number(b.slice(4))),
  });
}

export function vetoPlan(book: Proceedings, labId: string, action: TakenAction): OpenResult {
  const outside = wrongMembership(book.state, labId, action.coalition_id);
  if (outside !== null) return outside;
  const coalition = coalitionOf(book.state, action.coalition_id ?? '');
  const proposal = coalition.proposals?.find((one) => one.plan_id === action.plan_id);
  if (proposal === undefined) return refuse('unknown_plan', action.plan_id);
  if (!proposal.participants.includes(labId)) return refuse('not_participant', action.plan_id);
  if (proposal.vetoed_by.includes(labId)) return refuse('already_vetoed', action.plan_id);
  book.record({ type: 'plan_vetoed', coalition_id: coalition.coalition_id, plan_id: proposal.plan_id, lab_id: labId });
  tellMembers(book, { from: labId, coalition: coalition.coalition_id, text: action.message });
  return done('plan_vetoed');
}

/** Carries out plans whose round is over, the largest surplus first; then removes the expired ones. */
export function carryOutPlans(book: Proceedings): void {
  for (const id of Object.keys(book.state.coalitions)) {
    while (carryOutBest(book, id));
    clearTable(book, id);
  }
}

/** Whether a plan that was open when the round began uses any of these. */
export function isOnTable(
  state: OpenState,
  coalition: OpenCoalition,
  used: { block_ids: readonly string[]; job_ids: readonly string[] },
): boolean {
  const before = (coalition.proposals ?? []).filter((one) => one.round_created < state.round_index);
  return before.some(({ plan }) =>
    plan.some((entry) => used.job_ids.includes(entry.job_id) || entry.block_ids.some((id) => used.block_ids.includes(id))),
  );
}

function draft(state: OpenState, coalition: OpenCoalition, { labId, plan }: { labId: string; plan: readonly Entry[] }): Proposal {
  return {
    plan_id: `${coalition.coalition_id}_plan_${(coalition.proposed ?? 0) + 1}`,
    lab_id: labId,
    round_created: state.round_index,
    until_round: state.round_index + STANDS,
    plan: plan.map(({ job_id, block_ids }) => ({ job_id, block_ids: [...block_ids] })),
    participants: [],
    total_cents: null,
    surplus_cents: null,
    costs: null,
    shares: null,
    counters: false,
    vetoed_by: [],
  };
}

function lay(book: Proceedings, { coalition_id }: OpenCoalition, proposal: Proposal): void {
  book.record({ type: 'plan_proposed', coalition_id, proposal });
}

function carryOutBest(book: Proceedings, coalitionId: string): boolean {
  const coalition = coalitionOf(book.state, coalitionId);
  if (coalition.status !== 'active') return false;
  let best: { proposal: Proposal; terms: Terms } | null = null;
  for (const proposal of coalition.proposals ?? []) {
    if (isOpen(book.state, coalition, proposal) || proposal.vetoed_by.length > 0) continue;
    const appraised = appraise(book.state, coalition, { plan: proposal.plan });
    if (appraised.ok && appraised.terms.surplus_cents > (best?.terms.surplus_cents ?? -1)) best = { proposal, terms: appraised.terms };
  }
  if (best === null) return false;
  execute(book, coalition, best);
  return true;
}

/** Whether its members still have their round: not for counter-plans, and not where every lab whose things it uses waived it. */
function isOpen({ round_index }: OpenState, { pledges }: OpenCoalition, proposal: Proposal): boolean {
  if (proposal.round_created < round_index || proposal.counters) return false;
  return !proposal.participants.every((lab) => pledges[lab]?.at_once === true);
}

function execute(book: Proceedings, coalition: OpenCoalition, { proposal, terms }: { proposal: Proposal; terms: Terms }): void {
  const { coalition_id } = coalition;
  const { signing, costs, shares } = terms;
  book.record({
    type: 'plan_executed',
    coalition_id,
    lab_id: proposal.lab_id,
    plan: proposal.plan,
    participants: signing.participants,
    total_cents: signing.total,
    reserves_cents: signing.reserves,
    shares,
    plan_id: proposal.plan_id,
    costs,
  });
  const blocks = new Set(proposal.plan.flatMap((entry) => entry.block_ids));
  const jobs = new Set(proposal.plan.map((entry) => entry.job_id));
  for (const lab_id of signing.participants) {
    const pledge = coalitionOf(book.state, coalition_id).pledges[lab_id];
    if (pledge === undefined) continue;
    const block_ids = pledge.block_ids.filter((id) => blocks.has(id));
    const job_ids = pledge.job_ids.filter((id) => jobs.has(id));
    const left = pledge.block_ids.length + pledge.job_ids.length - block_ids.length - job_ids.length;
    if (left === 0) endPledge(book, coalition, { lab_id, why: 'used' });
    else book.record({ type: 'pledge_shrunk', coalition_id, lab_id, block_ids, job_ids });
  }
}

function clearTable(book: Proceedings, coalitionId: string): void {
  const { proposals = [] } = coalitionOf(book.state, coalitionId);
  for (const { plan_id, lab_id, vetoed_by, until_round } of proposals) {
    const why = vetoed_by.length > 0 ? 'vetoed' : until_round <= book.state.round_index ? 'over' : null;
    if (why !== null) book.record({ type: 'plan_dropped', coalition_id: coalitionId, plan_id, lab_id, why });
  }
}

function asReserves(costs: readonly Cost[]): Record<string, { reserve_cents: number }> {
  return Object.fromEntries(costs.map(({ lab_id, amount_cents }) => [lab_id, { reserve_cents: amount_cents }]));
}
