/** What one seat may know, on the wire: prices as people write them, with two decimals. */
import type { CueLabels } from './rules/cues';
import type { ActionType, OfferStatus, Side, Split } from './types';

export interface SeenOffer {
  offer_id: string;
  from: string;
  /** null: to everybody on the other side. */
  to: string | null;
  side: Side;
  price: number;
  quantity: number;
  round: number;
  /** The last round in which it can be taken; null: no limit. */
  expires_round: number | null;
  message: string;
  coalition_id: string | null;
  participants: string[] | null;
  /** This seat may accept it alone, at its turn. */
  acceptable: boolean;
  /** What accepting it alone would be worth to this seat now, less what waiting has taken; null: it cannot. */
  worth: number | null;
}

/** An offer that this seat knows of, standing or not. */
export interface PastOffer {
  from: string;
  side: Side;
  to: string | null;
  price: number;
  quantity: number;
  round: number;
  status: OfferStatus;
  closed_round: number | null;
}

export interface SeenSeat {
  seat: string;
  side: Side;
  list_price: number | null;
  /** Units that a seller has left. */
  stock: number | null;
  left: boolean;
  bought: boolean;
}

export interface SeenPool {
  coalition_id: string;
  founder: string;
  members: string[];
  invited: string[];
  split: Split;
  until_round: number;
  ended: string | null;
  message: string;
  you_are: 'member' | 'invited' | 'outside';
  /** Members alone see what each has agreed to pay. */
  reserves: Record<string, number> | null;
}

export interface SeenDeal {
  round: number;
  seller: string;
  buyers: string[];
  price: number;
  quantity: number;
}

export interface SeenMessage {
  from: string;
  to: string | null;
  round: number;
  text: string;
  claim: { kind: 'rival_offer'; price: number } | null;
}

export interface SeenCue {
  seat: string;
  round: number;
  symbol: number;
  labels: CueLabels;
}

/** What the seat keeps to itself. */
export interface OwnSide {
  limit: number;
  /** A seller's cost, or a buyer's value. */
  cost: number | null;
  value: number | null;
  /** What it gets, or pays, elsewhere. */
  outside: number | null;
  delivery: number;
  deadline: number;
  stock: number;
  bought: boolean;
  list_price: number | null;
  profit: number;
  pool: string | null;
}

export interface LegalAction {
  action_type: ActionType;
  /** Whom an offer or a message can go to; null in it: everybody. */
  targets?: (string | null)[];
  quantities?: number[];
  offer_ids?: string[];
  coalition_ids?: string[];
  members?: string[];
  /** Of a price, or of a reserve. */
  lowest?: number;
  highest?: number;
  until_rounds?: number[];
}

export interface BazaarObservation {
  seat: string;
  side: Side;
  task: string;
  turn: number;
  round: number;
  rounds: number;
  your_turn: boolean;
  /** No turn of this seat comes after this one. */
  last_turn: boolean;
  turns_left: number;
  done: boolean;
  listing: {
    id: string;
    kind: string;
    title: string;
    text: string;
    text_hinglish: string;
    facts: Readonly<Record<string, number | string | boolean>>;
  };
  you: OwnSide;
  /** The part of a deal's gain that is left now. */
  weight: number;
  mean_list_price: number;
  /** What a delivery costs a seller, as parts of the fair price, from the least to the most. */
  delivery_range: [number, number];
  seats: SeenSeat[];
  offers: SeenOffer[];
  history: PastOffer[];
  /** By target and quantity, the price that a new one may not go back on. */
  own_marks: { target_id: string | null; quantity: number; coalition_id: string | null; price: number }[];
  deals: SeenDeal[];
  pools: SeenPool[];
  messages: SeenMessage[];
  /** What the other side has shown; empty where none are sent. */
  cues: SeenCue[];
  cue_bits: { per_turn: number; error: number; after_turns: number[] } | null;
  shocks: { round: number; kind: string; rise: number | null; price: number | null }[];
  pitch: { bid: number } | null;
  verdicts: { round: number; winner: string | null; scores: { seat: string; score: number }[] }[];
  results: { ok: boolean; code: string; message: string }[];
  legal_actions: LegalAction[];
  reward: number | null;
}
