/** A lab's moves in the open market as fixed menu indexes: the most promising legal ones by rough estimates. */
import type { TakenAction } from '../actions';
import { claimable } from '../plans/pitch-preview';
import type { ArrayDesk } from './desk';

export const MOST = { jobs: 6, accepted: 8, rejected: 3, asks: 4, bids: 4, invitations: 2, plans: 2, wants: 3, promises: 3 } as const;
export const ASKS = [0.6, 1, 1.5];
export const BIDS = [0.4, 0.7, 1];
const BOND = 5;
const WANTED = [0.5, 0.8];

type Move = TakenAction | undefined;

/** The order of the menu: name, number of indexes, and their moves. */
const PLACES: readonly { name: string; most: number; moves(desk: ArrayDesk): Move[] }[] = [
  { name: 'wait', most: 1, moves: () => [{ action_type: 'wait' }] },
  { name: 'finish', most: 1, moves: (desk) => (desk.legal('finish') ? [{ action_type: 'finish' }] : []) },
  { name: 'give open job its blocks (by deadline)', most: MOST.jobs, moves: allocations },
  { name: 'accept offer (the best first)', most: MOST.accepted, moves: acceptances },
  { name: 'reject offer (the worst first)', most: MOST.rejected, moves: rejections },
  ...ASKS.map((factor) => ({
    name: `ask for own block (the least needed first) at ${factor} of an hour's worth`,
    most: MOST.asks,
    moves: (desk: ArrayDesk) => asks(desk, factor),
  })),
  ...BIDS.map((factor) => ({
    name: `bid for another's block (the most needed first) at ${factor} of an hour's worth`,
    most: MOST.bids,
    moves: (desk: ArrayDesk) => bids(desk, factor),
  })),
  { name: 'found a coalition (of all; with the lab of best name)', most: 2, moves: foundings },
  { name: 'join a coalition with all that is free', most: MOST.invitations, moves: (desk) => pledges(desk, 'join_coalition') },
  { name: 'pledge all that is free', most: 1, moves: (desk) => pledges(desk, 'commit_to_coalition') },
  { name: 'decline an invitation', most: MOST.invitations, moves: (desk) => leavings(desk, 'decline_coalition') },
  { name: 'leave a coalition', most: 1, moves: (desk) => leavings(desk, 'leave_coalition') },
  { name: 'carry out or propose a joint plan', most: MOST.plans, moves: plans },
  { name: 'pitch with two true claims', most: 1, moves: pitches },
  { name: 'fill a want (version 2)', most: MOST.wants, moves: fills },
  { name: 'post a want (version 2; at .5 and .8 of an hour’s worth)', most: 2, moves: wants },
  { name: 'take a promise (version 2)', most: MOST.promises, moves: (desk) => promises(desk, 'take_promise') },
  { name: 'decline a promise (version 2)', most: 1, moves: (desk) => promises(desk, 'decline_promise') },
  { name: 'veto a plan (version 2)', most: 1, moves: vetoes },
];

export const MENU: readonly string[] = PLACES.flatMap(({ name, most }) =>
  most === 1 ? [name] : Array.from({ length: most }, (_, i) => `${name} ${i}`),
);

export function movesAt(desk: ArrayDesk): Move[] {
  const found: Move[] = [];
  for (const { most, moves } of PLACES) {
    const own = moves(desk);
    for (let i = 0; i < most; i++) found.push(own[i]);
  }
  return found;
}

function allocations(desk: ArrayDesk): Move[] {
  const legal = desk.legal('allocate_to_job');
  return desk.jobs.map((job) => {
    const block_ids = desk.enough(legal?.jobs[job.job_id] ?? [], { lacks: desk.lacks(job), last: job.deadline_round });
    return block_ids && { action_type: 'allocate_to_job', job_id: job.job_id, block_ids };
  });
}

function acceptances(desk: ArrayDesk): Move[] {
  return desk.takeable().map(({ thing }) => ({ action_type: 'accept_offer', offer_id: thing.offer_id }));
}

function rejections(desk: ArrayDesk): Move[] {
  const ranked = desk.ranked(desk.legal('reject_offer')?.offer_ids ?? []).reverse();
  return ranked.map(({ thing }) => ({ action_type: 'reject_offer', offer_id: thing.offer_id }));
}

function asks(desk: ArrayDesk, factor: number): Move[] {
  return desk.spare().map(({ thing, worth }) => ({
    action_type: 'send_offer',
    block_ids: [thing.block_id],
    requested_payment: cents(Math.max(1, factor * worth)),
  }));
}

function bids(desk: ArrayDesk, factor: number): Move[] {
  const most = desk.legal('send_offer')?.payment.max ?? 0;
  return desk.wanted().map(({ thing: { owner, block }, worth }) => {
    const payment = cents(Math.max(1, factor * worth));
    return payment > most ? undefined : { action_type: 'send_offer', target_lab_id: owner, requested_block_ids: [block.block_id], payment };
  });
}

function foundings(desk: ArrayDesk): Move[] {
  const legal = desk.legal('form_coalition');
  if (legal === undefined) return [];
  const all = legal.members.slice(0, legal.most_members - 1);
  const trusted = desk.seen.visible_labs
    .filter(({ lab_id }) => all.includes(lab_id))
    .reduce<{ lab_id: string; reputation: number } | null>((best, lab) => (best && best.reputation >= lab.reputation ? best : lab), null);
  const bond = Math.floor(Math.min(BOND, legal.bond.max));
  const of = (members: string[]): Move =>
    members.length === 0 ? undefined : { action_type: 'form_coalition', members, split: 'equal', bond };
  return [of(all), trusted === null || all.length < 2 ? undefined : of([trusted.lab_id])];
}

/** For at least half of the blocks' value per hour. */
function pledges(desk: ArrayDesk, type: 'join_coalition' | 'commit_to_coalition'): Move[] {
  const legal = desk.legal(type);
  if (legal === undefined) return [];
  return legal.coalition_ids.map((coalition_id) => {
    const block_ids = legal.block_ids.filter((id) => (legal.bound[id] ?? coalition_id) === coalition_id);
    const { job_ids, until_round, reserve: range } = legal;
    if (block_ids.length + job_ids.length === 0) return type === 'join_coalition' ? { action_type: type, coalition_id } : undefined;
    const hours = block_ids.reduce((sum, id) => sum + (desk.block(id)?.hours_left ?? 0), 0);
    const reserve = Math.min(range.max, Math.floor((hours * desk.rate) / 2));
    return { action_type: type, coalition_id, block_ids, job_ids, reserve, until_round: Math.min(until_round.max, until_round.min + 1) };
  });
}

function leavings(desk: ArrayDesk, type: 'decline_coalition' | 'leave_coalition'): Move[] {
  return (desk.legal(type)?.coalition_ids ?? []).map((coalition_id) => ({ action_type: type, coalition_id }));
}

/** The pledged blocks, allocated to the best-paying pledged job. */
function plans(desk: ArrayDesk): Move[] {
  const proposed = desk.seen.legal_actions.find(({ action_type }) => action_type === 'propose_plan') as
    | { plans: Record<string, Record<string, string[]>> }
    | undefined;
  const action_type = proposed === undefined ? 'allocate_to_job' : 'propose_plan';
  const all = proposed?.plans ?? desk.legal('allocate_to_job')?.plans ?? {};
  return Object.entries(all).flatMap(([coalition_id, jobs]) => {
    const coalition = desk.seen.active_coalitions.find((one) => one.coalition_id === coalition_id);
    const pledged = Object.values(coalition?.pledges ?? {}).flatMap((pledge) => pledge.jobs);
    const listed = pledged.filter(({ job_id }) => jobs[job_id] !== undefined).sort((a, b) => b.value - a.value);
    return listed.map((job): Move => {
      const block_ids = desk.enough(jobs[job.job_id] ?? [], { lacks: desk.lacks(job), last: job.deadline_round });
      return block_ids && { action_type, coalition_id, plan: [{ job_id: job.job_id, block_ids }] };
    });
  });
}

function pitches(desk: ArrayDesk): Move[] {
  const legal = desk.legal('make_pitch');
  const job = desk.jobs.find(({ job_id }) => legal?.job_ids.includes(job_id));
  if (job === undefined) return [];
  const facts = claimable(job);
  const claims = (['hours', 'deadline'] as const).map((field) => ({ job_id: job.job_id, field, value: facts[field] }));
  return [{ action_type: 'make_pitch', claims }];
}

type New = { want_ids?: string[]; block_ids?: string[]; promise_ids?: string[]; plan_ids?: Record<string, string[]> };

function listed(desk: ArrayDesk, type: TakenAction['action_type']): New {
  return (desk.seen.legal_actions.find(({ action_type }) => action_type === type) ?? {}) as New;
}

function fills(desk: ArrayDesk): Move[] {
  const { want_ids = [], block_ids = [] } = listed(desk, 'fill_want');
  const wants = (desk.seen.wants ?? [])
    .filter(({ want_id }) => want_ids.includes(want_id))
    .sort((a, b) => b.payment / b.hours - a.payment / a.hours);
  return wants.map((want) => {
    let hours = 0;
    const given: string[] = [];
    for (const id of block_ids) {
      const block = desk.block(id);
      if (hours >= want.hours || block === undefined || block.reliability < want.min_reliability) continue;
      const from = Math.max(block.start_round, want.from_round, desk.seen.round_index);
      const brings =
        block.gpu_count * Math.max(0, Math.min(block.start_round + block.duration, want.to_round + 1, desk.seen.max_rounds) - from);
      if (brings === 0) continue;
      hours += brings;
      given.push(id);
    }
    return hours < want.hours ? undefined : { action_type: 'fill_want', want_id: want.want_id, block_ids: given };
  });
}

/** For the open job that needs most hours, until its deadline. */
function wants(desk: ArrayDesk): Move[] {
  const legal = desk.seen.legal_actions.find(({ action_type }) => action_type === 'post_want') as
    | { from_round: { min: number }; to_round: { max: number }; payment: { max: number } }
    | undefined;
  const [job] = [...desk.jobs].sort((a, b) => desk.lacks(b) - desk.lacks(a));
  if (legal === undefined || job === undefined || desk.lacks(job) === 0 || job.deadline_round < legal.from_round.min) return [];
  return WANTED.map((factor) => {
    const payment = cents(factor * desk.lacks(job) * desk.rate);
    if (payment > legal.payment.max) return undefined;
    const to_round = Math.min(legal.to_round.max, job.deadline_round);
    const window = { from_round: legal.from_round.min, to_round, hours: Math.ceil(desk.lacks(job)) };
    return { action_type: 'post_want', ...window, min_reliability: job.min_reliability, payment };
  });
}

function promises(desk: ArrayDesk, type: 'take_promise' | 'decline_promise'): Move[] {
  return (listed(desk, type).promise_ids ?? []).map((promise_id) => ({ action_type: type, promise_id }));
}

function vetoes(desk: ArrayDesk): Move[] {
  const all = Object.entries(listed(desk, 'veto_plan').plan_ids ?? {});
  return all.flatMap(([coalition_id, ids]) => ids.map((plan_id): Move => ({ action_type: 'veto_plan', coalition_id, plan_id })));
}

function cents(amount: number): number {
  return Math.floor(amount * 100) / 100;
}
