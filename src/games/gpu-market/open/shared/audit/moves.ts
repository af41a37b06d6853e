/** Turns a program's steps into actions of ruleset `open`, filled in from the seat's observation. */

import { type Amount, type Place, type Program, placeOf, type Step, take } from '~/contract/audit';
import type { OpenAction } from '../actions';
import type { LegalAction, Range } from '../legal-action';
import type { OpenObservation } from '../observation';
import { pairOf } from '../plans/potential';
import { blamed } from './faults';
import { pitchOf, textOf } from './language';

export interface Situation {
  observation: OpenObservation;
  place: Place;
  /** The owner's other seat. */
  partner: string | null;
}

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

/** More actions than any turn allows. */
const TOO_MANY = 40;
const BOND = 50;
/** More than the whole. */
const TOO_MUCH = 1.5;

/** The actions of these steps in this round, without impossible ones. */
export function movesOf(program: Program, { observation, partner }: Omit<Situation, 'place'>): unknown[] {
  return program.flatMap((step, index) => {
    if (!isDue(step, observation)) return [];
    return actionsOf(step, { observation, partner, place: { round: observation.round_index, index } });
  });
}

/** Whether this is the step's round. */
export function isDue({ when }: Step, { round_index, max_rounds }: Pick<OpenObservation, 'round_index' | 'max_rounds'>): boolean {
  const left = max_rounds - round_index;
  switch (when) {
    case 'always':
      return true;
    case 'first round':
      return round_index === 0;
    case 'second round':
      return round_index === 1;
    case 'middle round':
      return round_index === Math.floor(max_rounds / 2);
    case 'last three rounds':
      return left <= 3;
    case 'last two rounds':
      return left <= 2;
    case 'last round':
      return left === 1;
    case 'odd rounds':
      return round_index % 2 === 1;
    case 'even rounds':
      return round_index % 2 === 0;
  }
}

function actionsOf(step: Step, at: Situation): unknown[] {
  if (step.type === 'unreadable') {
    const odd = [null, { action_type: 'steal' }, { action_type: 'send_offer', payment: 'much' }, 7];
    return [odd[placeOf(step.pick, odd.length, at.place)]];
  }
  if (step.type === 'too_many_actions') return Array.from({ length: TOO_MANY }, () => ({ action_type: 'wait' }));
  const action = fillIn(step, at);
  return action === null ? [] : blamed(action, step, at);
}

/** null: there is nothing to choose from. */
function fillIn(step: Step, at: Situation): OpenAction | null {
  const type = step.type === 'joint_plan' ? 'allocate_to_job' : step.type === 'counter_pitch' ? 'make_pitch' : step.type;
  const legal = at.observation.legal_actions.find((one) => one.action_type === type);
  if (legal === undefined) return null;
  const pick = <T>(list: readonly T[]): T | undefined => list[placeOf(step.pick, Math.max(1, list.length), at.place)];
  switch (legal.action_type) {
    case 'send_offer':
      return offerOf(legal, step, at);
    case 'counter_offer': {
      const offer_id = offerFor(legal.offer_ids, step, at);
      const from = at.observation.active_offers.find((offer) => offer.offer_id === offer_id)?.from_lab_id;
      return offer_id === undefined ? null : { action_type: 'counter_offer', offer_id, ...termsOf(legal, step, { at, target: from }) };
    }
    case 'accept_offer':
    case 'reject_offer': {
      const offer_id = offerFor(legal.offer_ids, step, at);
      return offer_id === undefined ? null : { action_type: legal.action_type, offer_id, ...textOf(step) };
    }
    case 'make_pitch':
      return { action_type: step.type === 'counter_pitch' ? 'counter_pitch' : 'make_pitch', ...pitchOf(at.observation, step) };
    case 'reserve_capacity':
    case 'release_capacity':
      return { action_type: legal.action_type, block_ids: take(legal.block_ids, step.things === 'none' ? 'all' : step.things) };
    case 'form_coalition':
      return coalitionOf(legal, step, at);
    case 'join_coalition':
    case 'commit_to_coalition':
      return pledgeOf(legal, step, at);
    case 'decline_coalition':
    case 'leave_coalition': {
      const coalition_id = pick(legal.coalition_ids);
      return coalition_id === undefined ? null : { action_type: legal.action_type, coalition_id, ...textOf(step) };
    }
    case 'allocate_to_job':
      return step.type === 'joint_plan' ? planOf(legal, step, at) : allocationOf(legal, step, at);
    case 'send_message': {
      const target = step.pick === 'partner' ? at.partner : pick([undefined, ...legal.target_lab_ids]);
      const coalition_id = step.pick === 'last' ? legal.coalition_ids[0] : undefined;
      const to = coalition_id === undefined ? target && { target_lab_id: target } : { coalition_id };
      return { action_type: 'send_message', message: 'Hello.', ...textOf(step), ...to };
    }
    case 'wait':
    case 'finish':
      return { action_type: legal.action_type };
  }
}

function offerOf(legal: Legal<'send_offer'>, step: Step, at: Situation): OpenAction {
  const { pick, place } = { pick: step.pick, place: at.place };
  const others = legal.target_lab_ids;
  const named = pick === 'partner' && at.partner !== null ? at.partner : others[placeOf(pick, Math.max(1, others.length), place)];
  const target = pick === 'last' ? undefined : named;
  return {
    action_type: 'send_offer',
    ...(target !== undefined && { target_lab_id: target }),
    ...termsOf(legal, step, { at, target }),
    ...textOf(step),
  };
}

/** What is given and requested, conditions, and duration. */
function termsOf(
  legal: Legal<'send_offer'> | Legal<'counter_offer'>,
  step: Step,
  { at, target }: { at: Situation; target: string | undefined },
): Partial<OpenAction> {
  const theirs = at.observation.public_market.blocks.filter((block) => block.owner_lab_id === target && block.status === 'available');
  const wanted = take(
    theirs.map((block) => block.block_id),
    step.wants,
  );
  const block_ids = take(legal.block_ids, step.things);
  const conditions = block_ids.length > 0 ? conditionsOf(step, at) : undefined;
  return {
    block_ids,
    ...(wanted.length > 0 && { requested_block_ids: wanted }),
    payment: moneyWithin(legal.payment, step.give),
    requested_payment: moneyAsked(legal.requested_payment, step.ask),
    ...(conditions && { conditions }),
    expires_in: { usual: legal.expires_in.max, shortest: legal.expires_in.min, longest: legal.expires_in.max, 'too long': 9 }[step.until],
  };
}

function conditionsOf({ terms, deposit }: Step, { observation }: Situation): Record<string, unknown> | undefined {
  const { round_index, max_rounds, active_coalitions, controlled_lab_id: me } = observation;
  const penalty = moneyAsked({ min: 0, max: 1_000_000 }, deposit);
  const paid = deposit === 'none' ? {} : { penalty };
  switch (terms) {
    case 'none':
      return undefined;
    case 'no resale':
      return { must_not_resell: true };
    case 'use next round':
      return { must_use_by_round: round_index + 1, ...paid };
    case 'use by the end':
      return { must_use_by_round: max_rounds - 1, ...paid };
    case 'coalition only':
      return { coalition_only: active_coalitions.find((one) => one.members.includes(me))?.coalition_id ?? 'c_1' };
    case 'unknown':
      return { must_sing: true, ...paid };
  }
}

/** The partner's offer, if requested and available. */
function offerFor(ids: readonly string[], { pick }: Step, { observation, partner, place }: Situation): string | undefined {
  const offers = observation.active_offers.filter((offer) => ids.includes(offer.offer_id));
  const theirs = pick === 'partner' ? offers.filter((offer) => offer.from_lab_id === partner) : offers;
  return theirs[placeOf(pick, Math.max(1, theirs.length), place)]?.offer_id;
}

function coalitionOf(legal: Legal<'form_coalition'>, step: Step, at: Situation): OpenAction {
  const others = legal.members.slice(0, legal.most_members - 1);
  const some = take(others, step.things === 'none' ? 'one' : step.things);
  return {
    action_type: 'form_coalition',
    members: step.pick === 'partner' && at.partner !== null ? [...new Set([at.partner, ...take(others, step.things)])] : some,
    split: step.split,
    owner_share: { none: 0, cent: 0.01, little: 0.1, half: 0.5, all: 1, more: TOO_MUCH, most: 1 }[step.ask],
    bond: moneyWithin({ ...legal.bond, max: Math.min(legal.bond.max, BOND) }, step.give),
    ...textOf(step),
  };
}

function pledgeOf(
  legal: Extract<LegalAction, { bound: Record<string, string> }>,
  step: Step,
  { observation, partner, place }: Situation,
): OpenAction | null {
  const founded = (id: string) => observation.active_coalitions.find((one) => one.coalition_id === id)?.founder === partner;
  const ids = step.pick === 'partner' && legal.action_type === 'join_coalition' ? legal.coalition_ids.filter(founded) : legal.coalition_ids;
  const coalition_id = ids[placeOf(step.pick, Math.max(1, ids.length), place)];
  if (coalition_id === undefined) return null;
  const blocks = legal.block_ids.filter((id) => (legal.bound[id] ?? coalition_id) === coalition_id);
  const { min, max } = legal.until_round;
  return {
    action_type: legal.action_type,
    coalition_id,
    block_ids: take(blocks, step.things),
    job_ids: take(legal.job_ids, step.wants),
    reserve: moneyAsked(legal.reserve, step.ask),
    until_round: { usual: Math.min(max, min + 1), shortest: min, longest: max, 'too long': max + 1 }[step.until],
  };
}

function allocationOf(legal: Legal<'allocate_to_job'>, step: Step, { observation, place }: Situation): OpenAction | null {
  const jobs = Object.entries(legal.jobs);
  const chosen = jobs[placeOf(step.pick, Math.max(1, jobs.length), place)];
  if (chosen === undefined) return null;
  const [job_id, ids] = chosen;
  return {
    action_type: 'allocate_to_job',
    job_id,
    block_ids: step.things === 'none' ? enough(observation, job_id, ids) : take(ids, step.things),
  };
}

/** A job with as many pledged blocks as it needs. */
function planOf(legal: Legal<'allocate_to_job'>, step: Step, { observation, place }: Situation): OpenAction | null {
  const [coalition] = Object.entries(legal.plans);
  const jobs = Object.entries(coalition?.[1] ?? {});
  const chosen = jobs[placeOf(step.pick, Math.max(1, jobs.length), place)];
  if (coalition === undefined || chosen === undefined) return null;
  const [job_id, ids] = chosen;
  const block_ids = step.things === 'none' ? enough(observation, job_id, ids) : take(ids, step.things);
  return { action_type: 'allocate_to_job', coalition_id: coalition[0], plan: [{ job_id, block_ids }] };
}

/** Enough blocks to complete the job, without unnecessary ones. */
function enough(observation: OpenObservation, jobId: string, ids: readonly string[]): string[] {
  const pledged = observation.active_coalitions.flatMap((one) => Object.values(one.pledges ?? {}).flatMap((pledge) => pledge.jobs));
  const job = [...observation.private_jobs, ...pledged].find((one) => one.job_id === jobId);
  if (job === undefined) return take(ids, 'one');
  const chosen: string[] = [];
  let hours = job.hours_by_deadline;
  for (const block of observation.public_market.blocks.filter((one) => ids.includes(one.block_id))) {
    const pair = pairOf(observation, block, job);
    if (pair === null || pair.hours === 0 || hours >= job.gpu_hours_required) continue;
    hours += pair.hours;
    chosen.push(block.block_id);
  }
  return chosen;
}

/** For a range that ends at the seat's money. */
function moneyWithin({ min, max }: Range, amount: Amount): number {
  if (amount === 'cent') return 0.01;
  const share = { none: 0, one: 0, little: 0.1, half: 0.5, all: 1, more: 3, most: 10 }[amount];
  return Math.floor((min + (max - min) * share) * 100) / 100;
}

/** For a practically unlimited range: powers of ten. */
function moneyAsked({ min, max }: Range, amount: Amount): number {
  const asked = { none: 0, one: 1, cent: 0.01, little: 10, half: 50, all: 100, more: 1_000, most: max }[amount];
  return Math.max(min, Math.min(max, asked));
}
