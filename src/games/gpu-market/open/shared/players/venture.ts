/**
 * The planner in a joint venture. lab_0 founds a coalition of all labs. In every second round each member pledges its free blocks and
 * jobs, with a reserve of at least what its own plan would start in the meantime. In the next round one member carries out the part
 * of the best joint plan that is due.
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
/** The largest bond it pays to join somebody else's venture. */
const MOST_BOND = 10;
/** Below this share of all labs, the market is better than the venture. */
const MOST_OF_ALL = 0.8;
/** A plan starts only what begins in its round or the next; after that comes another plan. */
const SOON = 1;
/** The value of an hour that starts later, in cents: high while jobs still arrive, lower in the second half. */
const LATER_HOUR = { first: 1100, second: 700 };

export function venturePlannerTurn(observation: OpenObservation): OpenAction[] {
  if (!observation.coalitions_allowed) return plannerTurn(observation);
  const { controlled_lab_id: me, active_coalitions } = observation;
  const mine = active_coalitions.find((coalition) => coalition.members.includes(me));
  const turn = mine === undefined ? enter(observation) : takePart(observation, mine);
  return turn.slice(0, observation.actions_per_round);
}

/** Trades outside the venture. A member pledges the blocks it does not use, so it does not price them for sale. */
function memberTurn(observation: OpenObservation): OpenAction[] {
  return styledTurn(observation, { ...STRONGEST, weighs_sale: false });
}

/** In round 0 everybody who would take part says so, and lab_0 invites them. In round 1 all join and pledge, if enough said so. */
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

/** An open offer carries the words, because everybody sees it. */
function declared(trades: readonly OpenAction[]): OpenAction[] {
  const ask = trades.find((action) => action.action_type === 'send_offer' && action.target_lab_id === undefined);
  if (ask === undefined) return [{ action_type: 'send_message', message: READY }, ...trades];
  return trades.map((action) => (action === ask ? { ...action, message: READY } : action));
}

function areReady(observation: OpenObservation, { founder }: WireCoalition): boolean {
  const { active_offers, message_history, controlled_lab_id: me } = observation;
  const said = [...active_offers, ...message_history].filter((one) => one.to_lab_id === null && one.message === READY);
  return isMostOfAll(observation, new Set([me, founder, ...said.map((one) => one.from_lab_id)]).size);
}

function isMostOfAll({ visible_labs }: OpenObservation, labs: number): boolean {
  return labs >= MOST_OF_ALL * (visible_labs.length + 1);
}

/** Pledges or plans. If many labs stay outside, it trades as usual, because pledged blocks cannot be sold to them. */
function takePart(observation: OpenObservation, mine: WireCoalition): OpenAction[] {
  const trades = memberTurn(observation);
  if (mine.status === 'active' ? !isMostOfAll(observation, mine.members.length) : !areReady(observation, mine)) return trades;
  const pledged = mine.pledges?.[observation.controlled_lab_id];
  // Pledged blocks cannot be sold, so it makes no offers.
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

/** The founder plans, and also the first other member, in case the founder does not. Only one plan is carried out. */
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

/** Offers of other members are left alone: their blocks enter the plan anyway. */
function isFromOutside(observation: OpenObservation, mine: WireCoalition, action: OpenAction): boolean {
  if (action.action_type !== 'accept_offer' || mine.status !== 'active') return false;
  const offer = observation.active_offers.find((one) => one.offer_id === action.offer_id);
  return offer !== undefined && !mine.members.includes(offer.from_lab_id) && offer.requested_blocks.length === 0;
}

type PledgeFields = Pick<OpenAction, 'coalition_id' | 'block_ids' | 'job_ids' | 'reserve' | 'until_round'>;

/** Everything that is free and not needed for a job already begun. */
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

/** Free, and not in an open offer. Offers of round 0 do not count: everybody agreed to the venture then, so nobody accepts them. */
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

/** In whole cents: what its own plan would earn with the pledged blocks from jobs that it would begin by this round. */
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
