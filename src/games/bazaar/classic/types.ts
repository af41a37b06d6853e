/** Types of the ruleset `classic`. Names with underscores are from the published wire format. */
import type { SeatId } from '~/contract/game';

export const RULESET = 'classic';
export const VERSION = 1;

export const PERSONALITIES = ['default', 'deceptive', 'impatient', 'collaborative'] as const;
export type Personality = (typeof PERSONALITIES)[number];

/** `task`: one buyer against the seller. `arena`: several buyers against it. `sell`: the seat sells to a scripted buyer. */
export const MODES = ['task', 'arena', 'sell'] as const;
export type Mode = (typeof MODES)[number];

/** The buyers for a selling seat. */
export const STRATEGIES = ['smart', 'naive', 'aggressive'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Listing {
  name: string;
  actual_price: number;
  discounted_price: number;
}

export interface BazaarConfig {
  task_type: string;
  seed: number;
  judge_mode: 'off';
  mode: Mode;
  /** null: the task's own. */
  seller_personality: Personality | null;
  /** For the listing task. null: the built-in rows. */
  listings: readonly Listing[] | null;
  /** Number of episodes to play, at most the task's. */
  episodes: number;
  /** The arena's seats, in order. */
  buyers: readonly SeatId[];
  strategy: Strategy;
  opening_price: number;
  /** After this many steps, the match ends without a deal; null: no limit, as in the published game. */
  step_limit: number | null;
}

export const ACTIONS = ['offer', 'accept', 'walk'] as const;
export type BuyerAction = (typeof ACTIONS)[number];

export interface BuyerMove {
  action: BuyerAction;
  /** Missing or null: half the budget, for an offer. */
  price?: number | null;
  /** A message to the others, which the rules ignore. */
  message?: string;
  /** In the arena, shown to all for one round. */
  signal?: string;
}

export interface SellerMove {
  price: number;
  message?: string;
}

export type BazaarMove = BuyerMove | SellerMove;

/** A buyer's move in the arena with its position among simultaneous ones. Without a move, it passes. */
export class PlacedBid {
  readonly move: unknown;
  readonly place: number;

  constructor(move: unknown, place: number) {
    this.move = move;
    this.place = place;
  }
}

export interface Tells {
  verbal_urgency: number;
  verbal_confidence: number;
  verbal_deception_cue: number;
  price_rounding: string;
  offer_speed: string;
  concession_pattern: string;
  fidget_level: number;
  eye_contact: string;
  posture: string;
  repeat_phrases: number;
  topic_changes: number;
  emotional_escalation: number;
  condition_score?: number;
  depreciation_score?: number;
  condition_label?: string;
}

export const OUTCOMES = ['deal', 'walk', 'expired'] as const;
export type DealOutcome = (typeof OUTCOMES)[number];

/** How an episode ended. */
export interface DealRecord {
  episode: number;
  outcome: DealOutcome;
  agreed_price: number | null;
  rounds_taken: number;
  buyer_surplus: number;
  normalized_surplus: number;
  buyer_capitulated: boolean;
}

export interface Career {
  deals: readonly DealRecord[];
  capitulation_rate: number;
  avg_normalized_surplus: number;
  avg_rounds_to_close: number;
  opponent_avg_offer_velocity: number;
}

export type Components = Readonly<Record<string, number>>;

/** The seller at the start of an episode. Not rounded. */
export interface SellerStart {
  personality: Personality;
  cost: number;
  anchor: number;
  reserve: number;
  /** Rounds by its own clock. */
  rounds: number;
}

/** Position in a match's random stream. */
export interface StreamPlace {
  drawn: number;
  kept: number | null;
}

/** A scripted buyer's answer to a selling seat. */
export type SellAnswer = 'offer' | 'accept' | 'walk' | 'deal' | 'expired';

export interface HistoryEntry {
  round: number;
  actor: 'buyer' | 'seller';
  action: string;
  price: number | null;
}

/** What an arena's buyer has done so far. */
export interface ArenaBuyer {
  last: number | null;
  rounds: number;
  acted: boolean;
}

export interface Signal {
  round: number;
  buyer_id: SeatId;
  signal: string;
}

/** The published game's observation of a buyer (section 10). */
export interface BuyerSeen {
  current_round: number;
  max_rounds: number;
  own_last_offer: number | null;
  opponent_last_offer: number;
  own_private_deadline: number | null;
  own_private_budget: number;
  rounds_remaining: number;
  seller_last_move_delta: number | null;
  item_name: string;
  seller_asking_price: number;
  seller_personality: string;
  tells: Tells | null;
  episode_number: number;
  total_episodes: number;
  career_history: Career | null;
  done: boolean;
  deal_outcome: DealOutcome | null;
  /** The seller's message. */
  message?: string;
}

export interface TaskObservation extends BuyerSeen {
  task_id: string;
  said: readonly string[];
  reward_components: Components;
  cumulative_reward: number;
  record: DealRecord | null;
  score: number;
  success: boolean;
  last_episode: BuyerSeen | null;
}

export interface OtherBuyer {
  buyer_id: SeatId;
  name: string;
  status: 'browsing' | 'negotiating';
  rounds_active?: number;
}

export interface ArenaView {
  buyer_id: SeatId;
  negotiation: BuyerSeen;
  other_buyers_visible: readonly OtherBuyer[];
  coalition_signals: readonly Signal[];
  seller_attention: string;
}

/** A buyer's observation in either mode; in the arena, with the others that it sees. */
export interface BuyerObservation extends BuyerSeen {
  seat: SeatId;
  role: 'buyer';
  /** Number of the seller's counters in this episode. An offer can be accepted after the first. */
  counters: number;
  record: DealRecord | null;
  score: number;
  arena: Omit<ArenaView, 'buyer_id' | 'negotiation'> | null;
}

export interface SellerObservation {
  seat: SeatId;
  role: 'seller';
  round: number;
  max_rounds: number;
  opening_price: number;
  own_private_cost: number;
  buyer_action: SellAnswer | null;
  buyer_price: number | null;
  outcome: DealOutcome | null;
  agreed_price: number | null;
  history: readonly HistoryEntry[];
  done: boolean;
}

export type BazaarObservation = BuyerObservation | SellerObservation;
