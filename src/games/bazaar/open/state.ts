/** A market as it stands: plain data. Parts are replaced, not changed, so that a copy of the containers is a copy of the state. */
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
  /** What no deal is worth to it, now. */
  limit_cents: number;
  /** Units a seller has left, units a buyer still wants. */
  stock: number;
  left: boolean;
  bought: boolean;
  /** Gains of its deals, each less what waiting took of it. */
  profit: number;
  /** Money in, less money out. */
  cash_cents: number;
  cue_drawn: number;
  house_drawn: number;
  /** The answers to its last turn's actions. */
  results: Result[];
}

export interface BazaarState {
  config: BazaarConfig;
  world: World;
  /** Turns that were waited for, counted from 0; rounds in which nobody is on move pass without one. */
  turn: number;
  round: number;
  finished: boolean;
  seats: Record<string, SeatState>;
  /** Turns that are in, of the round that is played. */
  turns: Record<string, ReadTurn>;
  receipts: Record<string, { key: string; turn: number }>;
  offers: Record<string, Offer>;
  /** Of those the offers that can still be taken, in the order in which they were made. */
  standing: string[];
  /** The best price so far by seat, then by whom it went to and quantity. */
  marks: Record<string, Record<string, number>>;
  pools: Record<string, Pool>;
  deals: Deal[];
  messages: Message[];
  pitches: Pitch[];
  verdicts: PitchVerdict[];
  cues: Cue[];
  /** Those still to come, an organizer's too. */
  planned: Shock[];
  struck: Shock[];
  walk_in_cents: number | null;
  order_drawn: number;
  /** Money of the operator: in, less out. */
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

/** What is left of a deal's gain in that round. */
export function weightIn(round: number): number {
  return KEPT ** Math.max(0, round - 1);
}

export function standingOffers(state: BazaarState): Offer[] {
  return state.standing.flatMap((id) => state.offers[id] ?? []);
}

/** The pool in which the buyer is pledged; null: it is in none. */
export function poolOf(state: BazaarState, seat: string): Pool | null {
  return Object.values(state.pools).find(({ ended, members }) => ended === null && members.includes(seat)) ?? null;
}

/** Those whose turn the round waits for. */
export function awaited(state: BazaarState): string[] {
  if (state.finished) return [];
  const side = sideOnMove(state.round);
  return Object.values(state.seats)
    .filter((one) => one.side === side && !one.left && state.turns[one.seat] === undefined)
    .map(({ seat }) => seat);
}
