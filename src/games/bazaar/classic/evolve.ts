/** Applies an event to the state in place. Decides and draws nothing. */
import { unreachable } from '~/contract/game';
import { round } from '~/lib/numbers';
import type {
  ArenaClosed,
  AskNamed,
  BazaarEvent,
  BidMade,
  BuyerAnswered,
  BuyerMoved,
  EpisodeOpened,
  SellerAnswered,
  TurnClosed,
  TurnLost,
} from './events';
import { buyerSeen } from './observe';
import { careerAfter, isRepeat, NO_CAREER, scoreOf } from './rules/records';
import type { BazaarState } from './state';
import { taskOf } from './tasks';
import type { BazaarConfig, Components, SellerStart } from './types';

const NO_COMPONENTS: Components = {};
const SILENCE: readonly string[] = [];
const NO_SELLER: SellerStart = { personality: 'default', cost: 0, anchor: 0, reserve: 0, rounds: 1 };

export function evolve(state: BazaarState | null, event: BazaarEvent): BazaarState {
  if (event.type === 'bazaar_opened') return begun(event.config);
  if (state === null) throw new Error('bazaar: a match begins with bazaar_opened');
  switch (event.type) {
    case 'episode_opened':
      return onEpisode(state, event);
    case 'buyer_moved':
      return onBuyer(state, event);
    case 'seller_answered':
      return onSeller(state, event);
    case 'turn_closed':
      return onClose(state, event);
    case 'bid_made':
      return onBid(state, event);
    case 'arena_closed':
      return onArena(state, event);
    case 'ask_named':
      return onAsk(state, event);
    case 'buyer_answered':
      return onAnswer(state, event);
    case 'move_refused':
    case 'turn_lapsed':
      return onLost(state, event);
    default:
      return unreachable(event);
  }
}

function begun(config: BazaarConfig): BazaarState {
  return {
    config,
    turn: 0,
    reads: {},
    drawn: 0,
    kept: null,
    episode: 0,
    round: 0,
    item: '',
    listing: null,
    seller: NO_SELLER,
    budgets: {},
    cap: 0,
    ask: 0,
    counters: [],
    bluffs: 0,
    pressure: 0,
    offered: null,
    named: null,
    namedBefore: null,
    repeats: 0,
    spoken: null,
    history: [],
    tells: null,
    delta: null,
    said: SILENCE,
    components: NO_COMPONENTS,
    reward: null,
    total: 0,
    records: [],
    career: config.mode === 'task' && taskOf(config.task_type).career ? NO_CAREER : null,
    score: 0,
    closing: null,
    outcome: null,
    agreed: null,
    finished: false,
    bids: [],
    buyers: {},
    signals: [],
    best: 0,
    holder: null,
    answer: null,
    answerPrice: null,
  };
}

function onEpisode(state: BazaarState, event: EpisodeOpened): BazaarState {
  const { seller, line } = event;
  state.drawn = event.drawn;
  state.kept = event.kept;
  state.episode = event.episode;
  state.round = 0;
  state.item = event.item;
  state.listing = event.listing;
  state.seller = seller;
  state.budgets = event.budgets;
  state.cap = event.cap;
  state.ask = seller.anchor;
  state.counters = [];
  state.bluffs = 0;
  state.pressure = 0;
  state.offered = null;
  state.named = null;
  state.namedBefore = null;
  state.repeats = 0;
  state.history = [{ round: 0, actor: 'seller', action: 'open', price: seller.anchor }];
  state.tells = null;
  state.delta = null;
  if (line !== null) state.said = [...state.said, line];
  if (state.config.mode === 'arena')
    state.buyers = Object.fromEntries(state.config.buyers.map((seat) => [seat, { last: null, rounds: 0, acted: false }]));
  return state;
}

/** Clears what was shown of the previous step. */
function beginStep(state: BazaarState): void {
  state.round += 1;
  state.tells = null;
  state.delta = null;
  state.said = SILENCE;
  state.closing = null;
}

function onBuyer(state: BazaarState, { seat, move, price, read }: BuyerMoved): BazaarState {
  beginStep(state);
  if (read !== undefined) state.reads = { ...state.reads, [seat]: read };
  if (move.action === 'offer' && price !== null) {
    state.repeats = isRepeat(state, price) ? state.repeats + 1 : 0;
    state.offered = price;
  }
  if (price !== null) {
    state.namedBefore = state.named;
    state.named = price;
  }
  state.spoken = price;
  state.history.push({ round: state.round, actor: 'buyer', action: move.action, price });
  return state;
}

function onSeller(state: BazaarState, event: SellerAnswered): BazaarState {
  const { answer, ask, said } = event;
  state.drawn = event.drawn;
  state.kept = event.kept;
  state.bluffs = event.bluffs;
  state.pressure = event.pressure;
  state.said = said;
  if (answer !== 'accept') state.tells = event.tells;
  if (answer === 'accept') state.history.push({ round: state.round, actor: 'seller', action: 'accept', price: state.offered });
  if (answer === 'counter') {
    state.delta = round((state.counters.at(-1) ?? state.seller.anchor) - ask, 2);
    state.counters.push(ask);
    state.history.push({ round: state.round, actor: 'seller', action: 'counter', price: ask });
  }
  state.ask = ask;
  return state;
}

function onClose(state: BazaarState, { reward, added, components, record, over }: TurnClosed): BazaarState {
  state.turn += 1;
  state.reward = reward;
  state.total += added;
  state.components = components;
  if (record !== null) {
    const task = taskOf(state.config.task_type);
    state.records = [...state.records, record];
    state.score = scoreOf(task, state.records);
    if (state.career !== null) state.career = careerAfter(state.career, record);
    state.outcome = record.outcome;
    state.agreed = record.agreed_price;
    state.delta = null;
    if (!over) state.closing = buyerSeen(state, { ended: record.outcome });
  }
  state.finished = over;
  return state;
}

function onLost(state: BazaarState, { seat }: TurnLost): BazaarState {
  if (state.config.mode === 'arena') return onBid(state, { type: 'bid_made', seat, turn: state.turn, move: null });
  if (state.config.mode === 'task') beginStep(state);
  return state;
}

function onBid(state: BazaarState, event: BidMade): BazaarState {
  if (event.read !== undefined) state.reads = { ...state.reads, [event.seat]: event.read };
  state.bids = [...state.bids, event];
  return state;
}

function onArena(state: BazaarState, event: ArenaClosed): BazaarState {
  const buyers = { ...state.buyers };
  state.round += 1;
  state.turn += 1;
  for (const { seat, move } of state.bids) {
    const before = buyers[seat];
    if (move === null || before === undefined) continue;
    buyers[seat] = { last: event.played[seat] ?? null, rounds: before.rounds + 1, acted: true };
  }
  state.buyers = buyers;
  state.signals = event.signals;
  state.bids = [];
  state.best = event.best;
  state.holder = event.holder;
  state.drawn = event.drawn;
  state.kept = event.kept;
  state.bluffs = event.bluffs;
  if (event.countered) state.counters.push(event.ask);
  state.ask = event.ask;
  state.tells = event.tells;
  state.outcome = event.outcome;
  state.finished = event.outcome !== null;
  if (event.outcome === 'deal') state.agreed = event.best;
  return state;
}

function onAsk(state: BazaarState, { move: { price } }: AskNamed): BazaarState {
  state.round += 1;
  state.ask = price;
  state.history.push({ round: state.round, actor: 'seller', action: 'counter', price });
  return state;
}

function onAnswer(state: BazaarState, { answer, price, outcome, agreed }: BuyerAnswered): BazaarState {
  if (state.round === 0) state.round = 1;
  else state.turn += 1;
  state.answer = answer;
  state.answerPrice = price;
  if (answer === 'offer') state.offered = price;
  if (answer !== 'deal' && answer !== 'expired') state.history.push({ round: state.round, actor: 'buyer', action: answer, price });
  state.outcome = outcome;
  state.agreed = agreed;
  state.finished = outcome !== null;
  return state;
}
