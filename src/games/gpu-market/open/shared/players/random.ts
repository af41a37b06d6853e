/** Plays `open` at random: one action per turn, its type drawn uniformly from the legal ones, then each field from its ids or range. */

import type { Draws } from '~/lib/random/draws';
import type { OpenAction } from '../actions';
import type { LegalAction, Range } from '../legal-action';
import type { OpenObservation } from '../observation';

/** Larger amounts would be more than anybody has. */
const MOST_ASKED = 100;

export function randomAction(observation: OpenObservation, draws: Draws): OpenAction {
  const { legal_actions } = observation;
  return legal_actions.length === 0 ? { action_type: 'wait' } : fillIn(draws.choice(legal_actions), draws);
}

/** An action of this type with random fields. */
export function fillIn(legal: LegalAction, draws: Draws): OpenAction {
  switch (legal.action_type) {
    case 'send_offer':
      return randomOffer(legal, draws);
    case 'counter_offer':
      return { action_type: 'counter_offer', offer_id: draws.choice(legal.offer_ids), ...terms(legal, draws) };
    case 'accept_offer':
    case 'reject_offer':
      return { action_type: legal.action_type, offer_id: draws.choice(legal.offer_ids) };
    case 'make_pitch':
      return randomPitch(legal, draws);
    case 'reserve_capacity':
    case 'release_capacity':
      return { action_type: legal.action_type, block_ids: [draws.choice(legal.block_ids)] };
    case 'form_coalition':
      return {
        action_type: 'form_coalition',
        members: some(legal.members, draws).slice(0, legal.most_members - 1),
        split: draws.choice(legal.splits),
        owner_share: draws.uniform(legal.owner_share.min, legal.owner_share.max),
        bond: amount(legal.bond, draws),
      };
    case 'join_coalition':
    case 'commit_to_coalition':
      return randomPledge(legal, draws);
    case 'decline_coalition':
    case 'leave_coalition':
      return { action_type: legal.action_type, coalition_id: draws.choice(legal.coalition_ids) };
    case 'allocate_to_job':
      return randomAllocation(legal, draws);
    case 'send_message':
      return { action_type: 'send_message', target_lab_id: draws.choice(legal.target_lab_ids), message: 'Shall we trade?' };
    case 'wait':
    case 'finish':
      return { action_type: legal.action_type };
  }
}

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

function randomOffer(legal: Legal<'send_offer'>, draws: Draws): OpenAction {
  const open = draws.random() < 0.5;
  const target = open ? undefined : draws.choice(legal.target_lab_ids);
  const asked = target === undefined ? [] : (legal.requested_block_ids[target] ?? []);
  const offer = { action_type: 'send_offer' as const, ...(target === undefined ? {} : { target_lab_id: target }), ...terms(legal, draws) };
  const requested_block_ids = asked.length > 0 && draws.random() < 0.5 ? [draws.choice(asked)] : [];
  return { ...offer, requested_block_ids, ...randomConditions(legal, draws, offer.block_ids) };
}

function randomConditions(legal: Legal<'send_offer'>, draws: Draws, blocks: readonly string[]): Pick<OpenAction, 'conditions'> {
  const round = legal.conditions.must_use_by_round;
  if (blocks.length === 0 || round === null || draws.random() < 0.7) return {};
  const conditions: Record<string, unknown> = {};
  if (draws.random() < 0.5) conditions.must_not_resell = true;
  if (draws.random() < 0.5)
    Object.assign(conditions, { must_use_by_round: draws.randint(round.min, round.max), penalty: draws.randint(0, 9) });
  return { conditions };
}

function terms(legal: { block_ids: string[]; payment: Range; requested_payment: Range; expires_in: Range }, draws: Draws) {
  return {
    block_ids: legal.block_ids.length > 0 && draws.random() < 0.7 ? [draws.choice(legal.block_ids)] : [],
    payment: draws.random() < 0.5 ? 0 : amount({ ...legal.payment, max: Math.min(legal.payment.max, MOST_ASKED) }, draws),
    requested_payment: draws.random() < 0.5 ? 0 : amount({ ...legal.requested_payment, max: MOST_ASKED }, draws),
    expires_in: draws.randint(legal.expires_in.min, legal.expires_in.max),
  };
}

function randomPitch(legal: Legal<'make_pitch'>, draws: Draws): OpenAction {
  const job = legal.job_ids.length > 0 ? draws.choice(legal.job_ids) : 'j_0_0';
  const message = `Job ${job} needs ${draws.randint(1, 9)} hours by round ${draws.randint(1, 9)}.`;
  return { action_type: 'make_pitch', message };
}

function randomPledge(legal: Legal<'join_coalition' | 'commit_to_coalition'>, draws: Draws): OpenAction {
  const coalition_id = draws.choice(legal.coalition_ids);
  const blocks = legal.block_ids.filter((id) => (legal.bound[id] ?? coalition_id) === coalition_id);
  const nothing = blocks.length + legal.job_ids.length === 0;
  if (nothing) return { action_type: legal.action_type, coalition_id };
  const block_ids = some(blocks, draws);
  const job_ids = block_ids.length === 0 || draws.random() < 0.5 ? some(legal.job_ids, draws) : [];
  const until_round = draws.randint(legal.until_round.min, legal.until_round.max);
  return { action_type: legal.action_type, coalition_id, block_ids, job_ids, reserve: draws.randint(0, 5), until_round };
}

function randomAllocation(legal: Legal<'allocate_to_job'>, draws: Draws): OpenAction {
  const plans = Object.entries(legal.plans);
  const jobs = Object.entries(legal.jobs);
  if (plans.length > 0 && (jobs.length === 0 || draws.random() < 0.5)) {
    const [coalition_id, fits] = draws.choice(plans);
    const [job_id, block_ids] = draws.choice(Object.entries(fits));
    return { action_type: 'allocate_to_job', coalition_id, plan: [{ job_id, block_ids: some(block_ids, draws) }] };
  }
  const [job_id, block_ids] = draws.choice(jobs);
  return { action_type: 'allocate_to_job', job_id, block_ids: some(block_ids, draws) };
}

/** A random subset, not empty unless the list is. */
function some(list: readonly string[], draws: Draws): string[] {
  if (list.length === 0) return [];
  const chosen = list.filter(() => draws.random() < 0.5);
  return chosen.length > 0 ? chosen : [draws.choice(list)];
}

function amount(range: Range, draws: Draws): number {
  return Math.floor(draws.uniform(range.min, range.max) * 100) / 100;
}
