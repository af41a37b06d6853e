/** The option of this turn that is nearest to a seat's action, for samples that a model could have written. */
import type { TakenAction } from '../actions';
import type { OpenOption } from './option';

/** If one of these differs, it is another action. */
const NAMES = [
  'target_lab_id',
  'offer_id',
  'want_id',
  'promise_id',
  'coalition_id',
  'plan_id',
  'job_id',
  'from_round',
  'to_round',
  'hours',
  'min_reliability',
] as const;
const PRICES = ['payment', 'requested_payment'] as const;
const AMOUNTS = ['bond', 'reserve'] as const;
/** At least this share of the blocks, jobs, labs and claims that either names must be in both. */
const LEAST_SHARED = 0.5;
/** If one amount is more than this many times the other, it is another offer. */
const MOST_TIMES = 1.5;
/** Amounts that differ by no more than this count as near, however small they are. */
const NEAR = 1;

/** null: none is near. Among equally near options the first in the prompt wins. */
export function nearestOption(options: readonly OpenOption[], action: TakenAction): TakenAction | null {
  const type = action.action_type === 'counter_pitch' ? 'make_pitch' : action.action_type;
  let best: { said: TakenAction; shared: number } | null = null;
  for (const option of options) {
    if (option.action.action_type !== type) continue;
    const said = saidBy(option, action);
    const shared = said === null ? 0 : sharedBy(option.action, action);
    if (said !== null && shared >= LEAST_SHARED && shared > (best?.shared ?? 0)) best = { said, shared };
  }
  return best?.said ?? null;
}

/** The option with the action's message and the nearest of the option's prices; null: it is another action. */
function saidBy({ action: listed, price, words }: OpenOption, action: TakenAction): TakenAction | null {
  if (NAMES.some((field) => listed[field] !== action[field])) return null;
  if (AMOUNTS.some((field) => listed[field] !== undefined && !isNear(listed[field], action[field] ?? 0))) return null;
  if (PRICES.some((field) => field !== price?.field && (action[field] ?? 0) > 0)) return null;
  const said = { ...listed };
  if (price !== null) {
    const wanted = action[price.field] ?? 0;
    const [step] = price.steps.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
    if (step === undefined || !isNear(step, wanted)) return null;
    said[price.field] = step;
  }
  if (words !== null) {
    const { message = '' } = action;
    if (message === '' || message.length > words) return null;
    said.message = message;
  }
  return said;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR || (Math.min(a, b) > 0 && Math.max(a, b) <= MOST_TIMES * Math.min(a, b));
}

/** From 0 to 1; also 1 if neither names anything. */
function sharedBy(listed: TakenAction, action: TakenAction): number {
  const [one, other] = [partsOf(listed), partsOf(action)];
  const all = new Set([...one, ...other]);
  return all.size === 0 ? 1 : [...one].filter((part) => other.has(part)).length / all.size;
}

function partsOf({ block_ids, requested_block_ids, job_ids, members, plan, claims }: TakenAction): Set<string> {
  return new Set([
    ...(block_ids ?? []).map((id) => `gives ${id}`),
    ...(requested_block_ids ?? []).map((id) => `gets ${id}`),
    ...(job_ids ?? []).map((id) => `job ${id}`),
    ...(members ?? []).map((id) => `member ${id}`),
    ...(plan ?? []).flatMap((part) => part.block_ids.map((id) => `plan ${part.job_id} ${id}`)),
    ...(claims ?? []).map(({ job_id, field, value }) => `claim ${job_id} ${field} ${value}`),
  ]);
}
