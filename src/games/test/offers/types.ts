/**
 * The types of the test game `offers`: a seller and a buyer name prices in turn, until one takes the other's price, leaves, or time is up.
 */
import type { GameEvent, SeatId } from '~/contract/game';
import type { GuardMark } from '~/contract/guard';

export const KEY = 'test/offers';
export const RULESET = 'offers';
export const VERSION = 1;
export const SEATS = ['seller', 'buyer'] as const;
export type OffersSeat = (typeof SEATS)[number];
export const LOWEST_PRICE = 0;
export const HIGHEST_PRICE = 100;
export const LONGEST_MESSAGE = 140;

export interface OffersConfig {
  task_type: string;
  seed: number;
  judge_mode: 'off';
  rounds: number;
  /** Older matches have neither. */
  costs?: [number, number];
  leaving?: boolean;
}

export const MOVES = ['name_price', 'take_price', 'leave_table'] as const;
export type OffersMove = NamePrice | { type: 'take_price' } | { type: 'leave_table' };

/** `message`: non-binding words to the other seat. */
export interface NamePrice {
  type: 'name_price';
  price: number;
  message?: string | undefined;
}

/** What one seat did, or failed to do, in its turn. */
export type TurnEvent =
  | PriceNamed
  | { type: 'price_taken'; seat: OffersSeat; turn: number; price: number }
  | { type: 'table_left'; seat: OffersSeat; turn: number }
  /** The turn is lost, because the move could not be parsed. */
  | { type: 'move_refused'; seat: OffersSeat; turn: number; why: string }
  | { type: 'turn_lapsed'; seat: OffersSeat; turn: number };

export interface PriceNamed {
  type: 'price_named';
  seat: OffersSeat;
  turn: number;
  price: number;
  message?: string;
  /** A guard named this price instead of the one the seat wanted, which stays the seat's secret. */
  guarded?: readonly GuardMark[];
}

/** `cost`: what parting with the good costs the seller. `value`: what it is worth to the buyer. Both are private. */
export interface Opened extends GameEvent {
  type: 'haggle_opened';
  ruleset: string;
  version: number;
  config: OffersConfig;
  cost: number;
  value: number;
}

export type OffersEvent = Opened | TurnEvent;

export interface OffersState {
  config: OffersConfig;
  limits: Record<OffersSeat, number>;
  /** The turn being played: the seller plays the even ones. */
  turn: number;
  history: TurnEvent[];
  /** The newest price on the table, which the other seat may take. */
  standing: { seat: OffersSeat; price: number } | null;
  /** The agreed price; null: none yet, or never. */
  agreed: number | null;
  finished: boolean;
}

export interface OffersObservation {
  seat: OffersSeat;
  turn: number;
  round: number;
  rounds: number;
  /** The seller's cost, or the buyer's value. */
  limit: number;
  standing: OffersState['standing'];
  /** In some matches nobody may leave. */
  may_leave: boolean;
  history: readonly TurnEvent[];
  your_turn: boolean;
  done: boolean;
}

export interface OffersView {
  turn: number;
  round: number;
  rounds: number;
  to_act: SeatId[];
  standing: OffersState['standing'];
  history: readonly TurnEvent[];
  agreed: number | null;
  finished: boolean;
  /** null: hidden from this viewer. */
  limits: Record<OffersSeat, number | null>;
}
