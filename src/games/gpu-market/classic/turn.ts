/** A move in progress: each event is applied immediately and recorded if requested. */
import { type Draws, drawsOf } from '~/lib/random/draws';
import type { Stream } from '~/lib/random/mt19937';
import type { MarketEvent, MatchOpened } from '../events';
import type { ActionResult } from '../types';
import { apply } from './evolve';
import type { ClassicState } from './state';

export interface Turn {
  /** Owned by the turn; changed only by `emit`. */
  readonly state: ClassicState;
  readonly draws: Draws;
  readonly log: MarketEvent[] | null;
}

export interface TurnBesides {
  /** Receives the events. */
  log?: MarketEvent[] | undefined;
  /** The stream of the match's seed, if the caller holds it. */
  stream?: Stream | undefined;
}

export function beginTurn(state: ClassicState, { log, stream }: TurnBesides): Turn {
  return { state, draws: drawsOf(state.seed, state.draws, stream), log: log ?? null };
}

export function emit(turn: Turn, event: Exclude<MarketEvent, MatchOpened>): void {
  apply(turn.state, event);
  if (turn.log !== null) turn.log.push(event);
}

/** The rules' answer to an action: result, delta of the deal or job, judge's bonus. */
export interface Answer {
  result: ActionResult;
  delta: number;
  bonus: number;
}

export function done(code: string, message: string, delta = 0): Answer {
  return { result: { ok: true, code, message }, delta, bonus: 0 };
}

export function refuse(code: string, message: string): Answer {
  return { result: { ok: false, code, message }, delta: 0, bonus: 0 };
}
