/** What a seat may know. */
import type { SeatId } from '~/contract/game';
import { sellerMessage } from './phrases';
import { BUYER, SELLER } from './rules/opening';
import { budgetOfSeat } from './rules/records';
import type { BazaarState } from './state';
import { taskOf } from './tasks';
import type { ArenaView, BazaarObservation, BuyerObservation, BuyerSeen, DealOutcome, SellerObservation } from './types';

export function observe(state: BazaarState, seat: SeatId): BazaarObservation {
  const { mode, buyers } = state.config;
  if (mode === 'sell') {
    if (seat !== SELLER) throw new Error(`bazaar: there is no seat ${seat}`);
    return sellerObservation(state);
  }
  if (mode === 'task' ? seat !== BUYER : !buyers.includes(seat)) throw new Error(`bazaar: there is no seat ${seat}`);
  return mode === 'task' ? taskObservation(state) : arenaObservation(state, seat);
}

interface Ended {
  /** How the episode ended. */
  ended: DealOutcome | null;
}

/** Section 10 of the published rules. `ended`: how the episode ended, if that is to be shown. */
export function buyerSeen(state: BazaarState, { ended }: Ended): BuyerSeen {
  const { round, seller, config } = state;
  const task = taskOf(config.task_type);
  return {
    current_round: round,
    max_rounds: seller.rounds,
    own_last_offer: state.offered,
    opponent_last_offer: state.ask,
    own_private_deadline: task.deadline,
    own_private_budget: budgetOfSeat(state, BUYER),
    rounds_remaining: Math.max(0, seller.rounds - round),
    seller_last_move_delta: state.delta,
    item_name: shownItem(state),
    seller_asking_price: seller.anchor,
    seller_personality: seller.personality,
    tells: state.tells,
    episode_number: state.episode,
    total_episodes: task.episodes,
    career_history: state.career,
    done: ended !== null || state.finished,
    deal_outcome: ended,
    message: sellerMessage(state.said, { personality: seller.personality, price: state.ask }),
  };
}

/** A listing's name is shown only before the first round. */
export function shownItem({ round, listing, item }: Pick<BazaarState, 'round' | 'listing' | 'item'>): string {
  return round === 0 && listing !== null ? listing : item;
}

function taskObservation(state: BazaarState): BuyerObservation {
  const seen = buyerSeen(state, { ended: state.finished ? state.outcome : null });
  // Spreading this many fields into a new object takes a hundred times as long.
  return Object.assign(seen, {
    seat: BUYER,
    role: 'buyer' as const,
    counters: state.counters.length,
    record: state.records.at(-1) ?? null,
    score: state.score,
    arena: null,
  });
}

function arenaObservation(state: BazaarState, seat: SeatId): BuyerObservation {
  const { negotiation, buyer_id: _, ...arena } = arenaView(state, seat);
  return Object.assign(negotiation, { seat, role: 'buyer' as const, counters: state.counters.length, record: null, score: 0, arena });
}

/** An arena as one of its buyers sees it. */
export function arenaView(state: BazaarState, seat: SeatId): ArenaView {
  const { round, seller, finished, outcome, holder, config, buyers } = state;
  const rounds = taskOf(config.task_type).steps;
  const own = outcome === 'deal' && seat !== holder ? 'walk' : outcome;
  return {
    buyer_id: seat,
    negotiation: {
      current_round: round,
      max_rounds: rounds,
      own_last_offer: buyers[seat]?.last ?? null,
      opponent_last_offer: state.ask,
      own_private_deadline: null,
      own_private_budget: budgetOfSeat(state, seat),
      rounds_remaining: Math.max(0, rounds - round),
      seller_last_move_delta: null,
      item_name: state.item,
      seller_asking_price: seller.anchor,
      seller_personality: seller.personality,
      tells: state.tells,
      episode_number: 1,
      total_episodes: 1,
      career_history: null,
      done: finished,
      deal_outcome: finished ? own : null,
    },
    other_buyers_visible: config.buyers.filter((other) => other !== seat).map((other) => otherBuyer(state, other)),
    coalition_signals: state.signals,
    seller_attention: holder ?? 'all',
  };
}

function otherBuyer({ buyers, round }: BazaarState, id: SeatId): ArenaView['other_buyers_visible'][number] {
  const { acted = false, rounds = 0 } = buyers[id] ?? {};
  const status = acted ? 'negotiating' : 'browsing';
  return { buyer_id: id, name: id, status, ...(round > 0 && { rounds_active: rounds }) };
}

function sellerObservation(state: BazaarState): SellerObservation {
  const { seller, round } = state;
  return {
    seat: SELLER,
    role: 'seller',
    round,
    max_rounds: seller.rounds,
    opening_price: seller.anchor,
    own_private_cost: seller.cost,
    buyer_action: state.answer,
    buyer_price: state.answerPrice,
    outcome: state.outcome,
    agreed_price: state.agreed,
    history: [...state.history],
    done: state.finished,
  };
}
