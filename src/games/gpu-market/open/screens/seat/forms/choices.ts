import type { OpenObservation, OwnBlock, PublicBlock, WireJob, WireOffer } from '../../../shared/observation';
import { bondOf, isFree } from '../../../shared/observed';
import { blockOf } from '../../../shared/plans/appraise';
import { OPERATOR } from '../../../shared/types';
import { boundWord, isPromise } from '../block-line';
import { cr, labWord } from '../words';
import { coalitionsFor, legalOf, offersFor } from './legal-ids';

/** An option of a form: selectable, or disabled with a reason. */
export interface Choice {
  id: string;
  /** null: selectable. */
  why: string | null;
}

/** How long an offer can stay open, in rounds, and until which round. Near the end, the shortest option that lasts to it. */
export function offerSpans({ round_index, max_rounds }: Pick<OpenObservation, 'round_index' | 'max_rounds'>) {
  const last = Math.max(1, Math.min(MOST_ROUNDS_OPEN, max_rounds - 1 - round_index));
  return Array.from({ length: last }, (_, n) => ({ rounds: n + 1, through: Math.min(max_rounds - 1, round_index + n + 1) }));
}

const MOST_ROUNDS_OPEN = 4;

export type BlockUse =
  | { kind: 'offer' }
  | { kind: 'reserve' }
  | { kind: 'pledge'; coalitionId: string; joining: boolean }
  | { kind: 'allocate'; jobId: string };

/** Own blocks for a purpose, in order; `spoken` are those already used by this turn. */
export function blockChoices(observation: OpenObservation, use: BlockUse, spoken: ReadonlySet<string>): Choice[] {
  const legal = legalBlocks(observation, use);
  return observation.owned_blocks.map((block) => {
    if (!legal.includes(block.block_id)) return { id: block.block_id, why: whyNoBlock(observation, block, use) };
    const twice = use.kind !== 'offer' && use.kind !== 'reserve' && spoken.has(block.block_id);
    return { id: block.block_id, why: twice ? 'Your turn already uses it.' : null };
  });
}

function legalBlocks(observation: OpenObservation, use: BlockUse): readonly string[] {
  switch (use.kind) {
    case 'offer':
      return legalOf(observation, 'send_offer')?.block_ids ?? [];
    case 'reserve':
      return legalOf(observation, 'reserve_capacity')?.block_ids ?? [];
    case 'allocate':
      return legalOf(observation, 'allocate_to_job')?.jobs[use.jobId] ?? [];
    case 'pledge': {
      const legal = legalOf(observation, use.joining ? 'join_coalition' : 'commit_to_coalition');
      return (legal?.block_ids ?? []).filter((id) => (legal?.bound[id] ?? use.coalitionId) === use.coalitionId);
    }
  }
}

function whyNoBlock(observation: OpenObservation, block: OwnBlock, use: BlockUse): string {
  const gone = whyNotLive(block);
  if (gone !== null) return gone;
  const bond = bondOf(observation, block);
  if (use.kind === 'offer' && block.conditions.some((one) => one.must_not_resell))
    return 'You got it on the condition that you don’t resell it.';
  if (use.kind === 'pledge' && bond !== null && bond !== use.coalitionId) return `You can use it only in coalition ${bond}.`;
  if (use.kind === 'pledge') return 'You already have an open pledge. You can have only one.';
  if (use.kind === 'allocate' && bond !== null) return `You can use it only in plans of coalition ${bond}.`;
  if (use.kind === 'allocate') return whyNotFor(observation, block, use.jobId);
  return 'It cannot be used for this now.';
}

/** Why a block cannot be traded any more. */
function whyNotLive(block: OwnBlock): string | null {
  if (block.status === 'failed') return 'A shock took it.';
  if (block.status === 'spent' || block.hours_left === 0) return 'Its rounds are over.';
  if (block.allocated_to_job_id !== null) return `It works for ${block.allocated_to_job_id}.`;
  if (block.pledged_to === null) return null;
  return isPromise(block.pledged_to) ? 'You have promised it.' : `It is pledged to coalition ${block.pledged_to}.`;
}

function whyNotFor(observation: OpenObservation, block: PublicBlock, jobId: string): string {
  const job = observation.private_jobs.find((one) => one.job_id === jobId);
  if (job === undefined) return 'This is not your job.';
  if (block.reliability < job.min_reliability)
    return `Its reliability ${block.reliability} is below the ${job.min_reliability} that ${jobId} needs.`;
  return whyNoJob(observation, job) ?? 'It cannot be used for this now.';
}

/** Blocks received with offers that the turn accepts. Deals come before allocations, so they can be used in the same turn. */
export function comingChoices(observation: OpenObservation, jobId: string, coming: readonly string[]): Choice[] {
  const least = observation.private_jobs.find((one) => one.job_id === jobId)?.min_reliability ?? 0;
  return coming.map((id) => {
    const fits = (blockOf(observation, id)?.reliability ?? 0) >= least;
    return { id, why: fits ? null : `Its reliability is below the ${least} that ${jobId} needs.` };
  });
}

/** What the plan would use now. Blocks that start later can still be sold, so they are not preselected. */
export function plannedNow(observation: OpenObservation, planned: readonly string[], spoken: ReadonlySet<string>): string[] {
  return planned.filter((id) => {
    const block = blockOf(observation, id);
    const isOwnNow = block?.owner_lab_id === observation.controlled_lab_id && block.start_round <= observation.round_index;
    return isOwnNow && !spoken.has(id);
  });
}

/** Explains the preselected blocks of a list. */
export function ticksWords(ticked: number, isPlanned = false): string {
  if (isPlanned && ticked > 0) return `We ticked the ${ticked === 1 ? 'block' : `${ticked} blocks`} of your best plan.`;
  if (ticked === 0) return 'We ticked no block: your best plan starts none for this job in this round. You can choose some now, or wait.';
  return ticked === 1
    ? 'We ticked the block that your best plan starts now.'
    : `We ticked the ${ticked} blocks that your best plan starts now.`;
}

/** Why nothing can be allocated to a job; null if something can. */
export function whyNoJob(observation: OpenObservation, job: WireJob, coming: readonly string[] = []): string | null {
  if (job.settled) return 'This job is settled.';
  const legal = legalOf(observation, 'allocate_to_job');
  if (legal?.jobs[job.job_id] !== undefined) return null;
  if (job.pledged_to === null && comingChoices(observation, job.job_id, coming).some((one) => one.why === null)) return null;
  if (job.pledged_to !== null) return `It is pledged to coalition ${job.pledged_to}.`;
  const free = observation.owned_blocks.filter((one) => isFree(one) && one.hours_left > 0);
  if (free.length === 0) return 'You have no free block.';
  return free.every((one) => one.reliability < job.min_reliability)
    ? 'None of your free blocks is reliable enough for it.'
    : 'None of your free blocks can be used for it.';
}

/** Own jobs that can be pledged. */
export function jobChoices(observation: OpenObservation, joining: boolean): Choice[] {
  const legal = legalOf(observation, joining ? 'join_coalition' : 'commit_to_coalition')?.job_ids ?? [];
  return observation.private_jobs
    .filter((job) => !job.settled)
    .map((job) => {
      if (legal.includes(job.job_id)) return { id: job.job_id, why: null };
      if (job.pledged_to !== null) return { id: job.job_id, why: `It is pledged to coalition ${job.pledged_to}.` };
      if (job.allocated_block_ids.length > 0) return { id: job.job_id, why: 'Blocks are already working for it.' };
      return { id: job.job_id, why: 'You already have an open pledge. You can have only one.' };
    });
}

/** Another lab's blocks that an offer to it can request. */
export function requestChoices(observation: OpenObservation, labId: string): Choice[] {
  const legal = legalOf(observation, 'send_offer')?.requested_block_ids[labId] ?? [];
  return observation.public_market.blocks
    .filter((block) => block.owner_lab_id === labId && block.hours_left > 0 && block.status !== 'failed')
    .map((block) => ({ id: block.block_id, why: legal.includes(block.block_id) ? null : whyNotAsked(observation, block) }));
}

function whyNotAsked(observation: OpenObservation, block: PublicBlock): string {
  if (block.status === 'reserved') return 'Its owner has reserved it.';
  if (block.status === 'committed') return 'It is pledged to a coalition.';
  if (block.status !== 'available') return 'It is in use.';
  if (block.conditions.some((one) => one.must_not_resell)) return 'It may not be resold.';
  const bond = bondOf(observation, block);
  return bond === null ? 'It is not available now.' : `You can use it only in coalition ${bond}.`;
}

/** Why an offer cannot be accepted; null if it can, as far as is known. */
export function whyNoAccept(observation: OpenObservation, offer: WireOffer): string | null {
  if (offersFor(observation, 'accept_offer').includes(offer.offer_id)) return null;
  if (observation.finished) return 'You have finished. Wait for the match to end.';
  if (offer.from_lab_id === observation.controlled_lab_id) return 'It is your own offer.';
  const deposit = offer.conditions?.penalty ?? 0;
  const asked = offer.requested_payment + deposit;
  if (asked > observation.controlled_lab_budget) {
    return `It costs ${cr(asked)}${deposit > 0 ? ' with its deposit' : ''}; you have ${cr(observation.controlled_lab_budget)}.`;
  }
  const bond = offer.conditions?.coalition_only ?? null;
  const coalition = observation.active_coalitions.find((one) => one.coalition_id === bond);
  if (coalition !== undefined && !coalition.members.includes(observation.controlled_lab_id)) return `It is for members of ${bond} only.`;
  return whyImpossible(observation, offer) ?? 'One of its blocks can be used only in a coalition.';
}

/** Why nobody can accept an offer: one of its blocks is not available. null: it can be accepted. */
export function whyImpossible(observation: OpenObservation, offer: WireOffer): string | null {
  const me = observation.controlled_lab_id;
  const sides = [
    { blocks: offer.offered_blocks, owner: offer.from_lab_id },
    { blocks: offer.requested_blocks, owner: offer.from_lab_id === me ? offer.to_lab_id : me },
  ];
  for (const { blocks, owner } of sides) {
    const gone = owner === null ? undefined : blocks.find((id) => !isDealable(blockOf(observation, id), owner));
    if (gone !== undefined)
      return owner === me ? whyNotMine(observation, gone) : `${gone} can no longer be given by ${labWord(owner ?? '')}.`;
  }
  return null;
}

/** Why an own block cannot go to another lab. */
function whyNotMine(observation: OpenObservation, id: string): string {
  const block = observation.owned_blocks.find((one) => one.block_id === id);
  if (block === undefined) return `${id} is no longer yours.`;
  if (block.status === 'failed') return `${id} was taken by a shock.`;
  if (block.status === 'spent' || block.hours_left === 0) return `The rounds of ${id} are over.`;
  if (block.allocated_to_job_id !== null) return `${id} already works for ${block.allocated_to_job_id}.`;
  if (block.pledged_to !== null) return `${id} is ${boundWord(block.pledged_to)}.`;
  return `${id} may not be resold.`;
}

function isDealable(block: PublicBlock | undefined, owner: string): boolean {
  if (block === undefined || block.owner_lab_id !== owner || block.hours_left === 0) return false;
  return (block.status === 'available' || block.status === 'reserved') && !block.conditions.some((one) => one.must_not_resell);
}

export function whyNoCounter(observation: OpenObservation, offer: WireOffer): string | null {
  if (offersFor(observation, 'counter_offer').includes(offer.offer_id)) return null;
  return offer.from_lab_id === OPERATOR ? 'The operator does not bargain.' : 'It cannot be countered.';
}

/** Why a coalition cannot be joined, or nothing pledged to it. */
export function whyNoEntry(
  observation: OpenObservation,
  coalitionId: string,
  type: 'join_coalition' | 'commit_to_coalition',
): string | null {
  if (coalitionsFor(observation, type).includes(coalitionId)) return null;
  const coalition = observation.active_coalitions.find((one) => one.coalition_id === coalitionId);
  if (coalition === undefined) return 'It has ended.';
  const me = observation.controlled_lab_id;
  if (type === 'join_coalition') {
    if (coalition.members.includes(me)) return 'You are a member.';
    if (coalition.invited?.includes(me) !== true) return 'You are not invited.';
    return `Its bond is ${cr(coalition.bond)}; you have ${cr(observation.controlled_lab_budget)}.`;
  }
  if (!coalition.members.includes(me)) return 'Only members can pledge.';
  if (coalition.status !== 'active') return 'It is forming: a second member has to join first.';
  const pledged = observation.active_coalitions.find((one) => one.pledges?.[me] !== undefined);
  if (pledged !== undefined) return `You already have an open pledge to ${pledged.coalition_id}. You can have only one.`;
  return 'You have no free block and no job without blocks to pledge.';
}

export const MOVES = ['allocate', 'offer', 'found', 'pitch', 'message', 'reserve', 'release', 'finish'] as const;
export type Move = (typeof MOVES)[number];

function whyNoPitch(maxRounds: number): string {
  const rounds: number[] = [];
  for (let round = 3; round < maxRounds - 2; round += 3) rounds.push(round);
  if (rounds.length === 0) return 'This match is too short for pitches: no pitch can win a block.';
  const [last, before] = [rounds.at(-1), rounds.slice(0, -1).join(', ')];
  const when = before === '' ? `round ${last}` : `rounds ${before} and ${last}`;
  return `No pitch can win a block in this round. In a match with a judge, one can in ${when}.`;
}

/** Why a kind of action is not available to this seat now; null if it is. */
export function whyNoMove(observation: OpenObservation, move: Move): string | null {
  if (observation.done) return 'The match is over.';
  if (observation.finished) return 'You have finished. Wait for the match to end.';
  switch (move) {
    case 'allocate': {
      const legal = legalOf(observation, 'allocate_to_job');
      return legal !== null && Object.keys(legal.jobs).length > 0 ? null : 'No free block of yours fits an open job.';
    }
    case 'offer':
      return observation.round_index + 1 < observation.max_rounds
        ? null
        : 'An offer can be accepted from the next round on, and this is the last round.';
    case 'found':
      return observation.coalitions_allowed ? null : 'There are no coalitions in this match.';
    case 'pitch':
      return legalOf(observation, 'make_pitch') === null ? whyNoPitch(observation.max_rounds) : null;
    case 'reserve':
      return legalOf(observation, 'reserve_capacity') === null ? 'You have no free block.' : null;
    case 'release':
      return legalOf(observation, 'release_capacity') === null ? 'None of your blocks is reserved or pledged.' : null;
    case 'message':
    case 'finish':
      return null;
  }
}
