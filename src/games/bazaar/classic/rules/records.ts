/** What a deal pays, what is recorded of it, and a match's score. */
import { clamp01, round } from '~/lib/numbers';
import type { BazaarState } from '../state';
import type { Task } from '../tasks';
import { BUDGET, COST } from '../tasks';
import type { Career, Components, DealRecord } from '../types';

const REMEMBERED = 10;
const CAPITULATES = 0.85;

export const NO_CAREER: Career = {
  deals: [],
  capitulation_rate: 0,
  avg_normalized_surplus: 0,
  avg_rounds_to_close: 0,
  opponent_avg_offer_velocity: 0,
};

interface Paid {
  components: Components;
  reward: number;
  added: number;
}

export function payForDeal(state: BazaarState, price: number, penalty: { of: number; components: Components }): Paid {
  const { seller, round: t, career, records } = state;
  const budget = budgetOf(state);
  const n = budget <= seller.cost ? 0 : clamp01((budget - price) / (budget - seller.cost));
  const d = Math.exp(-0.3 * Math.exp(2.5 * (t / seller.rounds)));
  const surplus = round(n, 4);
  const time_discount = round(d, 4);
  const terminal_reward = round(n * d, 4);
  const isKnown = career !== null && records.length >= 3;
  const leak = isKnown ? -0.1 * career.capitulation_rate + 0 : 0;
  const components = componentsFrom(penalty.components);
  if (isKnown) components.reputation_leak = leak;
  components.surplus = surplus;
  components.time_discount = time_discount;
  components.terminal_reward = terminal_reward;
  const added = clamp01(n * d + leak + penalty.of);
  return { components, reward: round(added, 4), added };
}

/** A copy to be extended. A spread in every step would take half of the step's time. */
export function componentsFrom(faults: Components): Record<string, number> {
  const components: Record<string, number> = {};
  for (const name in faults) components[name] = faults[name] ?? 0;
  return components;
}

export function dealRecord(state: BazaarState, price: number): DealRecord {
  const { episode, round: rounds, seller } = state;
  const budget = budgetOf(state);
  return {
    episode,
    outcome: 'deal',
    agreed_price: price,
    rounds_taken: rounds,
    buyer_surplus: budget - price,
    normalized_surplus: budget <= seller.cost ? 0 : (budget - price) / (budget - seller.cost),
    buyer_capitulated: price > seller.anchor * CAPITULATES,
  };
}

export function failedRecord({ episode, round: rounds }: BazaarState, outcome: 'walk' | 'expired'): DealRecord {
  return { episode, outcome, agreed_price: null, rounds_taken: rounds, buyer_surplus: 0, normalized_surplus: 0, buyer_capitulated: false };
}

/** Over the last ten records. Averages are over the deals among them, and unchanged if there are none. */
export function careerAfter(before: Career, record: DealRecord): Career {
  const deals = [...before.deals, record];
  const recent = deals.slice(-REMEMBERED);
  const made = recent.filter(({ outcome }) => outcome === 'deal');
  const capitulated = recent.filter(({ buyer_capitulated }) => buyer_capitulated).length;
  return {
    deals,
    capitulation_rate: capitulated / recent.length,
    avg_normalized_surplus: made.length > 0 ? sumOf(made, (one) => one.normalized_surplus) / made.length : before.avg_normalized_surplus,
    avg_rounds_to_close: made.length > 0 ? sumOf(made, (one) => one.rounds_taken) / made.length : before.avg_rounds_to_close,
    opponent_avg_offer_velocity: 0,
  };
}

/** Computed from the task's numbers. */
export function scoreOf(task: Task, records: readonly DealRecord[]): number {
  const [first] = records;
  if (first === undefined) return 0;
  switch (task.id) {
    case 'single_deal':
      return clamp01(shareOf(first));
    case 'asymmetric_pressure':
      return clamp01(shareOf(first) * (first.rounds_taken > 5 ? 0.5 : 1));
    case 'career_10':
      return clamp01(sumOf(records, (one) => shareOf(one) * Math.max(0, 1 - (one.rounds_taken / 8) * 0.3)) / records.length);
    case 'read_the_tells':
      return clamp01(sumOf(records, toldShare) / records.length);
    case 'amazon_realistic':
      return clamp01(first.outcome === 'deal' ? first.normalized_surplus : 0);
    default:
      return clamp01(sumOf(records, shareOf) / records.length);
  }
}

function shareOf({ agreed_price }: DealRecord): number {
  return agreed_price === null ? 0 : Math.max(0, (BUDGET - agreed_price) / (BUDGET - COST));
}

function toldShare(record: DealRecord): number {
  const share = shareOf(record);
  const price = record.agreed_price;
  return price !== null && price < 65 ? Math.min(1, share + 0.15 * ((65 - price) / 35)) : share;
}

const SAME_PRICE = 0.5;

/** Nearly the same price as the last one. */
export function isRepeat({ offered: last }: Pick<BazaarState, 'offered'>, price: number): boolean {
  return last !== null && Math.abs(price - last) < SAME_PRICE;
}

/** The budget of a task's only buyer. */
export function budgetOf({ budgets }: Pick<BazaarState, 'budgets'>): number {
  return budgets.buyer ?? BUDGET;
}

export function budgetOfSeat({ budgets }: Pick<BazaarState, 'budgets'>, seat: string): number {
  return budgets[seat] ?? BUDGET;
}

function sumOf<T>(list: readonly T[], amountOf: (one: T) => number): number {
  let sum = 0;
  for (const one of list) sum += amountOf(one);
  return sum;
}
