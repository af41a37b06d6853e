/** The moves that would be accepted now, from the observation alone. */
import { MAX_MONEY } from '../shared/actions';
import { legalActions } from '../shared/legal';
import type { LegalAction } from '../shared/legal-action';
import type { PublicBlock, WireCoalition, WirePledge } from '../shared/observation';
import { bondOf, isFree } from '../shared/observed';
import type { LegalAction2, NewLegalAction, OpenFacts2 } from './observation';

const MOST_BOND = 50;
const MOST_HOURS = 10_000;

export function legalActions2(facts: OpenFacts2): LegalAction2[] {
  if (facts.done || facts.finished) return [];
  const shared = legalActions(facts).flatMap((legal) => adjusted(facts, legal));
  return [
    ...shared,
    ...legalAlone(facts),
    ...legalAdditions(facts),
    ...legalWants(facts),
    ...legalPromises(facts),
    ...legalPlans(facts),
    ...legalPledges(facts),
  ];
}

/** The differences of version 2: pledges last to the end and can be increased, and joint plans are proposed. */
function adjusted(facts: OpenFacts2, legal: LegalAction): LegalAction[] {
  switch (legal.action_type) {
    case 'join_coalition':
    case 'commit_to_coalition':
      return [{ ...legal, until_round: { min: facts.round_index, max: facts.max_rounds - 1 } }];
    case 'allocate_to_job':
      return [];
    default:
      return [legal];
  }
}

/**
 * Own jobs with the blocks that may be allocated to them, including pledged ones that no open plan uses. A pledge that ends in this
 * round leaves before own allocations, but after plans: what a plan will use is gone by then, unless somebody vetoed it.
 */
function legalAlone(facts: OpenFacts2): LegalAction[] {
  const { coalition, pledge } = ownPledge(facts);
  const used = pledge?.until_round === facts.round_index ? blocksOfDuePlans(coalition) : usedByPlans(coalition);
  const mayUse = (id: string, pledgedTo: string | null) => pledgedTo === null || (pledgedTo === coalition?.coalition_id && !used.has(id));
  const blocks = facts.owned_blocks.filter(
    (block) =>
      bondOf(facts, block) === null &&
      (isFree(block) || (block.status === 'committed' && block.hours_left > 0)) &&
      mayUse(block.block_id, block.pledged_to),
  );
  const jobs: Record<string, string[]> = {};
  for (const job of facts.private_jobs) {
    if (job.settled || !mayUse(job.job_id, job.pledged_to)) continue;
    const fit = blocks.filter((block) => block.reliability >= job.min_reliability).map((block) => block.block_id);
    if (fit.length > 0) jobs[job.job_id] = fit;
  }
  return Object.keys(jobs).length === 0 ? [] : [{ action_type: 'allocate_to_job', jobs, plans: {} }];
}

/** A seat has at most one pledge. */
function ownPledge(facts: OpenFacts2): { coalition: WireCoalition | undefined; pledge: WirePledge | undefined } {
  const coalition = facts.active_coalitions.find(({ pledges }) => pledges?.[facts.controlled_lab_id] !== undefined);
  return { coalition, pledge: coalition?.pledges?.[facts.controlled_lab_id] };
}

function usedByPlans(coalition: WireCoalition | undefined): Set<string> {
  return new Set((coalition?.proposals ?? []).flatMap((one) => one.plan.flatMap((entry) => [entry.job_id, ...entry.block_ids])));
}

function blocksOfDuePlans(coalition: WireCoalition | undefined): Set<string> {
  const due = (coalition?.proposals ?? []).filter((one) => one.vetoed_by.length === 0);
  return new Set(due.flatMap((one) => one.plan.flatMap((entry) => entry.block_ids)));
}

function legalWants(facts: OpenFacts2): NewLegalAction[] {
  const { round_index, max_rounds, controlled_lab_id: me, controlled_lab_budget } = facts;
  const legal: NewLegalAction[] = [];
  const next = round_index + 1;
  if (next < max_rounds) {
    legal.push({
      action_type: 'post_want',
      from_round: { min: next, max: max_rounds - 1 },
      to_round: { min: next, max: max_rounds - 1 },
      hours: { min: 1, max: MOST_HOURS },
      min_reliability: { min: 0, max: 1 },
      payment: { min: 0, max: controlled_lab_budget },
      expires_in: { min: 1, max: 4 },
    });
  }
  const blocks = tradable(facts);
  const fillable = facts.wants.filter((want) => want.lab_id !== me && hoursFor(facts, want, blocks) >= want.hours);
  if (fillable.length > 0)
    legal.push({
      action_type: 'fill_want',
      want_ids: fillable.map(({ want_id }) => want_id),
      block_ids: blocks.map(({ block_id }) => block_id),
    });
  const own = facts.wants.filter((want) => want.lab_id === me);
  if (own.length > 0) legal.push({ action_type: 'withdraw_want', want_ids: own.map(({ want_id }) => want_id) });
  return legal;
}

/** Hours that these would bring in the window of a want, without blocks too unreliable for it. */
export function hoursFor(facts: OpenFacts2, want: OpenFacts2['wants'][number], blocks: readonly PublicBlock[]): number {
  return blocks.reduce((sum, block) => sum + (block.reliability < want.min_reliability ? 0 : hoursIn(facts, want, block)), 0);
}

export function hoursIn(facts: OpenFacts2, want: { from_round: number; to_round: number }, block: PublicBlock): number {
  const end = Math.min(block.start_round + block.duration, facts.max_rounds, want.to_round + 1);
  return block.gpu_count * Math.max(0, end - Math.max(block.start_round, want.from_round, facts.round_index));
}

/** Own blocks that may be sold to any lab. */
function tradable(facts: OpenFacts2): PublicBlock[] {
  return facts.owned_blocks.filter(
    (block) => isFree(block) && !block.conditions.some((one) => one.must_not_resell) && bondOf(facts, block) === null,
  );
}

function legalPromises(facts: OpenFacts2): NewLegalAction[] {
  const { round_index, max_rounds, controlled_lab_id: me, controlled_lab_budget } = facts;
  const blocks = tradable(facts).map(({ block_id }) => block_id);
  const legal: NewLegalAction[] = [];
  if (blocks.length > 0 && round_index + 1 < max_rounds) {
    legal.push({
      action_type: 'make_promise',
      target_lab_ids: facts.visible_labs.map(({ lab_id }) => lab_id),
      block_ids: blocks,
      requested_payment: { min: 0, max: MAX_MONEY },
      bond: { min: 0, max: Math.min(MOST_BOND, controlled_lab_budget) },
      until_round: { min: round_index + 1, max: max_rounds - 1 },
    });
  }
  const mine = facts.promises.filter((one) => one.to_lab_id === me);
  const payable = mine.filter((one) => one.price <= controlled_lab_budget).map(({ promise_id }) => promise_id);
  if (payable.length > 0) legal.push({ action_type: 'take_promise', promise_ids: payable });
  if (mine.length > 0) legal.push({ action_type: 'decline_promise', promise_ids: mine.map(({ promise_id }) => promise_id) });
  return legal;
}

function legalPlans(facts: OpenFacts2): NewLegalAction[] {
  const plans: Record<string, Record<string, string[]>> = {};
  const vetoes: Record<string, string[]> = {};
  for (const { coalition_id, status, members, pledges, proposals } of facts.active_coalitions) {
    if (status !== 'active' || pledges === null || !members.includes(facts.controlled_lab_id)) continue;
    const ids = Object.values(pledges).flatMap((pledge) => pledge.block_ids);
    const blocks = facts.public_market.blocks.filter((block) => ids.includes(block.block_id) && block.hours_left > 0);
    const jobs: Record<string, string[]> = {};
    for (const job of Object.values(pledges).flatMap((pledge) => pledge.jobs)) {
      const fit = blocks.filter((block) => block.reliability >= job.min_reliability).map((block) => block.block_id);
      if (fit.length > 0) jobs[job.job_id] = fit;
    }
    if (Object.keys(jobs).length > 0) plans[coalition_id] = jobs;
    const mine = (proposals ?? []).filter(
      (one) => one.participants.includes(facts.controlled_lab_id) && !one.vetoed_by.includes(facts.controlled_lab_id),
    );
    if (mine.length > 0) vetoes[coalition_id] = mine.map(({ plan_id }) => plan_id);
  }
  const legal: NewLegalAction[] = [];
  if (Object.keys(plans).length > 0) legal.push({ action_type: 'propose_plan', plans });
  if (Object.keys(vetoes).length > 0) legal.push({ action_type: 'veto_plan', plan_ids: vetoes });
  return legal;
}

/** The parts of its own pledges that a seat may withdraw. */
function legalPledges(facts: OpenFacts2): NewLegalAction[] {
  const { coalition, pledge } = ownPledge(facts);
  if (coalition === undefined || pledge === undefined) return [];
  const used = usedByPlans(coalition);
  const block_ids = pledge.block_ids.filter((id) => !used.has(id));
  const job_ids = pledge.jobs.map(({ job_id }) => job_id).filter((id) => !used.has(id));
  if (block_ids.length + job_ids.length === 0) return [];
  return [{ action_type: 'withdraw_pledge', pledged: { [coalition.coalition_id]: { block_ids, job_ids } } }];
}

/** Additions to a standing pledge: the shared list offers nothing to pledge to a lab that has one. */
function legalAdditions(facts: OpenFacts2): LegalAction[] {
  const mine = facts.active_coalitions.find(
    ({ status, pledges }) => status === 'active' && pledges?.[facts.controlled_lab_id] !== undefined,
  );
  if (mine === undefined) return [];
  const blocks = facts.owned_blocks.filter((block) => isFree(block) && (bondOf(facts, block) ?? mine.coalition_id) === mine.coalition_id);
  const jobs = facts.private_jobs.filter((job) => !job.settled && job.allocated_block_ids.length === 0 && job.pledged_to === null);
  if (blocks.length + jobs.length === 0) return [];
  return [
    {
      action_type: 'commit_to_coalition',
      coalition_ids: [mine.coalition_id],
      block_ids: blocks.map(({ block_id }) => block_id),
      job_ids: jobs.map(({ job_id }) => job_id),
      bound: {},
      reserve: { min: 0, max: MAX_MONEY },
      until_round: { min: facts.round_index, max: facts.max_rounds - 1 },
    },
  ];
}
