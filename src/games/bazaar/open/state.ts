/** The state of a market: plain data whose parts are replaced, not changed, so that copying the containers copies the state. */
import type {
  BazaarConfig,
  Cue,
  Deal,
  Message,
  Offer,
  Pitch,
  PitchVerdict,
  Pool,
  ReadTurn,
  Result,
  SeatWorld,
  Shock,
  Side,
  World,
} from './types';
import { KEPT } from './types';

export interface SeatState {
  seat: string;
  side: Side;
  /** Sellers first, as in its streams. */
  index: number;
  /** Its current limit. */
  limit_cents: number;
  /** A seller's remaining units, or the units a buyer still wants. */
  stock: number;
  left: boolean;
  bought: boolean;
  /** Gains of its deals, each after the cost of waiting. */
  profit: number;
  /** Money in minus money out. */
  cash_cents: number;
  cue_drawn: number;
  house_drawn: number;
  /** Results of its last turn's actions. */
  results: Result[];
}

export interface BazaarState {
  config: BazaarConfig;
  world: World;
  /** Awaited turns, counted from 0; rounds without seats on move have none. */
  turn: number;
  round: number;
  finished: boolean;
  seats: Record<string, SeatState>;
  /** Submitted turns of the current round. */
  turns: Record<string, ReadTurn>;
  receipts: Record<string, { key: string; turn: number }>;
  offers: Record<string, Offer>;
  /** Ids of open offers, in the order they were made. */
  standing: string[];
  /** The best price so far by seat, then by recipient and quantity. */
  marks: Record<string, Record<string, number>>;
  pools: Record<string, Pool>;
  deals: Deal[];
  messages: Message[];
  pitches: Pitch[];
  verdicts: PitchVerdict[];
  cues: Cue[];
  /** Future shocks, including an organizer's. */
  planned: Shock[];
  struck: Shock[];
  walk_in_cents: number | null;
  order_drawn: number;
  /** The operator's money: in minus out. */
  operator_cents: number;
}

export function copyState(state: BazaarState): BazaarState {
  return {
    ...state,
    seats: mapped(state.seats, (seat) => ({ ...seat })),
    turns: { ...state.turns },
    receipts: { ...state.receipts },
    offers: { ...state.offers },
    standing: [...state.standing],
    marks: mapped(state.marks, (marks) => ({ ...marks })),
    pools: { ...state.pools },
    deals: [...state.deals],
    messages: [...state.messages],
    pitches: [...state.pitches],
    verdicts: [...state.verdicts],
    cues: [...state.cues],
    planned: [...state.planned],
    struck: [...state.struck],
  };
}

function mapped<T>(record: Readonly<Record<string, T>>, copy: (value: T) => T): Record<string, T> {
  const copied: Record<string, T> = {};
  for (const [key, value] of Object.entries(record)) copied[key] = copy(value);
  return copied;
}

export function seatOf(state: BazaarState, seat: string): SeatState {
  const found = state.seats[seat];
  if (!found) throw new Error(`there is no seat ${seat}`);
  return found;
}

export function worldOf(state: BazaarState, seat: string): SeatWorld {
  const found = state.world.seats[seatOf(state, seat).index];
  if (!found) throw new Error(`there is no seat ${seat}`);
  return found;
}

export function otherSide(side: Side): Side {
  return side === 'seller' ? 'buyer' : 'seller';
}

/** Sellers move in even rounds. */
export function sideOnMove(round: number): Side {
  return round % 2 === 0 ? 'seller' : 'buyer';
}

/** The share of a deal's gain that is left in that round. */
export function weightIn(round: number): number {
  return KEPT ** Math.max(0, round - 1);
}

export function standingOffers(state: BazaarState): Offer[] {
  return state.standing.flatMap((id) => state.offers[id] ?? []);
}

/** The buyer's pool; null: none. */
export function poolOf(state: BazaarState, seat: string): Pool | null {
  return Object.values(state.pools).find(({ ended, members }) => ended === null && members.includes(seat)) ?? null;
}

/** Seats that the round waits for. */
export function awaited(state: BazaarState): string[] {
  if (state.finished) return [];
  const side = sideOnMove(state.round);
  return Object.values(state.seats)
    .filter((one) => one.side === side && !one.left && state.turns[one.seat] === undefined)
    .map(({ seat }) => seat);
}
