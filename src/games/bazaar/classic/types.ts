/** The words of the bazaar's ruleset `classic`. Names with underscores are those of the published game's wire. */
import type { SeatId } from '~/contract/game';

export const RULESET = 'classic';
export const VERSION = 1;

export const PERSONALITIES = ['default', 'deceptive', 'impatient', 'collaborative'] as const;
export type Personality = (typeof PERSONALITIES)[number];

/** `task`: one buyer against the seller. `arena`: several buyers against it. `sell`: the seat sells, a scripted buyer buys. */
export const MODES = ['task', 'arena', 'sell'] as const;
export type Mode = (typeof MODES)[number];

/** Who buys where the seat sells. */
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
  /** Of the listing task. null: the built-in rows. */
  listings: readonly Listing[] | null;
  /** How many are played; at most those of the task. */
  episodes: number;
  /** The arena's seats, in their order. */
  buyers: readonly SeatId[];
  strategy: Strategy;
  opening_price: number;
  /** A match that is not over after so many steps ends without a deal; null: it goes on, as the published game does. */
  step_limit: number | null;
}

export const ACTIONS = ['offer', 'accept', 'walk'] as const;
export type BuyerAction = (typeof ACTIONS)[number];

export interface BuyerMove {
  action: BuyerAction;
  /** Left out or null: for an offer half the budget. */
  price?: number | null;
  /** Words to the others. They bind nobody, and the rules do not read them. */
  message?: string;
  /** In the arena, shown to all for one round. */
  signal?: string;
}

export interface SellerMove {
  price: number;
  message?: string;
}

export type BazaarMove = BuyerMove | SellerMove;

/** A buyer's move in the arena with its place among those that were handed in together. Without a move it lets the round pass. */
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

/** The seller as an episode begins. Nothing of it is rounded. */
export interface SellerStart {
  personality: Personality;
  cost: number;
  anchor: number;
  reserve: number;
  /** Rounds by its own clock. */
  rounds: number;
}

/** Where a match's stream stands. */
export interface StreamPlace {
  drawn: number;
  kept: number | null;
}

/** What a scripted buyer answers a seat that sells. */
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

/** What the published game shows a buyer (section 10). */
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
  /** What the seller says. */
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

/** What a buyer's seat observes in either mode; in the arena with the others that it sees. */
export interface BuyerObservation extends BuyerSeen {
  seat: SeatId;
  role: 'buyer';
  /** How many counters the seller has made in this episode: an offer can be taken from the first on. */
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
