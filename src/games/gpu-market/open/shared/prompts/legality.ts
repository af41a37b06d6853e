/** Is an action on this turn's legal list, with all its fields? The answer goes back to the model, so it says what is allowed. */
import { type ActionFields, isJointPlan, type OpenAction } from '../actions';
import type { LegalAction, Range } from '../legal-action';

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

/** null: it is legal as far as the list tells. Guards check that payments stay within the budget. */
export function whyNotLegal(action: OpenAction, list: readonly LegalAction[]): string | null {
  const type = action.action_type === 'counter_pitch' ? 'make_pitch' : action.action_type;
  const legal = list.find((one) => one.action_type === type);
  if (legal === undefined) return `${type} is not legal now; legal are ${list.map((one) => one.action_type).join(', ')}.`;
  switch (legal.action_type) {
    case 'send_offer':
      return whyNoOffer(action, legal);
    case 'counter_offer':
      return (
        oneOf('offer_id', action.offer_id, legal.offer_ids) ?? allOf('block_ids', action.block_ids, legal.block_ids) ?? whyNoTerms(action)
      );
    case 'accept_offer':
    case 'reject_offer':
      return oneOf('offer_id', action.offer_id, legal.offer_ids);
    case 'make_pitch':
      return (action.message ?? '') === '' && (action.claims ?? []).length === 0 ? 'A pitch needs a message or claims.' : null;
    case 'reserve_capacity':
    case 'release_capacity':
      return someOf('block_ids', action.block_ids, legal.block_ids);
    case 'form_coalition':
      return someOf('members', action.members ?? (action.target_lab_id === undefined ? [] : [action.target_lab_id]), legal.members);
    case 'join_coalition':
    case 'commit_to_coalition':
      return whyNoPledge(action, legal);
    case 'decline_coalition':
    case 'leave_coalition':
      return oneOf('coalition_id', action.coalition_id, legal.coalition_ids);
    case 'allocate_to_job':
      return isJointPlan(action) ? whyNoPlan(action, legal) : whyNoAllocation(action, legal);
    case 'send_message':
      return whyNoMessage(action, legal);
    case 'wait':
    case 'finish':
      return null;
  }
}

function whyNoOffer(action: OpenAction, legal: Legal<'send_offer'>): string | null {
  const target = action.target_lab_id;
  const requested = action.requested_block_ids ?? [];
  if (target !== undefined) {
    const wrong = oneOf('target_lab_id', target, legal.target_lab_ids);
    if (wrong !== null) return wrong;
  } else if (requested.length > 0) return 'An offer that asks for blocks names their owner as target_lab_id.';
  const theirs = target === undefined ? [] : (legal.requested_block_ids[target] ?? []);
  return (
    allOf('block_ids', action.block_ids, legal.block_ids) ??
    allOf(`requested_block_ids of ${target}`, requested, theirs) ??
    within('expires_in', action.expires_in, legal.expires_in) ??
    whyNoTerms(action)
  );
}

function whyNoTerms(action: OpenAction): string | null {
  const { payment = 0, requested_payment = 0, block_ids = [], requested_block_ids = [] } = action;
  if (payment < 0 || requested_payment < 0) return 'payment and requested_payment cannot be below 0.';
  const isEmpty = payment + requested_payment === 0 && block_ids.length + requested_block_ids.length === 0;
  return isEmpty ? 'An offer needs a block or money: give block_ids, requested_block_ids, payment or requested_payment.' : null;
}

function whyNoPledge(action: OpenAction, legal: Legal<'join_coalition' | 'commit_to_coalition'>): string | null {
  const { block_ids = [], job_ids = [] } = action;
  const wrong =
    oneOf('coalition_id', action.coalition_id, legal.coalition_ids) ??
    allOf('block_ids', block_ids, legal.block_ids) ??
    allOf('job_ids', job_ids, legal.job_ids) ??
    within('reserve', action.reserve, legal.reserve) ??
    within('until_round', action.until_round, legal.until_round);
  const isEmpty = action.action_type === 'commit_to_coalition' && block_ids.length + job_ids.length === 0;
  return wrong ?? (isEmpty ? 'A pledge needs block_ids or job_ids.' : null);
}

/** For joint plans, and in version 2 for proposed ones. */
export function whyNoPlan(action: ActionFields, legal: Pick<Legal<'allocate_to_job'>, 'plans'>): string | null {
  const wrong = oneOf('coalition_id', action.coalition_id, Object.keys(legal.plans));
  if (wrong !== null) return wrong;
  const jobs = legal.plans[action.coalition_id ?? ''] ?? {};
  const plan = action.plan ?? [];
  if (plan.length === 0) return 'A joint plan needs plan: a list of job_id and block_ids.';
  for (const part of plan) {
    const amiss = oneOf('job_id', part.job_id, Object.keys(jobs)) ?? someOf('block_ids', part.block_ids, jobs[part.job_id] ?? []);
    if (amiss !== null) return amiss;
  }
  return null;
}

function whyNoAllocation(action: OpenAction, legal: Legal<'allocate_to_job'>): string | null {
  const wrong = oneOf('job_id', action.job_id, Object.keys(legal.jobs));
  return wrong ?? someOf(`block_ids for ${action.job_id}`, action.block_ids, legal.jobs[action.job_id ?? ''] ?? []);
}

function whyNoMessage(action: OpenAction, legal: Legal<'send_message'>): string | null {
  if ((action.message ?? '') === '') return 'send_message needs a message.';
  if (action.coalition_id !== undefined) return oneOf('coalition_id', action.coalition_id, legal.coalition_ids);
  return action.target_lab_id === undefined ? null : oneOf('target_lab_id', action.target_lab_id, legal.target_lab_ids);
}

export function oneOf(field: string, value: string | undefined, from: readonly string[]): string | null {
  if (value !== undefined && from.includes(value)) return null;
  const said = value === undefined ? 'is missing' : `cannot be ${JSON.stringify(value)}`;
  return `${field} ${said}; it is ${listed(from)}.`;
}

export function allOf(field: string, values: readonly string[] | undefined, from: readonly string[]): string | null {
  const wrong = values?.find((value) => !from.includes(value));
  if (wrong !== undefined) return `${field} cannot hold ${JSON.stringify(wrong)}; it may hold ${listed(from)}.`;
  return values !== undefined && new Set(values).size < values.length ? `${field} names something twice.` : null;
}

export function someOf(field: string, values: readonly string[] | undefined, from: readonly string[]): string | null {
  if (values === undefined || values.length === 0) return `${field} is missing; it may hold ${listed(from)}.`;
  return allOf(field, values, from);
}

export function within(field: string, value: number | undefined, range: Range): string | null {
  if (value === undefined || (value >= range.min && value <= range.max)) return null;
  return `${field} cannot be ${value}; it is from ${range.min} to ${range.max}.`;
}

const MOST_NAMED = 12;

function listed(from: readonly string[]): string {
  if (from.length === 0) return 'nothing now';
  return from.length > MOST_NAMED ? `${from.slice(0, MOST_NAMED).join(', ')}, …` : from.join(', ');
}
