/** Events of an open bazaar. Everything decided by chance, order or a rule is recorded in the event. */
import type { GuardMark } from '~/contract/guard';
import type { BazaarConfig, Deal, Message, Offer, OfferStatus, Pitch, PitchVerdict, Pool, ReadTurn, Result, Shock, World } from './types';

export interface Opened {
  type: 'bazaar_opened';
  ruleset: string;
  version: number;
  config: BazaarConfig;
  world: World;
}

export interface TurnTaken {
  type: 'turn_taken';
  seat: string;
  turn: number;
  round: number;
  key: string | null;
  read: ReadTurn;
  /** Position in a house policy's random stream. */
  house_drawn?: number;
  /** What guards changed. */
  guarded?: readonly GuardMark[];
}

export interface RoundClosed {
  type: 'round_closed';
  round: number;
  /** Completed turns; rounds without seats on move add none. */
  turns_over: number;
  side: 'seller' | 'buyer';
  /** The seats on move, in this round's order. */
  order: string[];
  silent: string[];
  order_drawn: number;
}

export interface RoundStarted {
  type: 'round_started';
  round: number;
  /** The bid of a walk-in customer; null: none. */
  walk_in_cents: number | null;
}

export type BazaarEvent =
  | Opened
  | TurnTaken
  | RoundClosed
  | RoundStarted
  | { type: 'action_resolved'; seat: string; index: number; action_type: string | null; result: Result }
  | { type: 'offer_made'; offer: Offer }
  | { type: 'offer_closed'; offer_id: string; from: string; to: string | null; status: Exclude<OfferStatus, 'standing' | 'accepted'> }
  | { type: 'offer_refused'; offer_id: string; by: string; from: string }
  | DealMade
  | { type: 'message_sent'; message: Message }
  | { type: 'pool_formed'; pool: Pool }
  | { type: 'pool_joined'; coalition_id: string; seat: string; reserve_cents: number }
  | { type: 'pool_declined'; coalition_id: string; seat: string }
  | { type: 'reserve_raised'; coalition_id: string; seat: string; reserve_cents: number }
  | { type: 'pool_ended'; coalition_id: string; why: NonNullable<Pool['ended']> }
  | { type: 'pitch_made'; pitch: Pitch }
  | { type: 'pitches_judged'; verdict: PitchVerdict }
  | { type: 'cue_sent'; seat: string; round: number; symbol: number; drawn: number }
  | { type: 'seat_left'; seat: string; why: 'deadline' | 'finished' | 'sold_out' | 'bought' }
  | { type: 'shock_planned'; shock: Shock }
  | { type: 'shock_struck'; shock: Shock }
  | { type: 'match_ended'; round: number };

export interface DealMade {
  type: 'deal_made';
  deal: Deal;
  /** By buyer, in the order of `deal.buyers`: who paid how much. The operator pays as itself. */
  payments: { seat: string; cents: number }[];
  /** The share of the gain that is left in this round. */
  weight: number;
  /** By seat, before the weight: the value of the deal. */
  gains: { seat: string; cents: number }[];
}

export type EventOf<Type extends BazaarEvent['type']> = Extract<BazaarEvent, { type: Type }>;
