/** The words of the bazaar's ruleset `open`. Money in states and events is whole hundredths, in fields that end in `_cents`. */

export const RULESET = 'open';
export const VERSION = 1;

export const TASK_IDS = ['quick', 'haggle', 'stall', 'bazaar', 'bulk'] as const;
export type TaskId = (typeof TASK_IDS)[number];

export const JUDGE_MODES = ['off', 'rule'] as const;
export type JudgeMode = (typeof JUDGE_MODES)[number];

export const SIDES = ['seller', 'buyer'] as const;
export type Side = (typeof SIDES)[number];

/** The market itself: it sends offers of its own and holds no seat. */
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
  /** Units that a seller has, from the fewest to the most. */
  stock: [number, number];
  /** What a delivery costs a seller, as a part of the fair price. */
  delivery: [number, number];
  shocks: number;
  pools: boolean;
  /** Seats send cues; how many bits each of them tells. */
  cues: boolean;
  cue_bits: number;
  /** Task `quick`: whose deadline is the last round. */
  person: Side | null;
}

/** One thing of the market's stock. */
export interface Listing {
  id: string;
  kind: string;
  title: string;
  title_hi: string;
  text: string;
  text_hi: string;
  /** Typed: a number, a word, or yes and no. */
  facts: Readonly<Record<string, number | string | boolean>>;
  /** What it is worth on the whole: shown to nobody before the end. */
  fair_cents: number;
  held_out: boolean;
}

/** What a seat keeps to itself. */
export interface SeatWorld {
  seat: string;
  /** A seller's cost, a buyer's value. */
  own_cents: number;
  /** What it gets, or pays, elsewhere. */
  outside_cents: number | null;
  delivery_cents: number;
  stock: number;
  /** The last round in which it can act. */
  deadline: number;
  /** Public; null: a buyer has none. */
  list_cents: number | null;
  /** What its cues are about; null where none are sent. */
  hidden_type: number;
}

export interface Shock {
  round: number;
  kind: ShockKind;
  /** By which part limits rise. */
  rise: number;
  /** Of the operator's offer. */
  price_cents: number;
  /** An organizer let it happen. */
  live: boolean;
}

/** A customer who comes by in a pitch round and buys from the seller with the best pitch. */
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
  /** null: to everybody on the other side. */
  to: string | null;
  price_cents: number;
  quantity: number;
  round: number;
  /** The last round in which it can be taken; null: no limit. */
  expires: number | null;
  status: OfferStatus;
  /** When it stopped standing. */
  closed_round: number | null;
  message: string;
  /** A pool's bid. */
  coalition_id: string | null;
  participants: string[] | null;
  /** Of an open offer: who has said no to it. */
  marked_by: string[];
}

export interface Pool {
  coalition_id: string;
  founder: string;
  /** Those who may still join or have joined. */
  invited: string[];
  /** In the order of joining. */
  members: string[];
  /** The most each member pays for its unit; by seat. */
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
  /** One, or the participants of a pool. */
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
  /** Whether the claim held when it was made; shown when the match is over. */
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

/** An action as it was read: only the fields that it uses. Prices in hundredths. */
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

/** A turn as it was read; an action that was none has a code and a sentence. */
export interface ReadTurn {
  actions: ({ action: Action } | { action: null; code: string; why: string })[];
  /** How many more were handed in than a turn may hold. */
  left_out: number;
}

export const MOST_ACTIONS = 4;
export const LONGEST_MESSAGE = 500;
/** The part of a deal's gain that is left after each further round. */
export const KEPT = 0.98;
