/** What a screen may show: the published game's conversation, without private data. */
import type { SeatId, Viewer } from '~/contract/game';
import type { Stand } from '~/contract/pack';
import { toAct } from './match';
import { seatsOf } from './rules/opening';
import { roundsIn } from './rules/seller';
import type { BazaarState } from './state';
import { taskOf } from './tasks';
import { type DealRecord, type HistoryEntry, type Mode, RULESET, type Signal, type Tells, VERSION } from './types';

export interface PublicDeal {
  episode: number;
  outcome: DealRecord['outcome'];
  agreed_price: number | null;
  rounds_taken: number;
}

/** The first fields are those that every match screen reads. */
export interface BazaarView {
  ruleset: string;
  ruleset_version: number;
  difficulty: null;
  judge_mode: 'off';
  /** null while it is secret. */
  seed: number | null;
  /** Counted from 0, over all deals. */
  round_index: number;
  max_rounds: number;
  shocks: readonly never[];
  mode: Mode;
  task: string;
  turn: number;
  round: number;
  rounds: number;
  to_act: readonly SeatId[];
  episode: number;
  episodes: number;
  item: string;
  personality: string;
  opening: number;
  ask: number;
  history: readonly HistoryEntry[];
  tells: Tells | null;
  said: readonly string[];
  deals: readonly PublicDeal[];
  finished: boolean;
  outcome: BazaarState['outcome'];
  agreed: number | null;
  /** By seat; null before the end, and for viewers who may not know it. */
  scores: Readonly<Record<SeatId, number | null>>;
  /** null: hidden from this viewer. */
  budgets: Readonly<Record<SeatId, number | null>>;
  cost: number | null;
  reserve: number | null;
  /** For arenas. */
  bids: Readonly<Record<SeatId, number | null>>;
  best: number;
  holder: SeatId | null;
  signals: readonly Signal[];
}

export function maySee(viewer: Viewer, seat: SeatId): boolean {
  return viewer.kind === 'all' || (viewer.kind === 'seat' && viewer.seat === seat);
}

/** Each seat sees only its own limit, also after the end, because others may still play the same world. `all` sees everything. */
export function view(state: BazaarState, viewer: Viewer): BazaarView {
  const { config, seller, budgets, finished, round, item, listing } = state;
  const isSeller = config.mode === 'sell' ? maySee(viewer, 'seller') : viewer.kind === 'all';
  const clock = clockOf(state);
  return {
    ruleset: RULESET,
    ruleset_version: VERSION,
    difficulty: null,
    judge_mode: 'off',
    seed: viewer.kind === 'all' ? config.seed : null,
    round_index: clock.round,
    max_rounds: clock.rounds,
    shocks: [],
    mode: config.mode,
    task: config.task_type,
    turn: state.turn,
    round: round,
    rounds: config.mode === 'arena' ? taskOf(config.task_type).steps : seller.rounds,
    to_act: toAct(state),
    episode: state.episode,
    episodes: config.episodes,
    item: listing ?? item,
    personality: seller.personality,
    opening: seller.anchor,
    ask: state.ask,
    history: [...state.history],
    tells: state.tells,
    said: state.said,
    deals: state.records.map(publicDeal),
    finished,
    outcome: state.outcome,
    agreed: state.agreed,
    scores: shownScores(state, viewer),
    budgets: Object.fromEntries(Object.entries(budgets).map(([seat, budget]) => [seat, maySee(viewer, seat) ? budget : null])),
    cost: isSeller ? seller.cost : null,
    reserve: isSeller ? seller.reserve : null,
    bids: Object.fromEntries(Object.entries(state.buyers).map(([seat, { last }]) => [seat, last])),
    best: state.best,
    holder: state.holder,
    signals: state.signals,
  };
}

/** A buyer of the published game sees its own score. In other modes, a score would reveal both limits, of which a seat knows one. */
function shownScores(state: BazaarState, viewer: Viewer): BazaarView['scores'] {
  const { config, finished } = state;
  const isTold = finished && (viewer.kind === 'all' || (config.mode === 'task' && maySee(viewer, 'buyer')));
  return isTold ? scoresOf(state) : Object.fromEntries(seatsOf(config).map((seat) => [seat, null]));
}

export function publicDeal({ episode, outcome, agreed_price, rounds_taken }: DealRecord): PublicDeal {
  return { episode, outcome, agreed_price, rounds_taken };
}

/** Rounds of all episodes together. */
export function clockOf(state: BazaarState) {
  const rounds = roundsIn(state);
  return { turn: state.turn, round: Math.min(state.turn, rounds), rounds };
}

/** One number per seat. Where the published game has none (the arena, and a selling seat): the share of the surplus. */
export function scoresOf(state: BazaarState): Record<SeatId, number> {
  const { config, score, agreed, outcome, holder, seller } = state;
  if (config.mode === 'task') return { buyer: score };
  const seats = seatsOf(config);
  const isDeal = outcome === 'deal' && agreed !== null;
  if (config.mode === 'sell') {
    const budget = state.budgets.buyer ?? 0;
    return { seller: isDeal && budget > seller.cost ? (agreed - seller.cost) / (budget - seller.cost) : 0 };
  }
  const shareOf = (seat: SeatId): number => {
    const budget = state.budgets[seat] ?? 0;
    return isDeal && seat === holder && budget > seller.cost ? (budget - agreed) / (budget - seller.cost) : 0;
  };
  return Object.fromEntries(seats.map((seat) => [seat, shareOf(seat)]));
}

export function stand(raw: unknown): Stand {
  const { item, ask, outcome, agreed, finished, round, rounds, deals, best, holder } = raw as BazaarView;
  const made = deals.map(({ episode, outcome: how, agreed_price }) => `Deal ${episode}: ${agreed_price === null ? how : agreed_price}.`);
  if (finished) return { lines: [...made, agreed === null ? `No deal: ${outcome ?? 'stopped'}.` : `Sold at ${agreed}.`] };
  const bid = holder === null ? [] : [`The best bid is ${best}, by ${holder}.`];
  return { summary: `round ${round} of ${rounds}`, lines: [...made, `The seller asks ${ask} for the ${item}.`, ...bid] };
}
