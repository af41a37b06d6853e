/** What can be said of a finished match of ruleset `open`, as plain JSON: why each seat ended where it did. Money in whole cents. */
import type { RewardColumn } from '../shared/rewards';

/** Where money came from and went to: each cent that moved stands in one of these. */
export const PROFIT_PARTS = ['jobs', 'trades', 'coalition_shares', 'grants', 'energy', 'shocks', 'penalties'] as const;
export type ProfitPart = (typeof PROFIT_PARTS)[number];

export interface Explanation {
  rounds: number;
  /** What its texts name by ids, so that a screen can call it as the match page does. */
  things: ThingsExplained;
  efficiency: EfficiencyExplained;
  /** By number: lab_0 first. */
  seats: SeatExplained[];
  /** Joint plans in the order in which they were carried out. */
  plans: PlanExplained[];
  /** Promises, wants and counter-plans that came to something, in the order in which that was decided; none under version 1. */
  spoken: SpokenExplained[];
}

export interface ThingsExplained {
  labs: { lab_id: string; jobs: { job_id: string; base_value: number; urgency_multiplier: number }[] }[];
  blocks: { block_id: string; start_round: number; duration: number; gpu_count: number }[];
  /** Everybody who was ever a member. */
  coalitions: { coalition_id: string; founder: string; members: string[] }[];
}

/** Something that was said and held, or did not. */
export interface SpokenExplained {
  round_index: number;
  /** The event that decided it. */
  seq: number;
  text: string;
}

/** How much of the best possible the market reached. */
export interface EfficiencyExplained {
  /** The solver's bound: no play earns more. */
  optimum_cents: number;
  profit_cents: number;
  /** What all would have earned alone. */
  autarky_cents: number;
  /** null: there was nothing to earn. */
  efficiency: number | null;
  /** How far the optimum may still lie below its bound, as a part of it. */
  gap: number;
  /** null: the score counts; else why it does not. */
  unrated: 'gap' | 'clock' | 'live_shock' | 'money' | null;
}

export interface SeatExplained {
  seat: string;
  name: string;
  start_cents: number;
  end_cents: number;
  /** End less start: what `parts` add up to, to the cent. */
  profit_cents: number;
  parts: Record<ProfitPart, number>;
  entries: ProfitEntry[];
  autarky_cents: number;
  /** One equal share of all that trade could bring: the unit of gain. */
  scale_cents: number;
  gain: number;
  /** What `columns` add up to: profit less autarky. Fractions of cents stay, since shares are fractions. */
  columns: Record<RewardColumn, number>;
  rounds: RoundExplained[];
}

/** One movement of money. */
export interface ProfitEntry {
  part: ProfitPart;
  cents: number;
  round_index: number;
  /** The event after which the money had moved. */
  seq: number;
  text: string;
}

/** A joint plan: what each participant asked for, brought, was promised and got. */
export interface PlanExplained {
  coalition_id: string;
  split: string;
  proposed_by: string;
  round_index: number;
  seq: number;
  plan: { job_id: string; block_ids: string[] }[];
  /** Planned value less energy. */
  total_cents: number;
  reserves_cents: number;
  /** What the plan's jobs paid in the end, less their energy. */
  paid_cents: number;
  /** Too many participants to try every order: values by orders drawn by lot. */
  sampled: boolean;
  members: {
    seat: string;
    reserve_cents: number;
    /** Reserve and Shapley value: what it added, averaged over all orders of joining. */
    shapley_cents: number;
    /** What the split that all had signed promised of the same total. */
    signed_cents: number;
    received_cents: number;
  }[];
}

/** One round of one seat, seen with nothing but that seat's own observation of it. */
export interface RoundExplained {
  round_index: number;
  /** The last event before anybody's turn of this round. */
  seq: number;
  /** The single move that would have added most to what it did; null: none would have added anything. */
  missed: MissedMove | null;
  /** Offers that it could have taken and did not, best first. */
  offers: { offer_id: string; from_lab_id: string; worth_cents: number; text: string }[];
  /** Allocations that its own best plan had for this very round and that it did not make. */
  lapsed: { job_id: string; block_ids: string[]; worth_cents: number }[];
  /** Blocks whose window passed before this round without having been used. */
  idle: { block_id: string; hours: number }[];
  /** What the planner would have handed in, and what that adds to waiting; offers made count nothing, since others decide. */
  planner: { actions: string[]; worth_cents: number };
  /** The same estimate of what the seat did hand in. */
  own_cents: number;
}

export interface MissedMove {
  kind: 'accept' | 'allocate';
  worth_cents: number;
  text: string;
}
