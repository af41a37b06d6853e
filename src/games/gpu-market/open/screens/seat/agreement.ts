/** A coalition as one card: its terms, what is pledged together, and what agreeing does in one turn. */
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation, OwnBlock, PublicBlock, WireCoalition, WireJob, WirePledge } from '../../shared/observation';
import { bondOf, isFree } from '../../shared/observed';
import { Appraiser } from '../../shared/plans/appraise';
import { type PlanEntry, previewPlan, withPledge } from '../../shared/plans/split-preview';
import { bargainOf, loosened } from './bargain';
import type { DraftTurn } from './draft-turn';
import { whyNoEntry } from './forms/choices';
import { suggest, withoutReserves } from './forms/proposal-form';
import { and, cr, labWord, plural } from './words';

const STATUS = { forming: 'is forming', active: 'is active', ended: 'has ended' } as const;

/** Members, split and penalty of a coalition, in two sentences. */
export function coalitionTerms(coalition: WireCoalition): string {
  const { founder, members, split, owner_share, bond, status } = coalition;
  const others = members.filter((lab) => lab !== founder).map(labWord);
  const owners = split === 'contribution' ? `, ${Math.round(owner_share * 100)}% to the owners of jobs` : '';
  const who = others.length === 0 ? '' : ` with ${and(others)}`;
  return `Coalition of ${labWord(founder)}${who} ${STATUS[status]}. Split: ${split}${owners}; bond ${cr(bond)}.`;
}

/** What a member has pledged. */
export function pledgeLine({ block_ids, jobs, reserve, until_round, at_once }: WirePledge): string {
  const least = reserve > 0 ? `, for at least ${cr(reserve)}` : '';
  return `${and([...block_ids, ...jobs.map((job) => job.job_id)]) || 'nothing'}${least}, through round ${until_round}${at_once === true ? ', also for plans in this round' : ''}`;
}

/** `7 blocks and 4 jobs` */
export function thingsWords(blocks: number, jobs: number): string {
  return and([...(blocks > 0 ? [plural(blocks, 'block')] : []), ...(jobs > 0 ? [plural(jobs, 'job')] : [])]);
}

/** `Pledged together: 7 blocks and 4 jobs.` */
export function togetherWords(pledges: NonNullable<WireCoalition['pledges']>): string {
  const all = Object.values(pledges);
  const count = (of: (pledge: WirePledge) => number) => all.reduce((sum, pledge) => sum + of(pledge), 0);
  const things = thingsWords(
    count(({ block_ids }) => block_ids.length),
    count(({ jobs }) => jobs.length),
  );
  return things === '' ? 'Nothing is pledged yet.' : `Pledged together: ${things}.`;
}

/** What a seat does to agree, in the fewest rounds that the rules allow. */
export interface Agreement {
  /** Of one turn. Empty: it has agreed to all that can be agreed to now. */
  actions: TakenAction[];
  /** What it pledges with them. */
  pledges: { blocks: number; jobs: number };
  /** The best plan with that, as far as this seat can see; null: none. Proposed in the same turn. */
  plan: { entries: PlanEntry[]; surplus: number; part: Part | null } | null;
  /** Every lab whose things the plan uses lets plans use them in the round in which they are proposed. */
  isImmediate: boolean;
}

/** This seat's part of what a plan makes beyond its costs, as a fraction and in money. */
interface Part {
  share: number;
  amount: number;
}

/**
 * An invited lab joins and pledges; a member pledges what it has not yet, and proposes the best plan with it. Both let plans use the pledge
 * immediately, because no plan can pay a lab less than what it costs it. null: version 1, or this seat can do nothing here.
 */
export function agreementOf(observation: OpenObservation, coalition: WireCoalition, draft: DraftTurn): Agreement | null {
  const { coalition_id, members, status } = coalition;
  const me = observation.controlled_lab_id;
  const isMember = members.includes(me);
  const type = isMember ? 'commit_to_coalition' : 'join_coalition';
  const canEnter = whyNoEntry(observation, coalition_id, type) === null;
  if (bargainOf(observation) === null || (!isMember && !canEnter)) return null;
  const all = canEnter ? freeThings(observation, { coalitionId: coalition_id, draft }) : NONE;
  const found = isMember && status === 'active' ? planWith(observation, coalition, all) : null;
  const invitation = isMember ? [] : (coalition.proposals ?? []).flatMap(({ plan }) => plan);
  const free = withoutBegun(observation, all, found?.plan.entries ?? invitation);
  const hasFree = free.block_ids.length + free.job_ids.length > 0;
  const enter: TakenAction[] =
    hasFree || !isMember ? [{ action_type: type, coalition_id, ...(hasFree && { ...free, at_once: true }) }] : [];
  const pledges = { blocks: free.block_ids.length, jobs: free.job_ids.length };
  if (found === null) return { actions: enter, pledges, plan: null, isImmediate: false };
  const { plan, labs } = found;
  const isAtOnce = (lab: string) => (lab === me && hasFree ? true : coalition.pledges?.[lab]?.at_once === true);
  const propose: TakenAction = { action_type: 'propose_plan', coalition_id, plan: plan.entries };
  return { actions: [...enter, propose], pledges, plan, isImmediate: labs.every(isAtOnce) };
}

interface Things {
  block_ids: string[];
  job_ids: string[];
}

const NONE: Things = { block_ids: [], job_ids: [] };

/**
 * The best plan for jobs that whoever starts a coalition pledges, with blocks that the invited labs show as free. Proposed with the invitation,
 * it is carried out as soon as these blocks are pledged. null: none makes more than it costs the founder, or none needs the others.
 */
export function foundingPlan(observation: OpenObservation, { members, draft }: { members: readonly string[]; draft: DraftTurn }) {
  const { controlled_lab_id: me, round_index, max_rounds, public_market, private_jobs } = observation;
  const own = foundingThings(observation, draft);
  const isFreeFor = (lab: string) => (block: PublicBlock) =>
    block.owner_lab_id === lab && block.status === 'available' && block.hours_left > 0 && bondOf(observation, block) === null;
  const pledge = (block_ids: string[], jobs: WireJob[]): WirePledge => ({ block_ids, jobs, reserve: 0, until_round: max_rounds - 1 });
  const mine = pledge(
    own.block_ids,
    private_jobs.filter(({ job_id }) => own.job_ids.includes(job_id)),
  );
  const theirs = members.map(
    (lab) =>
      [
        lab,
        pledge(
          public_market.blocks.filter(isFreeFor(lab)).map(({ block_id }) => block_id),
          [],
        ),
      ] as const,
  );
  const table: WireCoalition = {
    coalition_id: '',
    founder: me,
    members: [me, ...members],
    split: 'equal',
    owner_share: 0.5,
    bond: 0,
    round_created: round_index,
    status: 'active',
    message: null,
    invited: [],
    invited_through: round_index,
    pledges: Object.fromEntries([[me, mine], ...theirs]),
  };
  const found = suggest(observation, table).suggested;
  const needsOthers = found?.plan.some((entry) => entry.block_ids.some((id) => !own.block_ids.includes(id))) === true;
  return found === undefined || !needsOthers ? null : { entries: found.plan, surplus: found.surplus / 100 };
}

/** What whoever starts a coalition pledges with it. */
export function foundingThings(observation: OpenObservation, draft: DraftTurn): Things {
  return withoutBegun(observation, freeThings(observation, { coalitionId: null, draft }), []);
}

/**
 * What a seat can pledge to a coalition and neither this turn nor an open offer of its own uses. `coalitionId`: null for a new one. A seat
 * pledges to one coalition at a time.
 */
function freeThings(observation: OpenObservation, { coalitionId, draft }: { coalitionId: string | null; draft: DraftTurn }): Things {
  const { controlled_lab_id: me, active_coalitions, active_offers, owned_blocks, private_jobs } = observation;
  if (active_coalitions.some((one) => one.coalition_id !== coalitionId && one.pledges?.[me] !== undefined)) return NONE;
  const actions = draft.actions.map(({ action }) => action);
  const used = new Set([
    ...actions.flatMap(({ block_ids = [], job_id }) => [...block_ids, ...(job_id === undefined ? [] : [job_id])]),
    ...active_offers.flatMap((one) => (one.from_lab_id === me ? one.offered_blocks : [])),
  ]);
  const mayJoin = (block: OwnBlock) => (bondOf(observation, block) ?? coalitionId) === coalitionId;
  return {
    block_ids: owned_blocks.filter((one) => isFree(one) && mayJoin(one) && !used.has(one.block_id)).map(({ block_id }) => block_id),
    job_ids: private_jobs
      .filter((job) => !job.settled && job.pledged_to === null && job.allocated_block_ids.length === 0 && !used.has(job.job_id))
      .map(({ job_id }) => job_id),
  };
}

/** Without what its own best plan begins in this round, unless the joint plan uses it: pledged, it would lose this round's hours. */
function withoutBegun(observation: OpenObservation, free: Things, plan: readonly PlanEntry[]): Things {
  const used = new Set(plan.flatMap((entry) => [entry.job_id, ...entry.block_ids]));
  const runs = (id: string) => observation.owned_blocks.some((one) => one.block_id === id && one.start_round <= observation.round_index);
  const begun = new Appraiser(loosened(observation)).now().jobs.flatMap(({ job_id, block_ids }) => {
    const now = block_ids.filter(runs);
    return now.length === 0 || [job_id, ...now].some((id) => used.has(id)) ? [] : [job_id, ...now];
  });
  const isFree = (id: string) => !begun.includes(id);
  return { block_ids: free.block_ids.filter(isFree), job_ids: free.job_ids.filter(isFree) };
}

/** The best plan with this seat's new pledge, of what no plan on the table uses. */
function planWith(observation: OpenObservation, coalition: WireCoalition, free: Things) {
  const me = observation.controlled_lab_id;
  const mine = coalition.pledges?.[me];
  const joint = withPledge(observation, coalition, {
    block_ids: [...(mine?.block_ids ?? []), ...free.block_ids],
    job_ids: [...(mine?.jobs ?? []).map(({ job_id }) => job_id), ...free.job_ids],
    reserve: 0,
  });
  const table = untabled(joint);
  const found = suggest(observation, table).suggested;
  if (found === undefined) return null;
  const preview = previewPlan(observation, withoutReserves(table), found.plan);
  if (preview.refusal !== null) return null;
  const labs = preview.shares.equal.map(({ lab_id }) => lab_id);
  const surplus = found.surplus / 100;
  // Shapley's shares depend on what the plan costs each lab, which only the rules know.
  const share = coalition.split === 'shapley' ? undefined : preview.shares[coalition.split].find(({ lab_id }) => lab_id === me)?.share;
  const part = share === undefined ? null : { share, amount: share * surplus };
  return { plan: { entries: found.plan, surplus, part }, labs };
}

function untabled(coalition: WireCoalition): WireCoalition {
  const used = new Set((coalition.proposals ?? []).flatMap(({ plan }) => plan.flatMap((one) => [one.job_id, ...one.block_ids])));
  const pledges = Object.entries(coalition.pledges ?? {}).map(([lab, pledge]) => {
    const jobs = pledge.jobs.filter(({ job_id }) => !used.has(job_id));
    return [lab, { ...pledge, jobs, block_ids: pledge.block_ids.filter((id) => !used.has(id)) }] as const;
  });
  return { ...coalition, pledges: Object.fromEntries(pledges) };
}
