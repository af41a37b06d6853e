/** What one seat may know, in wire format: prices with two decimals. */
import type { CueLabels } from './rules/cues';
import type { ActionType, OfferStatus, Side, Split } from './types';

export interface SeenOffer {
  offer_id: string;
  from: string;
  /** null: to everyone on the other side. */
  to: string | null;
  side: Side;
  price: number;
  quantity: number;
  round: number;
  /** The last round in which it can be accepted; null: no limit. */
  expires_round: number | null;
  message: string;
  coalition_id: string | null;
  participants: string[] | null;
  /** This seat may accept it alone, when on move. */
  acceptable: boolean;
  /** The value of accepting it alone now, after the cost of waiting; null: it cannot. */
  worth: number | null;
}

/** An offer known to this seat, open or closed. */
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
  /** A seller's remaining units. */
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
  /** Only members see what each has agreed to pay. */
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

/** The seat's private data. */
export interface OwnSide {
  limit: number;
  /** A seller's cost, or a buyer's value. */
  cost: number | null;
  value: number | null;
  /** The price of its outside option. */
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
  /** Possible recipients of an offer or a message; null stands for everyone. */
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
  /** This is the seat's last turn. */
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
  /** The share of a deal's gain that is left now. */
  weight: number;
  mean_list_price: number;
  /** Range of a seller's delivery cost, as shares of the fair price. */
  delivery_range: [number, number];
  seats: SeenSeat[];
  offers: SeenOffer[];
  history: PastOffer[];
  /** By target and quantity, the price that a new one may not be worse than. */
  own_marks: { target_id: string | null; quantity: number; coalition_id: string | null; price: number }[];
  deals: SeenDeal[];
  pools: SeenPool[];
  messages: SeenMessage[];
  /** Cues shown by the other side; empty if the market has none. */
  cues: SeenCue[];
  cue_bits: { per_turn: number; error: number; after_turns: number[] } | null;
  shocks: { round: number; kind: string; rise: number | null; price: number | null }[];
  pitch: { bid: number } | null;
  verdicts: { round: number; winner: string | null; scores: { seat: string; score: number }[] }[];
  results: { ok: boolean; code: string; message: string }[];
  legal_actions: LegalAction[];
  reward: number | null;
}
