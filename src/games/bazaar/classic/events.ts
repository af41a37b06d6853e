/** Events of the bazaar. Everything random is recorded in the event. */
import type { GameEvent, SeatId } from '~/contract/game';
import type {
  BazaarConfig,
  BuyerMove,
  Components,
  DealOutcome,
  DealRecord,
  Personality,
  SellAnswer,
  SellerMove,
  SellerStart,
  Signal,
  StreamPlace,
  Tells,
} from './types';

export interface BazaarOpened extends GameEvent {
  type: 'bazaar_opened';
  ruleset: string;
  version: number;
  config: BazaarConfig;
}

export interface EpisodeOpened extends StreamPlace {
  type: 'episode_opened';
  turn: number;
  episode: number;
  item: string;
  /** The name of the drawn listing, shown until the first round is played; null: none. */
  listing: string | null;
  seller: SellerStart;
  /** By seat. */
  budgets: Readonly<Record<SeatId, number>>;
  /** What the seller knows about the buyer: its capitulation rate so far. */
  cap: number;
  /** The opening line that was drawn; null: none. */
  line: string | null;
}

export interface BuyerMoved {
  type: 'buyer_moved';
  seat: SeatId;
  turn: number;
  /** As submitted. */
  move: BuyerMove;
  /** As played. */
  price: number | null;
  /** Penalties for what is wrong with it. */
  components: Components;
  /** Position in the seat's random stream; absent if it has not drawn. */
  read?: number;
  /** Accepts an offer that the seller has not made yet: costs reward and does nothing else. */
  invalid?: true;
}

export interface SellerAnswered extends StreamPlace {
  type: 'seller_answered';
  turn: number;
  personality: Personality;
  answer: 'accept' | 'counter' | 'walk';
  /** The current ask afterwards. */
  ask: number;
  said: readonly string[];
  tells: Tells;
  bluffs: number;
  pressure: number;
}

/** A buyer's step, or an arena's round, is over. */
export interface TurnClosed {
  type: 'turn_closed';
  turn: number;
  /** null: this mode pays none. */
  reward: number | null;
  /** Increase of the running total. */
  added: number;
  components: Components;
  /** The details of a counter are public. The record ends the episode. */
  record: DealRecord | null;
  /** The match is over. */
  over: boolean;
  /** The match ended at the step limit. */
  stopped?: true;
}

export interface BidMade {
  type: 'bid_made';
  seat: SeatId;
  turn: number;
  move: BuyerMove | null;
  /** Its position among the bids of the round; absent: the seat's own. */
  place?: number;
  read?: number;
}

export interface ArenaClosed extends StreamPlace {
  type: 'arena_closed';
  turn: number;
  best: number;
  holder: SeatId | null;
  /** Each bid as counted; null: walks away. */
  played: Readonly<Record<SeatId, number | null>>;
  signals: readonly Signal[];
  ask: number;
  /** The seller made a counter. */
  countered: boolean;
  bluffs: number;
  tells: Tells | null;
  outcome: 'deal' | 'expired' | null;
}

export interface AskNamed {
  type: 'ask_named';
  seat: SeatId;
  turn: number;
  move: SellerMove;
  /** The seat made no offer, so the previous price is repeated. */
  repeated?: true;
}

export interface BuyerAnswered {
  type: 'buyer_answered';
  turn: number;
  answer: SellAnswer;
  price: number | null;
  outcome: DealOutcome | null;
  agreed: number | null;
}

/** The turn is lost. */
export type TurnLost =
  | { type: 'move_refused'; seat: SeatId; turn: number; why: string }
  | { type: 'turn_lapsed'; seat: SeatId; turn: number };

export type BazaarEvent =
  | BazaarOpened
  | EpisodeOpened
  | BuyerMoved
  | SellerAnswered
  | TurnClosed
  | BidMade
  | ArenaClosed
  | AskNamed
  | BuyerAnswered
  | TurnLost;
