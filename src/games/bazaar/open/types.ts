/** Types of the ruleset `open`. Money in states and events is in whole cents, in fields that end in `_cents`. */

export const RULESET = 'open';
export const VERSION = 1;

export const TASK_IDS = ['quick', 'haggle', 'stall', 'bazaar', 'bulk'] as const;
export type TaskId = (typeof TASK_IDS)[number];

export const JUDGE_MODES = ['off', 'rule'] as const;
export type JudgeMode = (typeof JUDGE_MODES)[number];

export const SIDES = ['seller', 'buyer'] as const;
export type Side = (typeof SIDES)[number];

/** The market itself, which makes offers and has no seat. */
export const OPERATOR = 'operator';

export const ACTION_TYPES = [
  'send_offer',
  'counter_offer',
  'accept_offer',
  'reject_offer',
  'form_coalition',
  'join_coalition',
  'decline_coalition',
  'leave_coalition',
  'commit_to_coalition',
  'make_pitch',
  'send_message',
  'wait',
  'finish',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export const SPLITS = ['equal', 'contribution', 'uniform'] as const;
export type Split = (typeof SPLITS)[number];

export const SHOCK_KINDS = ['cost_rise', 'demand_rise', 'rival_seller', 'rival_buyer'] as const;
export type ShockKind = (typeof SHOCK_KINDS)[number];

export const OFFER_STATUSES = ['standing', 'accepted', 'rejected', 'withdrawn', 'replaced', 'expired', 'void'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export interface BazaarConfig {
  task_type: TaskId;
  seed: number;
  judge_mode: JudgeMode;
  sellers: number;
  buyers: number;
  rounds: number;
  /** Range of a seller's units. */
  stock: [number, number];
  /** Range of a seller's delivery cost, as a share of the fair price. */
  delivery: [number, number];
  shocks: number;
  pools: boolean;
  /** Whether seats send cues, and how many bits each carries. */
  cues: boolean;
  cue_bits: number;
  /** Task `quick`: the side whose deadline is the last round. */
  person: Side | null;
}

/** An item that the market sells. */
export interface Listing {
  id: string;
  kind: string;
  title: string;
  title_hi: string;
  text: string;
  text_hi: string;
  /** Structured: a number, a word, or a boolean. */
  facts: Readonly<Record<string, number | string | boolean>>;
  /** Its general value, hidden until the end. */
  fair_cents: number;
  held_out: boolean;
}

/** A seat's private data. */
export interface SeatWorld {
  seat: string;
  /** A seller's cost, a buyer's value. */
  own_cents: number;
  /** The price of its outside option. */
  outside_cents: number | null;
  delivery_cents: number;
  stock: number;
  /** The last round in which it can act. */
  deadline: number;
  /** Public; null for buyers. */
  list_cents: number | null;
  /** What its cues are about, if there are any. */
  hidden_type: number;
}

export interface Shock {
  round: number;
  kind: ShockKind;
  /** How much limits rise, as a share. */
  rise: number;
  /** The price of the operator's offer. */
  price_cents: number;
  /** Set by an organizer. */
  live: boolean;
}

/** A customer who arrives in a pitch round and buys from the seller with the best pitch. */
export interface WalkIn {
  round: number;
  bid_cents: number;
}

export interface World {
  listing: Listing;
  seats: SeatWorld[];
  shocks: Shock[];
  walk_ins: WalkIn[];
}

export interface Offer {
  offer_id: string;
  /** A seat, or the operator. */
  from: string;
  side: Side;
  /** null: to everyone on the other side. */
  to: string | null;
  price_cents: number;
  quantity: number;
  round: number;
  /** The last round in which it can be accepted; null: no limit. */
  expires: number | null;
  status: OfferStatus;
  /** The round in which it was closed. */
  closed_round: number | null;
  message: string;
  /** The pool of a joint bid. */
  coalition_id: string | null;
  participants: string[] | null;
  /** For a public offer: seats that have rejected it. */
  marked_by: string[];
}

export interface Pool {
  coalition_id: string;
  founder: string;
  /** Buyers that may join or have joined. */
  invited: string[];
  /** In the order of joining. */
  members: string[];
  /** The most that each member pays for its unit, by seat. */
  reserves: Record<string, number>;
  split: Split;
  round: number;
  until_round: number;
  message: string;
  ended: 'term' | 'deal' | 'nobody_joined' | 'too_few' | null;
}

export interface Deal {
  offer_id: string;
  round: number;
  seller: string;
  /** One buyer, or the participants of a pool. */
  buyers: string[];
  price_cents: number;
  quantity: number;
  coalition_id: string | null;
}

export interface Claim {
  kind: 'rival_offer';
  price_cents: number;
}

export interface Message {
  from: string;
  to: string | null;
  round: number;
  text: string;
  claim: Claim | null;
  /** Whether the claim was true when made; revealed when the match is over. */
  is_true: boolean | null;
}

export interface FactClaim {
  fact: string;
  value: number | string | boolean;
}

export interface Pitch {
  seat: string;
  round: number;
  text: string;
  claims: FactClaim[];
}

export interface JudgedPitch {
  seat: string;
  text: string;
  claims: (FactClaim & { is_true: boolean })[];
  score: number;
  reason: string;
}

export interface PitchVerdict {
  round: number;
  winner: string | null;
  pitches: JudgedPitch[];
}

export interface Cue {
  seat: string;
  round: number;
  symbol: number;
}

export interface Result {
  ok: boolean;
  code: string;
  message: string;
}

/** A parsed action with only the fields it uses. Prices in cents. */
export interface Action {
  action_type: ActionType;
  target_id?: string | null;
  offer_id?: string;
  coalition_id?: string;
  price_cents?: number;
  quantity?: number;
  expires_in?: number;
  message?: string;
  members?: string[];
  participants?: string[];
  split?: Split;
  reserve_cents?: number;
  until_round?: number;
  claim?: Claim;
  claims?: FactClaim[];
}

/** A parsed turn; an invalid action has a code and a message. */
export interface ReadTurn {
  actions: ({ action: Action } | { action: null; code: string; why: string })[];
  /** Number of actions over the limit of a turn. */
  left_out: number;
}

export const MOST_ACTIONS = 4;
export const LONGEST_MESSAGE = 500;
/** The share of a deal's gain that is left after each further round. */
export const KEPT = 0.98;
