/** The books of a match, by docs/rules-open.md alone. Money is whole cents. */

type Mark = 'available' | 'reserved' | 'pledged' | 'promised' | 'used' | 'failed' | 'spent';

export interface Block {
  id: string;
  owner: string;
  start: number;
  /** The first round in which it delivers nothing more: after its window, or the last round, or when a shock takes it. */
  end: number;
  gpus: number;
  reliability: number;
  energy: number;
  mark: Mark;
  cannotBeResold: boolean;
  boundTo: string | null;
  job: string | null;
  /** The round in which it was allocated. */
  since: number;
  energyPaid: number | null;
}

export interface Job {
  id: string;
  owner: string;
  arrival: number;
  deadline: number;
  required: number;
  value: number;
  minReliability: number;
  isPartial: boolean;
  hours: number;
  energy: number;
  isSettled: boolean;
  /** What works for it, by order of allocation. */
  blocks: Block[];
  shares: Map<string, number> | null;
}

export interface Lab {
  id: string;
  money: number;
  reputation: number;
  /** Its allocations in their order. */
  works: Block[];
}

export interface Conditions {
  noResale: boolean;
  useBy: number | null;
  penalty: number;
  boundTo: string | null;
}

export const NO_CONDITIONS: Conditions = { noResale: false, useBy: null, penalty: 0, boundTo: null };

export interface Terms {
  from: string;
  /** null: open to all. */
  to: string | null;
  blocks: string[];
  requested: string[];
  payment: number;
  price: number;
  conditions: Conditions;
  last: number;
}

export type Offer = Terms & { id: string; isOpen: boolean };

export interface Deposit {
  offer: string;
  from: string;
  to: string;
  amount: number;
  round: number;
  blocks: string[];
}

export interface Want {
  id: string;
  by: string;
  from: number;
  to: number;
  hours: number;
  minReliability: number;
  payment: number;
  last: number;
  isOpen: boolean;
}

export interface Promised {
  id: string;
  by: string;
  to: string;
  blocks: string[];
  price: number;
  bond: number;
  until: number;
  isOpen: boolean;
}

export interface PlanItem {
  job: string;
  blocks: string[];
}

export interface Plan {
  id: string;
  by: string;
  items: PlanItem[];
  round: number;
  last: number;
  vetoedBy: string[];
  /** Those who owned something of it when it was proposed. */
  mayVeto: string[];
  isCounter: boolean;
  /** null: it was never priced. */
  surplus: number | null;
}

export interface Coalition {
  id: string;
  founder: string;
  members: string[];
  invited: string[];
  invitedUntil: number;
  split: string;
  ownerShare: number;
  bond: number;
  status: 'forming' | 'active' | 'ended';
  plans: Plan[];
  /** So many plans had a name. */
  named: number;
}

export interface Pledge {
  coalition: string;
  lab: string;
  blocks: string[];
  jobs: string[];
  reserve: number;
  until: number;
  isAtOnce: boolean;
}

/** What happened, with the names and fields that the real log has, as far as the page tells them. */
export interface Fact {
  type: string;
  [field: string]: unknown;
}

export interface Market {
  round: number;
  rounds: number;
  factor: number;
  hasCoalitions: boolean;
  labs: Map<string, Lab>;
  blocks: Map<string, Block>;
  jobs: Map<string, Job>;
  offers: Map<string, Offer>;
  deposits: Deposit[];
  wants: Map<string, Want>;
  promises: Map<string, Promised>;
  coalitions: Map<string, Coalition>;
  /** By lab, which has one at a time. */
  pledges: Map<string, Pledge>;
  facts: Fact[];
}

export interface Act {
  action_type: string;
  [field: string]: unknown;
}

/** An action of a lab, at its turn. */
export interface Move {
  m: Market;
  lab: string;
  act: Act;
}

/** null: accepted; else the code of the refusal. */
export type Answer = string | null;

export function tell(m: Market, type: string, fields: Record<string, unknown>): void {
  m.facts.push({ type, ...fields });
}

export const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
/** An amount in whole cents: the double that it is, rounded; half a cent goes to the even one. */
export function roundCents(amount: number): number {
  const rounded = Math.round(Number(amount.toFixed(2)) * 100);
  const isHalf = Number.isInteger(amount * 8) && Math.abs((amount * 1000) % 10) === 5;
  return isHalf ? 2 * Math.round((amount * 100) / 2) : rounded;
}

export const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** A field that may be left out, as null may say too. */
export const given = (value: unknown): boolean => value !== undefined && value !== null;
export const number = (value: unknown, usual: number): number => (given(value) ? Number(value) : usual);
export const cents = (value: unknown, usual = 0): number => roundCents(number(value, usual));
export const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function participants(m: Market, items: readonly PlanItem[]): string[] {
  const owners = items.flatMap(({ job, blocks }) => [jobOf(m, job).owner, ...blocksOf(m, blocks).map(({ owner }) => owner)]);
  return [...m.labs.keys()].filter((id) => owners.includes(id));
}

export function readPlan(raw: unknown): PlanItem[] {
  const items = (Array.isArray(raw) ? raw : []) as { job_id?: unknown; block_ids?: unknown }[];
  return items.map(({ job_id, block_ids }) => ({ job: String(job_id), blocks: names(block_ids) }));
}

function found<T>(map: ReadonlyMap<string, T>, id: string): T {
  const one = map.get(id);
  if (one === undefined) throw new Error(`there is no ${id}`);
  return one;
}

export const labOf = (m: Market, id: string): Lab => found(m.labs, id);
export const blockOf = (m: Market, id: string): Block => found(m.blocks, id);
export const jobOf = (m: Market, id: string): Job => found(m.jobs, id);
export const blocksOf = (m: Market, ids: readonly string[]): Block[] => ids.map((id) => blockOf(m, id));

/** What the block delivers in rounds `from` to `to`, both included. */
export function hoursOf(block: Block, from: number, to: number): number {
  return block.gpus * Math.max(0, Math.min(block.end, to + 1) - Math.max(block.start, from));
}

export const hoursLeft = (m: Market, block: Block): number => hoursOf(block, m.round, m.rounds - 1);
export const isHeld = (block: Block): boolean => block.mark === 'pledged' || block.mark === 'promised';
export const isLive = (m: Market, block: Block): boolean => ['available', 'reserved'].includes(block.mark) && hoursLeft(m, block) > 0;
export const energyToday = (m: Market, block: Block): number => roundCents((block.energy / 100) * m.factor);
export const isMember = (m: Market, coalition: string, lab: string): boolean => m.coalitions.get(coalition)?.members.includes(lab) ?? false;

/** The operator's money is not counted. */
export function receive(m: Market, lab: string, amount: number): void {
  const who = m.labs.get(lab);
  if (who) who.money += amount;
}

export function trust(m: Market, lab: string, change: number): void {
  const who = m.labs.get(lab);
  if (!who) return;
  who.reputation = Math.min(1, Math.max(0, Math.round((who.reputation + change) * 100) / 100));
  tell(m, 'reputation_changed', { lab_id: lab, reputation: who.reputation });
}
