/** The world as a log has it, and turns as they are handed in. */
import { type Act, type Block, given, type Job, type Market, roundCents } from './market';
import type { LogEvent } from './real';
import type { Shock } from './round';

interface RawBlock {
  block_id: string;
  start_round: number;
  duration: number;
  gpu_count: number;
  reliability: number;
  energy_cost: number;
}

interface RawJob {
  job_id: string;
  arrival_round: number;
  deadline_round: number;
  gpu_hours_required: number;
  base_value: number;
  urgency_multiplier: number;
  min_reliability: number;
  partial_credit_allowed: boolean;
}

export interface Opened extends LogEvent {
  config: { rounds: number; coalitions: boolean; actions_per_round: number };
  labs: { lab_id: string; budget_cents: number; blocks: RawBlock[]; jobs: RawJob[] }[];
}

interface Struck extends LogEvent {
  shock: {
    kind: string;
    block_id: string | null;
    jobs: { lab_id: string; job: RawJob }[];
    blocks: { block: RawBlock; price_cents: number }[];
  };
}

interface Offered extends LogEvent {
  block: RawBlock;
}

interface Closed extends LogEvent {
  order: string[];
}

interface Resolved extends LogEvent {
  result: { ok: boolean; code: string };
}

/** The first event of a kind, as the log has it. */
function first<T extends LogEvent>(events: readonly LogEvent[], type: T['type']): T | null {
  return (events.find((event) => event.type === type) as T | undefined) ?? null;
}

export const readOrder = (part: readonly LogEvent[]): string[] | null => first<Closed>(part, 'round_closed')?.order ?? null;

export function readRefusal(event: LogEvent): string | null {
  const { result } = event as Partial<Resolved>;
  return result && !result.ok ? result.code : null;
}

const toCents = (amount: number): number => Math.round(amount * 100);

function readBlock(raw: RawBlock, owner: string, rounds: number): Block {
  return {
    id: raw.block_id,
    owner,
    start: raw.start_round,
    end: Math.min(rounds, raw.start_round + raw.duration),
    gpus: raw.gpu_count,
    reliability: raw.reliability,
    energy: toCents(raw.energy_cost),
    mark: 'available',
    cannotBeResold: false,
    boundTo: null,
    job: null,
    since: 0,
    energyPaid: null,
  };
}

function readJob(raw: RawJob, owner: string): Job {
  return {
    id: raw.job_id,
    owner,
    arrival: raw.arrival_round,
    deadline: raw.deadline_round,
    required: raw.gpu_hours_required,
    value: roundCents(raw.base_value * raw.urgency_multiplier),
    minReliability: raw.min_reliability,
    isPartial: raw.partial_credit_allowed,
    hours: 0,
    energy: 0,
    isSettled: false,
    blocks: [],
    shares: null,
  };
}

const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> => new Map(list.map((one) => [one.id, one]));

export function readOpening(log: readonly LogEvent[]): Opened {
  const opened = first<Opened>(log, 'match_opened');
  if (!opened) throw new Error('the log has no beginning');
  return opened;
}

export function openMarket({ config, labs }: Opened): Market {
  const { rounds, coalitions } = config;
  return {
    round: 0,
    rounds,
    factor: 1,
    hasCoalitions: coalitions,
    labs: byId(labs.map((lab) => ({ id: lab.lab_id, money: lab.budget_cents, reputation: 0.5, works: [] }))),
    blocks: byId(labs.flatMap((lab) => lab.blocks.map((block) => readBlock(block, lab.lab_id, rounds)))),
    jobs: byId(labs.flatMap((lab) => lab.jobs.map((job) => readJob(job, lab.lab_id)))),
    offers: new Map(),
    deposits: [],
    wants: new Map(),
    promises: new Map(),
    coalitions: new Map(),
    pledges: new Map(),
    facts: [],
  };
}

export function readSpare(part: readonly LogEvent[], rounds: number): Block | null {
  const offered = first<Offered>(part, 'grant_offered');
  return offered && readBlock(offered.block, 'operator', rounds);
}

export function readShock(part: readonly LogEvent[], rounds: number): Shock | null {
  const struck = first<Struck>(part, 'shock_struck');
  if (!struck) return null;
  const { kind, block_id, jobs, blocks } = struck.shock;
  return {
    kind,
    block: block_id,
    jobs: jobs.map(({ lab_id, job }) => readJob(job, lab_id)),
    spot: blocks.map(({ block, price_cents }) => ({ block: readBlock(block, 'operator', rounds), price: price_cents })),
  };
}

const TYPES =
  'send_offer accept_offer reject_offer counter_offer make_pitch counter_pitch reserve_capacity release_capacity form_coalition ' +
  'commit_to_coalition allocate_to_job send_message wait finish join_coalition decline_coalition leave_coalition post_want fill_want ' +
  'withdraw_want make_promise take_promise decline_promise propose_plan veto_plan withdraw_pledge';

const isNumber =
  (low: number, high: number, isWhole = false) =>
  (value: unknown) => {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    const isRead = ['number', 'string', 'boolean'].includes(typeof value) && Number.isFinite(number);
    return isRead && number >= low && number <= high && (!isWhole || Number.isInteger(number));
  };
const isId = (value: unknown) => typeof value === 'string' && value.length <= 64 && !(value in {});
const areIds = (value: unknown) => Array.isArray(value) && value.length <= 256 && value.every(isId);

const FIELDS: Record<string, (value: unknown) => boolean> = {
  action_type: (value) => TYPES.split(' ').includes(String(value)),
  target_lab_id: isId,
  offer_id: isId,
  coalition_id: isId,
  job_id: isId,
  want_id: isId,
  promise_id: isId,
  plan_id: isId,
  block_ids: areIds,
  requested_block_ids: areIds,
  members: areIds,
  job_ids: areIds,
  message: (value) => typeof value === 'string' && value.length <= 500,
  payment: isNumber(-Infinity, Infinity),
  requested_payment: isNumber(-Infinity, 1_000_000),
  reserve: isNumber(-Infinity, 1_000_000),
  bond: isNumber(0, 50),
  expires_in: isNumber(1, 4, true),
  hours: isNumber(1, 10_000, true),
  min_reliability: isNumber(0, 1),
};

/** null: it is no action. */
export function readAct(raw: unknown): Act | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || !('action_type' in raw)) return null;
  const fields = Object.entries(raw).filter(([, value]) => given(value));
  if (!fields.every(([key, value]) => FIELDS[key]?.(value) ?? true)) return null;
  return Object.fromEntries(fields) as Act;
}

/** The entries of a turn: an action, a list, or an object with one; anything else waits. */
export function readTurn(raw: unknown): unknown[] {
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== 'object' || raw === null) return [];
  if ('actions' in raw) return Array.isArray(raw.actions) ? raw.actions : [];
  return 'action_type' in raw ? [raw] : [];
}
