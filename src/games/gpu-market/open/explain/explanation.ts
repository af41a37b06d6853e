/** The explanation of a finished match of ruleset `open`, as plain JSON. Money in whole cents. */
import type { RewardColumn } from '../shared/rewards';

/** Sources and uses of money; every movement has one of these causes. */
export const PROFIT_PARTS = ['jobs', 'trades', 'coalition_shares', 'grants', 'energy', 'shocks', 'penalties'] as const;
export type ProfitPart = (typeof PROFIT_PARTS)[number];

export interface Explanation {
  rounds: number;
  /** Things named by id in its texts, so that a screen can use the match page's names. */
  things: ThingsExplained;
  efficiency: EfficiencyExplained;
  /** By number: lab_0 first. */
  seats: SeatExplained[];
  /** Joint plans, in the order they were carried out. */
  plans: PlanExplained[];
  /** What each deal was worth to its labs. Absent in explanations from before it was computed. */
  deals?: DealExplained[];
  /** Promises, wants and counter-plans with a result, in the order it was decided; none in version 1. */
  spoken: SpokenExplained[];
}

export interface ThingsExplained {
  labs: { lab_id: string; jobs: { job_id: string; base_value: number; urgency_multiplier: number }[] }[];
  blocks: { block_id: string; start_round: number; duration: number; gpu_count: number }[];
  /** Everyone who was ever a member. */
  coalitions: { coalition_id: string; founder: string; members: string[] }[];
}

/** A deal's worth by lab: its price, and what the blocks change in the lab's own best plan. */
export interface DealExplained {
  seq: number;
  worth_cents: Record<string, number>;
}

/** A promise, want or counter-plan, and whether it was kept or fulfilled. */
export interface SpokenExplained {
  round_index: number;
  /** The event that decided it. */
  seq: number;
  text: string;
}

/** The market's share of the best possible total. */
export interface EfficiencyExplained {
  /** The solver's bound; no play can earn more. */
  optimum_cents: number;
  profit_cents: number;
  /** What all labs would have earned alone. */
  autarky_cents: number;
  /** null: there was nothing to earn. */
  efficiency: number | null;
  /** How far the optimum may be below its bound, as a share. */
  gap: number;
  /** null: the score counts; otherwise why it does not. */
  unrated: 'gap' | 'clock' | 'live_shock' | 'money' | null;
}

export interface SeatExplained {
  seat: string;
  name: string;
  start_cents: number;
  end_cents: number;
  /** End minus start; the sum of `parts`, to the cent. */
  profit_cents: number;
  parts: Record<ProfitPart, number>;
  entries: ProfitEntry[];
  autarky_cents: number;
  /** One equal share of the gains of trade: the unit of gains. */
  scale_cents: number;
  gain: number;
  /** The sum of `columns`: profit minus autarky. Includes fractions of cents, because shares are fractions. */
  columns: Record<RewardColumn, number>;
  rounds: RoundExplained[];
}

/** One movement of money. */
export interface ProfitEntry {
  part: ProfitPart;
  cents: number;
  round_index: number;
  /** The event that moved the money. */
  seq: number;
  text: string;
  /** A bond or deposit that was put down and may come back, or that came back: no gain and no loss by itself. */
  held?: true;
}

/** A joint plan: what each participant asked for, contributed, was promised and received. */
export interface PlanExplained {
  coalition_id: string;
  split: string;
  proposed_by: string;
  round_index: number;
  seq: number;
  plan: { job_id: string; block_ids: string[] }[];
  /** Planned value minus energy. */
  total_cents: number;
  reserves_cents: number;
  /** What the plan's jobs finally paid, minus their energy. */
  paid_cents: number;
  /** Too many participants for all orders: values are estimated from random orders. */
  sampled: boolean;
  members: {
    seat: string;
    reserve_cents: number;
    /** Reserve plus Shapley value: its mean contribution over all orders of joining. */
    shapley_cents: number;
    /** What the agreed split promised of the same total. */
    signed_cents: number;
    received_cents: number;
  }[];
}

/** One round of a seat, judged only by that seat's observation. */
export interface RoundExplained {
  round_index: number;
  /** The last event before the turns of this round. */
  seq: number;
  /** The single move that would have added most to what it did; null: none. */
  missed: MissedMove | null;
  /** Offers that it could have accepted, best first. */
  offers: { offer_id: string; from_lab_id: string; worth_cents: number; text: string }[];
  /** Allocations for this round in its own best plan that it did not make. */
  lapsed: { job_id: string; block_ids: string[]; worth_cents: number }[];
  /** Blocks whose window ended before this round without being used. */
  idle: { block_id: string; hours: number }[];
  /** What the planner would have submitted, and its value over waiting. Offers made count nothing, because others decide. */
  planner: { actions: string[]; worth_cents: number };
  /** The same estimate for what the seat submitted. */
  own_cents: number;
}

export interface MissedMove {
  kind: 'accept' | 'allocate';
  worth_cents: number;
  text: string;
}
