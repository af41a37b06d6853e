/** What happens in the bazaar. Everything chance chose is in the event. */
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
  /** The name of the drawn listing, shown until the first round is played; null: none was drawn. */
  listing: string | null;
  seller: SellerStart;
  /** By seat. */
  budgets: Readonly<Record<SeatId, number>>;
  /** What the seller knows of the buyer: its capitulation rate so far. */
  cap: number;
  /** The opening line, as it was drawn; null: none is. */
  line: string | null;
}

export interface BuyerMoved {
  type: 'buyer_moved';
  seat: SeatId;
  turn: number;
  /** As it was handed in. */
  move: BuyerMove;
  /** As it is played. */
  price: number | null;
  /** What is wrong with it, and costs reward. */
  components: Components;
  /** To where the seat's policy has read its own stream; left out: it has not drawn. */
  read?: number;
  /** An offer is accepted that the seller has not made yet: it costs reward, and nothing else happens. */
  invalid?: true;
}

export interface SellerAnswered extends StreamPlace {
  type: 'seller_answered';
  turn: number;
  personality: Personality;
  answer: 'accept' | 'counter' | 'walk';
  /** The current ask after it. */
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
  /** What the running total grows by. */
  added: number;
  components: Components;
  /** The price narrowing etc. of a counter is public; the record ends the episode. */
  record: DealRecord | null;
  /** Nothing comes after it. */
  over: boolean;
  /** The step limit ended the match. */
  stopped?: true;
}

export interface BidMade {
  type: 'bid_made';
  seat: SeatId;
  turn: number;
  move: BuyerMove | null;
  /** Its place among those of its round; left out: the seat's own. */
  place?: number;
  read?: number;
}

export interface ArenaClosed extends StreamPlace {
  type: 'arena_closed';
  turn: number;
  best: number;
  holder: SeatId | null;
  /** Each bid as it counts; null: a walk. */
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
  /** The seat said nothing: the price is that of before. */
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
