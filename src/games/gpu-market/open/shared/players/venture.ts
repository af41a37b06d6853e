/**
 * The planner in a joint venture. lab_0 founds one of all; in every second round each member pledges what is free, for at least what
 * its own plan would begin in the meantime; in the round after, one of them carries out what is due of the best joint plan.
 */
import type { OpenAction } from '../actions';
import type { OpenObservation, OwnBlock, WireCoalition, WireJob } from '../observation';
import { bondOf, isFree } from '../observed';
import { type Foresight, searchPlan } from '../plans/joint-plan';
import { bestPlan, netOf } from '../plans/plan';
import type { Plan } from '../plans/plan-problem';
import { type OwnProblem, openJobs, problemOf } from '../plans/potential';
import { plannerTurn, STRONGEST, styledTurn } from './planner';

const FOUNDER = 'lab_0';
const READY = 'Ready for a venture of all.';
const MOST_MEMBERS = 16;
const BOND = 5;
/** More than this is not laid down for a venture that somebody else thought of. */
const MOST_BOND = 10;
/** So many of all labs must have joined for a venture to be better than the market. */
const MOST_OF_ALL = 0.8;
/** A plan begins what starts in its round or the next: after that comes another plan. */
const SOON = 1;
/** An hour that starts later, in cents: dear while jobs still arrive, cheaper in the second half. */
const LATER_HOUR = { first: 1100, second: 700 };

export function venturePlannerTurn(observation: OpenObservation): OpenAction[] {
  if (!observation.coalitions_allowed) return plannerTurn(observation);
  const { controlled_lab_id: me, active_coalitions } = observation;
  const mine = active_coalitions.find((coalition) => coalition.members.includes(me));
  const turn = mine === undefined ? enter(observation) : takePart(observation, mine);
  return turn.slice(0, observation.actions_per_round);
}

/** Its trade beside a venture: what a member does not use it pledges, rather than sells. */
function memberTurn(observation: OpenObservation): OpenAction[] {
  return styledTurn(observation, { ...STRONGEST, weighs_sale: false });
}

/** In the first round everybody who would take part says so, and lab_0 invites; in the next all join and pledge, if enough did. */
function enter(observation: OpenObservation): OpenAction[] {
  const { controlled_lab_id: me, active_coalitions, controlled_lab_budget, round_index } = observation;
  const trades = memberTurn(observation);
  const asked = active_coalitions.find(
    (one) => one.invited?.includes(me) === true && one.bond <= Math.min(MOST_BOND, controlled_lab_budget),
  );
  if (asked !== undefined) {
    const join: OpenAction = { action_type: 'join_coalition', coalition_id: asked.coalition_id };
    if (!areReady(observation, asked)) return [join, ...trades];
    const own = allocationsOf(trades);
    return [{ ...join, ...pledgeFor(observation, asked, own) }, ...own];
  }
  if (round_index > 0) return trades;
  if (me !== FOUNDER) return declared(trades);
  const members = observation.visible_labs.map((lab) => lab.lab_id).slice(0, MOST_MEMBERS - 1);
  return [{ action_type: 'form_coalition', members, split: 'equal', bond: BOND }, ...trades];
}

/** The words go with an ask, which all see. */
function declared(trades: readonly OpenAction[]): OpenAction[] {
  const ask = trades.find((action) => action.action_type === 'send_offer' && action.target_lab_id === undefined);
  if (ask === undefined) return [{ action_type: 'send_message', message: READY }, ...trades];
  return trades.map((action) => (action === ask ? { ...action, message: READY } : action));
}

/** Enough have said that they would take part, in the round in which the venture was founded. */
function areReady(observation: OpenObservation, { founder }: WireCoalition): boolean {
  const { active_offers, message_history, controlled_lab_id: me } = observation;
  const said = [...active_offers, ...message_history].filter((one) => one.to_lab_id === null && one.message === READY);
  return isMostOfAll(observation, new Set([me, founder, ...said.map((one) => one.from_lab_id)]).size);
}

function isMostOfAll({ visible_labs }: OpenObservation, labs: number): boolean {
  return labs >= MOST_OF_ALL * (visible_labs.length + 1);
}

/** Pledge or plan; where many stay outside, trade as ever: what is pledged is lost to a market that goes on without it. */
function takePart(observation: OpenObservation, mine: WireCoalition): OpenAction[] {
  const trades = memberTurn(observation);
  if (mine.status === 'active' ? !isMostOfAll(observation, mine.members.length) : !areReady(observation, mine)) return trades;
  const pledged = mine.pledges?.[observation.controlled_lab_id];
  // What is pledged cannot be sold: no offers are made.
  const own = [...trades.filter((action) => isFromOutside(observation, mine, action)), ...allocationsOf(trades)];
  if (pledged === undefined) {
    const pledge = pledgeFor(observation, mine, own);
    return pledge === null ? trades : [{ action_type: 'commit_to_coalition', ...pledge }, ...own];
  }
  const jobs = pledged.jobs.map((job) => job.job_id);
  const rest = own.filter((action) => {
    const touches = jobs.includes(action.job_id ?? '') || action.block_ids?.some((id) => pledged.block_ids.includes(id)) === true;
    return action.action_type !== 'allocate_to_job' || !touches;
  });
  return [...carryOut(observation, mine), ...rest];
}

/** The founder plans, and the first of the others in case the founder is one who does not; only one plan can be carried out. */
function carryOut(observation: OpenObservation, mine: WireCoalition): OpenAction[] {
  const { controlled_lab_id: me, round_index, max_rounds } = observation;
  const [first] = Object.keys(mine.pledges ?? {})
    .filter((lab) => lab !== mine.founder)
    .sort((a, b) => Number(a.slice('lab_'.length)) - Number(b.slice('lab_'.length)));
  if (me !== mine.founder && me !== first) return [];
  const passed = Math.min(1, (2 * round_index) / max_rounds);
  const later_hour = LATER_HOUR.first + (LATER_HOUR.second - LATER_HOUR.first) * passed;
  const foresight: Foresight = { soon: SOON, later_hour };
  const plan = searchPlan(observation, mine, foresight);
  return plan === null ? [] : [{ action_type: 'allocate_to_job', coalition_id: mine.coalition_id, plan: plan.plan }];
}

function allocationsOf(trades: readonly OpenAction[]): OpenAction[] {
  return trades.filter((action) => action.action_type === 'allocate_to_job');
}

/** A member's blocks come into the plan anyway. */
function isFromOutside(observation: OpenObservation, mine: WireCoalition, action: OpenAction): boolean {
  if (action.action_type !== 'accept_offer' || mine.status !== 'active') return false;
  const offer = observation.active_offers.find((one) => one.offer_id === action.offer_id);
  return offer !== undefined && !mine.members.includes(offer.from_lab_id) && offer.requested_blocks.length === 0;
}

type PledgeFields = Pick<OpenAction, 'coalition_id' | 'block_ids' | 'job_ids' | 'reserve' | 'until_round'>;

/** All that is free and not needed for a job already begun. */
function pledgeFor(observation: OpenObservation, coalition: WireCoalition, own: readonly OpenAction[]): PledgeFields | null {
  const { round_index, max_rounds } = observation;
  if (round_index + 1 >= max_rounds) return null;
  const uses = own.filter((action) => action.action_type === 'allocate_to_job');
  const free = observation.owned_blocks.filter(
    (block) => isPledgeable(observation, block) && !uses.some((use) => use.block_ids?.includes(block.block_id)),
  );
  const open = openJobs(observation).filter((job) => job.pledged_to === null);
  const isBegun = (job: WireJob) => job.allocated_block_ids.length > 0 || uses.some((use) => use.job_id === job.job_id);
  const problem = problemOf(observation, { blocks: free, jobs: open });
  const plan = bestPlan(problem);
  const blocks = free.filter((_, b) => {
    const job = open[plan.job_of[b] ?? -1];
    return job === undefined || !isBegun(job);
  });
  const jobs = open.filter((job) => !isBegun(job) && job.deadline_round > round_index);
  if (blocks.length + jobs.length === 0) return null;
  return {
    coalition_id: coalition.coalition_id,
    block_ids: blocks.map((block) => block.block_id),
    job_ids: jobs.map((job) => job.job_id),
    reserve: begunMeanwhile({ problem, plan, free, pledged: new Set(blocks) }, round_index + 1 + SOON) / 100,
    until_round: round_index + 1,
  };
}

/** Free for any use, and in nobody's reach: but what was on offer when all agreed nobody takes any more. */
function isPledgeable(observation: OpenObservation, block: OwnBlock): boolean {
  const { controlled_lab_id: me, active_offers } = observation;
  const offered = active_offers.some(
    (offer) => offer.from_lab_id === me && offer.round_created > 0 && offer.offered_blocks.includes(block.block_id),
  );
  return isFree(block) && bondOf(observation, block) === null && !offered;
}

interface OwnPlan {
  problem: OwnProblem;
  plan: Plan;
  free: readonly OwnBlock[];
  pledged: ReadonlySet<OwnBlock>;
}

/** What the jobs bring, in whole cents, that its own plan would begin with pledged blocks by this round. */
function begunMeanwhile({ problem, plan, free, pledged }: OwnPlan, round: number): number {
  let sum = 0;
  for (const [j, job] of problem.jobs.entries()) {
    const places = free.flatMap((block, b) => (plan.job_of[b] === j && pledged.has(block) ? [b] : []));
    if (!places.some((b) => (free[b]?.start_round ?? round + 1) <= round)) continue;
    const work = { hours: 0, total: 0, cost: 0 };
    for (const b of places) {
      const pair = problem.pairs[j]?.[b];
      work.hours += pair?.hours ?? 0;
      work.total += pair?.total ?? 0;
      work.cost += pair?.cost ?? 0;
    }
    sum += Math.max(0, netOf(job, work));
  }
  return Math.floor(sum);
}
