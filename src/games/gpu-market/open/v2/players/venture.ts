/**
 * The planner in a joint venture under version 2. lab_0 founds one with all labs and pledges immediately. The others join with
 * everything they can spare, and agree that plans may use it in the same round, because no plan can cost them more than it brings. They use
 * alone what no plan uses. Of two ventures they join the one whose founder has the lowest number. If the round's order decided instead, a
 * lab that founds one for itself could leave lab_0 without members.
 */
import type { TakenAction } from '../../shared/actions';
import type { OwnBlock, WireCoalition, WireJob, WirePledge } from '../../shared/observation';
import { bondOf, isFree } from '../../shared/observed';
import { bestPlan } from '../../shared/plans/plan';
import { openJobs, problemOf } from '../../shared/plans/potential';
import { STRONGEST, styledTurn } from '../../shared/players/planner';
import type { OpenObservation2 } from '../observation';
import { withPitch2 } from './pitch';
import { asShared, plannerTurn2 } from './planner';
import { type FoundPlan, searchPlan2 } from './search';

type PublicBlock = OpenObservation2['public_market']['blocks'][number];
type WireLab = OpenObservation2['visible_labs'][number];

const FOUNDER = 'lab_0';
const MOST_MEMBERS = 16;
const BOND = 5;
/** The largest bond it pays to join another lab's venture. */
const MOST_BOND = 10;
/** The fraction of all labs that must have joined for a venture to be better than the market. */
const MOST_OF_ALL = 0.8;
/** What starts in the round in which a plan begins must be decided now; the rest may wait. */
const SOON = 0;
/** The value of an hour that starts later, in cents: high while jobs still arrive, lower in the second half. */
const LATER_HOUR = { first: 1100, second: 700 };
/** What an hour of a lab that hides its jobs is taken to cost, in cents: the most that an hour of a job is worth before its urgency. */
const HIDDEN_HOUR = 1500;

/** How a lab takes part in ventures. */
export interface Venturing {
  /** Whether it founds one in this round, if it has not been invited to another. */
  founds: (seen: OpenObservation2) => boolean;
  /** What it does while it is in none. */
  trade: (seen: OpenObservation2) => TakenAction[];
  /** What a plan should expect a block to cost beyond what its lab's pledge shows; absent: nothing. */
  hidden?: (seen: OpenObservation2, mine: WireCoalition) => (block: PublicBlock) => number;
}

const FIRST_FOUNDS: Venturing = {
  founds: ({ round_index, controlled_lab_id }) => round_index === 0 && controlled_lab_id === FOUNDER,
  /** In the first round it sells nothing that a venture might use. */
  trade: (seen) => (seen.round_index === 0 ? [] : plannerTurn2(seen)),
  hidden: hiddenCost,
};

export function venturePlannerTurn2(seen: OpenObservation2, how: Venturing = FIRST_FOUNDS): TakenAction[] {
  if (!seen.coalitions_allowed) return plannerTurn2(seen);
  const mine = seen.active_coalitions.find((coalition) => coalition.members.includes(seen.controlled_lab_id));
  const turn = mine === undefined ? enter(seen, how) : takePart(seen, { mine, how });
  return withPitch2(turn.slice(0, seen.actions_per_round), seen);
}

function enter(seen: OpenObservation2, how: Venturing): TakenAction[] {
  const { controlled_lab_id: me, controlled_lab_budget, active_coalitions, visible_labs } = seen;
  const [asked] = active_coalitions
    .filter((one) => one.invited?.includes(me) === true && one.bond <= Math.min(MOST_BOND, controlled_lab_budget))
    .sort((one, other) => numberOf(one.founder) - numberOf(other.founder));
  if (asked !== undefined && isMostOfAll(seen, asked.invited?.length ?? 0, 1)) {
    const own = ownUses(seen);
    return [{ action_type: 'join_coalition', coalition_id: asked.coalition_id, ...pledgeable(seen, asked, own), at_once: true }, ...own];
  }
  if (!how.founds(seen)) return how.trade(seen);
  const members = visible_labs.map((lab) => lab.lab_id).slice(0, MOST_MEMBERS - 1);
  return [{ action_type: 'form_coalition', members, split: 'equal', bond: BOND, ...pledgeable(seen, null, []), at_once: true }];
}

function isMostOfAll({ visible_labs }: OpenObservation2, labs: number, more = 0): boolean {
  return labs + more >= Math.min(MOST_MEMBERS, MOST_OF_ALL * (visible_labs.length + 1));
}

function takePart(seen: OpenObservation2, { mine, how }: { mine: WireCoalition; how: Venturing }): TakenAction[] {
  const { round_index } = seen;
  const few = mine.status === 'active' && round_index > mine.round_created + 1 && !isMostOfAll(seen, mine.members.length);
  if (few) return leaveWithAll(seen, { mine, rest: how.trade(seen) });
  const own = beginAlone(seen, mine);
  const more = pledgeable(seen, mine, own);
  const commit: TakenAction[] =
    mine.status === 'active' && (more.block_ids.length > 0 || more.job_ids.length > 0)
      ? [{ action_type: 'commit_to_coalition', coalition_id: mine.coalition_id, ...more, at_once: true }]
      : [];
  const room = seen.actions_per_round - Math.min(1, own.length) - commit.length;
  return [...merged(plans(seen, mine, how), Math.max(1, room)), ...own, ...commit, ...outside(seen, mine)];
}

function leaveWithAll(seen: OpenObservation2, { mine, rest }: { mine: WireCoalition; rest: TakenAction[] }): TakenAction[] {
  if (mine.pledges?.[seen.controlled_lab_id] === undefined) return rest;
  const withdraw: TakenAction = { action_type: 'withdraw_pledge', coalition_id: mine.coalition_id };
  return [withdraw, ...rest].slice(0, seen.actions_per_round);
}

/** What its own plan begins now and no older open plan uses: a joint plan of this round takes precedence. */
export function beginAlone(seen: OpenObservation2, mine: WireCoalition): TakenAction[] {
  const { controlled_lab_id: me, round_index } = seen;
  const inPlans = held(mine);
  const pledged = mine.pledges?.[me];
  const mayUse = (block: OwnBlock) =>
    !inPlans.has(block.block_id) &&
    bondOf(seen, block) === null &&
    block.hours_left > 0 &&
    (isFree(block) || pledged?.block_ids.includes(block.block_id) === true);
  const blocks = seen.owned_blocks.filter(mayUse);
  const jobs = openJobs(seen).filter((job) => !inPlans.has(job.job_id));
  const { job_of } = bestPlan(problemOf(seen, { blocks, jobs }));
  const begun = new Map<WireJob, OwnBlock[]>();
  for (const [b, block] of blocks.entries()) {
    const job = jobs[job_of[b] ?? -1];
    if (job !== undefined) begun.set(job, [...(begun.get(job) ?? []), block]);
  }
  const now = [...begun].filter(([, used]) => used.some((block) => block.start_round <= round_index));
  return now.map(([job, used]) => ({
    action_type: 'allocate_to_job',
    job_id: job.job_id,
    block_ids: used.map((block) => block.block_id),
  }));
}

export function ownUses(seen: OpenObservation2): TakenAction[] {
  return styledTurn(asShared(seen), { ...STRONGEST, weighs_sale: false }).filter((action) => action.action_type === 'allocate_to_job');
}

/** What it proposes, if it is one of those who plan. */
export function plans(seen: OpenObservation2, mine: WireCoalition, { hidden }: Pick<Venturing, 'hidden'> = {}): TakenAction[] {
  const { controlled_lab_id: me, round_index, max_rounds } = seen;
  if (mine.status !== 'active' || mine.pledges === null || !planningLabs(mine).includes(me)) return [];
  const passed = Math.min(1, (2 * round_index) / max_rounds);
  const later_hour = LATER_HOUR.first + (LATER_HOUR.second - LATER_HOUR.first) * passed;
  const foresight = { soon: SOON, later_hour, ...(hidden !== undefined && { hidden: hidden(seen, mine) }) };
  const free = without(mine, held(mine));
  const now = searchPlan2(asShared(seen), those(free, isAtOnce), foresight);
  const propose = ({ plan }: FoundPlan): TakenAction => ({ action_type: 'propose_plan', coalition_id: mine.coalition_id, plan });
  const slow = Object.entries(mine.pledges).filter(([, pledge]) => !isAtOnce(pledge));
  if (slow.length === 0 || round_index + 1 >= max_rounds) return now.map(propose);
  const left = without(withoutBegun(seen, free), new Set(now.flatMap(namesIn)));
  const later = searchPlan2({ ...asShared(seen), round_index: round_index + 1 }, left, foresight);
  const theirs = new Set(slow.flatMap(([, pledge]) => [...pledge.block_ids, ...pledge.jobs.map((job) => job.job_id)]));
  return [...now, ...later.filter((found) => namesIn(found).some((id) => theirs.has(id)))].map(propose);
}

/**
 * What a plan has to expect to pay for a block whose lab hides its jobs: it pledges none, although its public demand says that it has open
 * hours. The rules pay such a lab what its own best plan loses, which the planner cannot see. If it counted nothing, it would use blocks
 * that cost more than they bring. Late in a match such a lab more likely has no job left that it could do.
 */
function hiddenCost(seen: OpenObservation2, { pledges }: WireCoalition): (block: PublicBlock) => number {
  const { round_index, max_rounds, visible_labs } = seen;
  const hides = ({ lab_id, public_demand }: WireLab) => public_demand !== 'low' && pledges?.[lab_id]?.jobs.length === 0;
  const hiding = new Set(visible_labs.filter(hides).map(({ lab_id }) => lab_id));
  const an_hour = HIDDEN_HOUR * Math.min(1, 2 * (1 - round_index / max_rounds));
  const rounds = ({ start_round, duration }: PublicBlock) =>
    Math.max(0, Math.min(start_round + duration, max_rounds) - Math.max(start_round, round_index));
  return (block) => (hiding.has(block.owner_lab_id) ? an_hour * block.gpu_count * rounds(block) : 0);
}

/**
 * The founder plans; the first of the others with a pledge plans too, if the founder has left or has no job in the venture: such a founder
 * may have no reason to plan for everybody. Where both propose the same, one of the two is carried out.
 */
function planningLabs({ founder, members, pledges }: WireCoalition): string[] {
  const [first] = Object.keys(pledges ?? {})
    .filter((lab) => lab !== founder)
    .sort((a, b) => numberOf(a) - numberOf(b));
  const isFounderBound = members.includes(founder) && (pledges?.[founder]?.jobs.length ?? 0) > 0;
  return [...(members.includes(founder) ? [founder] : []), ...(isFounderBound || first === undefined ? [] : [first])];
}

function numberOf(lab: string): number {
  return Number(lab.slice('lab_'.length));
}

function isAtOnce(pledge: WirePledge): boolean {
  return pledge.at_once === true;
}

function namesIn({ plan }: Pick<FoundPlan, 'plan'>): string[] {
  return plan.flatMap((entry) => [entry.job_id, ...entry.block_ids]);
}

/** The blocks and jobs that open plans use. */
function held(mine: WireCoalition): Set<string> {
  return new Set((mine.proposals ?? []).flatMap(namesIn));
}

function those(mine: WireCoalition, which: (pledge: WirePledge) => boolean): WireCoalition {
  return { ...mine, pledges: Object.fromEntries(Object.entries(mine.pledges ?? {}).filter(([, pledge]) => which(pledge))) };
}

function without(mine: WireCoalition, gone: ReadonlySet<string>): WireCoalition {
  const pledges = Object.entries(mine.pledges ?? {}).map(([lab, pledge]) => {
    const jobs = pledge.jobs.filter((job) => !gone.has(job.job_id));
    return [lab, { ...pledge, jobs, block_ids: pledge.block_ids.filter((id) => !gone.has(id)) }];
  });
  return { ...mine, pledges: Object.fromEntries(pledges) as NonNullable<WireCoalition['pledges']> };
}

/** Without what members are expected to begin alone in this round. */
function withoutBegun(seen: OpenObservation2, mine: WireCoalition): WireCoalition {
  const begun = new Set<string>();
  for (const pledge of Object.values(mine.pledges ?? {})) {
    const blocks = seen.public_market.blocks.filter((block) => pledge.block_ids.includes(block.block_id));
    const { job_of } = bestPlan(problemOf(seen, { blocks, jobs: pledge.jobs }));
    const now = new Set(blocks.flatMap((block, b) => (block.start_round <= seen.round_index ? [job_of[b] ?? -1] : [])));
    for (const [b, block] of blocks.entries()) if ((job_of[b] ?? -1) >= 0 && now.has(job_of[b] ?? -1)) begun.add(block.block_id);
    for (const [j, job] of pledge.jobs.entries()) if (now.has(j)) begun.add(job.job_id);
  }
  return without(mine, begun);
}

/** Limits the number of proposals: the surplus ones are merged into the last. */
export function merged(proposals: readonly TakenAction[], most: number): TakenAction[] {
  const first = proposals.slice(0, most);
  const rest = proposals.slice(most).flatMap(({ plan = [] }) => plan);
  return first.map((one, i) => (i === most - 1 ? { ...one, plan: [...(one.plan ?? []), ...rest] } : one));
}

/** Offers from outsiders: what members have is available to plans anyway. */
function outside(seen: OpenObservation2, mine: WireCoalition): TakenAction[] {
  const trades = styledTurn(asShared(seen), { ...STRONGEST, weighs_sale: false });
  return trades.filter((action) => {
    if (action.action_type !== 'accept_offer') return false;
    const offer = seen.active_offers.find((one) => one.offer_id === action.offer_id);
    return offer !== undefined && !mine.members.includes(offer.from_lab_id) && offer.requested_blocks.length === 0;
  });
}

/** Free, not needed for a job already begun, and not about to start: a lab uses alone what starts before a plan can be carried out. */
export function pledgeable(
  seen: OpenObservation2,
  coalition: WireCoalition | null,
  own: readonly TakenAction[],
): { block_ids: string[]; job_ids: string[] } {
  const uses = own.filter((action) => action.action_type === 'allocate_to_job');
  const free = seen.owned_blocks.filter(
    (block) => isFree(block) && bondOf(seen, block) === null && !uses.some((use) => use.block_ids?.includes(block.block_id)),
  );
  const open = openJobs(seen).filter((job) => job.pledged_to === null);
  const isBegun = (job: WireJob) => job.allocated_block_ids.length > 0 || uses.some((use) => use.job_id === job.job_id);
  const { job_of } = bestPlan(problemOf(seen, { blocks: free, jobs: open }));
  const blocks = free.filter((_, b) => {
    const job = open[job_of[b] ?? -1];
    return job === undefined || !isBegun(job);
  });
  const jobs = open.filter((job) => !isBegun(job) && job.deadline_round > seen.round_index);
  const offered = new Set(
    seen.active_offers
      .filter((offer) => offer.from_lab_id === seen.controlled_lab_id && coalition !== null)
      .flatMap((offer) => offer.offered_blocks),
  );
  return { block_ids: blocks.map((block) => block.block_id).filter((id) => !offered.has(id)), job_ids: jobs.map((job) => job.job_id) };
}
