/** The published buyer's wrapper: a pure function of observation and proposal. Versions 1 and 2. */
import { clamp01, round } from '~/lib/numbers';
import type { BuyerAction, BuyerSeen, Tells } from '../types';

export interface Proposal {
  action: BuyerAction;
  price?: number | null | undefined;
  message?: string | null | undefined;
}

export interface Steered {
  action: BuyerAction;
  price: number | null;
  /** The model's line is replaced with a stock line. */
  line_replaced: boolean;
}

/** The fields of an observation that it reads. Missing and null are equivalent. */
export type SteerSeen = { [K in keyof Omit<BuyerSeen, 'tells'>]?: BuyerSeen[K] | null } & { tells?: Partial<Nullable<Tells>> | null };

type Nullable<T> = { [K in keyof T]: T[K] | null };

export type SteerVersion = 1 | 2;

export function steer(seen: SteerSeen, proposal: Proposal, version: SteerVersion): Steered {
  const steered = decided(seen, proposal, version);
  return { ...steered, line_replaced: isReplaced(proposal, steered) };
}

interface Bounds {
  ask: number;
  budget: number;
  left: number;
  /** The most that a deal is worth. */
  accept: number;
  floor: number;
  ceil: number;
  target: number;
  /** The assumed cost of the seller. */
  cost: number;
}

/** What the wrapper believes about the seller, and its conclusions. */
export interface ReadSeller {
  /** From 0 to 1. */
  urgency: number;
  flexibility: number;
  /** The assumed cost of the seller. */
  cost: number;
  /** The target price, and the most that it would accept now. */
  target: number;
  most: number;
}

/** null: impossible without prices. */
export function readSeller(seen: SteerSeen): ReadSeller | null {
  const ask = seen.opponent_last_offer || seen.seller_asking_price || 0;
  const budget = seen.own_private_budget ?? 0;
  if (ask <= 0 || budget <= 0) return null;
  const { target, accept, cost } = boundsOf(seen, ask, budget);
  const [urgency, flexibility] = readingOf(seen, ask);
  return { urgency, flexibility, cost, target, most: accept };
}

type Choice = Omit<Steered, 'line_replaced'>;

function decided(seen: SteerSeen, { action, price = null }: Proposal, version: SteerVersion): Choice {
  const ask = seen.opponent_last_offer || seen.seller_asking_price || 0;
  const budget = seen.own_private_budget ?? 0;
  if (ask <= 0 || budget <= 0) {
    if (action === 'offer' && price === null) return offer(Math.max(1, budget > 0 ? 0.3 * budget : 30));
    return { action, price };
  }
  const bounds = boundsOf(seen, ask, budget);
  const last = seen.own_last_offer ?? null;
  switch (action) {
    case 'accept':
      if (ask > bounds.accept && bounds.left > 1) return offer(band(bounds, bounds.target));
      return ACCEPT;
    case 'walk':
      if (bounds.left <= 1 && ask > 0.98 * budget) return { action: 'walk', price: null };
      if (ask <= bounds.accept && bounds.left <= 2) return ACCEPT;
      return offer(band(bounds, (last ?? bounds.floor) + Math.max(1, 0.06 * ask)));
    default:
      return steeredOffer(bounds, { price, last, version });
  }
}

const ACCEPT: Choice = { action: 'accept', price: null };

function offer(price: number): Choice {
  return { action: 'offer', price: round(price, 2) };
}

function steeredOffer(
  bounds: Bounds,
  { price, last, version }: { price: number | null; last: number | null; version: SteerVersion },
): Choice {
  const { ask, left, accept, floor, ceil } = bounds;
  if (left <= 1 && ask <= accept) return ACCEPT;
  let y = band(bounds, price ?? (floor + ceil) / 2);
  if (version === 2 && last !== null && y < last) y = Math.max(last, Math.min(ceil, last + Math.max(1, 0.15 * Math.max(0, ask - last))));
  return offer(y);
}

function band({ floor, ceil }: Bounds, x: number): number {
  return Math.max(floor, Math.min(ceil, x));
}

function boundsOf(seen: SteerSeen, ask: number, budget: number): Bounds {
  const left = seen.rounds_remaining || 0;
  const rounds = Math.max(1, seen.max_rounds || left || 1);
  const at = seen.current_round || rounds - left;
  const late = clamp01(at / rounds);
  const [urgency, flexibility] = readingOf(seen, ask);
  const guessed = ask * (0.58 - 0.18 * urgency + 0.08 * (1 - flexibility));
  const cost = Math.max(1, Math.min(guessed, 0.9 * ask));
  const power = Math.max(0.2, Math.min(0.85, 0.35 + 0.4 * urgency + 0.2 * flexibility - 0.3 * late));
  const target = Math.max(1, Math.min((1 - power) * budget + power * cost, 0.95 * budget, 1.02 * ask));
  const accept = Math.min(target + (budget - target) * (0.28 + 0.45 * late + 0.12 * (1 - urgency)), 0.95 * budget);
  let floor = Math.max(1, Math.min(0.85 * target, 0.65 * ask, 0.85 * budget));
  let ceil = Math.min(accept, ask * (0.9 + 0.08 * late));
  if (left <= 2) {
    floor = Math.max(floor, 0.87 * ask);
    ceil = Math.max(ceil, floor);
  }
  if (ceil < floor) floor = ceil;
  return { ask, budget, left, accept, floor, ceil, target, cost };
}

const PRIORS: Readonly<Record<string, readonly [number, number]>> = {
  default: [0.5, 0.5],
  deceptive: [0.45, 0.3],
  impatient: [0.68, 0.65],
  collaborative: [0.4, 0.72],
};
const UNKNOWN: readonly [number, number] = [0.5, 0.5];
const SPEEDS: Readonly<Record<string, number>> = { instant: 0.15, normal: 0.05, deliberate: -0.05 };
const URGENT: Readonly<Record<string, number>> = { front_loaded: 0.15, erratic: 0.08, stalling: -0.1, steady: 0 };
const FLEXIBLE: Readonly<Record<string, number>> = { front_loaded: 0.22, steady: 0.08, erratic: 0.03, stalling: -0.18 };

/** How urgent and how flexible the seller seems. */
function readingOf(seen: SteerSeen, ask: number): readonly [number, number] {
  const { tells } = seen;
  const [priorUrgency, priorFlexibility] = entryOf(PRIORS, seen.seller_personality ?? '') ?? UNKNOWN;
  const urgency = tells?.verbal_urgency ?? 0;
  const fidget = tells?.fidget_level ?? 0;
  const emotion = tells?.emotional_escalation ?? 0;
  const deception = tells?.verbal_deception_cue ?? 0;
  const confidence = tells?.verbal_confidence || 0.5;
  const speed = entryOf(SPEEDS, tells?.offer_speed ?? 'normal') ?? 0;
  const pattern = tells?.concession_pattern ?? 'steady';
  const shownUrgency = clamp01(
    0.35 * urgency + 0.25 * fidget + 0.2 * emotion + 0.1 * deception + 0.1 * (1 - confidence) + speed + (entryOf(URGENT, pattern) ?? 0),
  );
  const moved = clamp01((seen.seller_last_move_delta || 0) / Math.max(ask, 1));
  const shownFlexibility = clamp01(
    0.45 * moved + 0.2 * (1 - confidence) + 0.2 * urgency + 0.15 * (1 - deception) + (entryOf(FLEXIBLE, pattern) ?? 0),
  );
  return [clamp01(0.55 * priorUrgency + 0.45 * shownUrgency), clamp01(0.55 * priorFlexibility + 0.45 * shownFlexibility)];
}

function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function isReplaced({ action, price = null, message }: Proposal, steered: Choice): boolean {
  if (action !== steered.action || (message ?? '').trim() === '') return true;
  if (price === null || steered.price === null) return false;
  return Math.abs(steered.price - price) / Math.max(price, 1) > 0.1;
}
