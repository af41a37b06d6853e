/** A seat sells to a scripted buyer. Nothing is random. */
import { round } from '~/lib/numbers';
import type { BuyerAnswered } from '../events';
import { chooseAs } from '../players/buyers';
import type { BazaarState } from '../state';
import type { BuyerMove, BuyerSeen, SellAnswer, SellerMove } from '../types';
import { SELLER } from './opening';
import { budgetOf } from './records';
import { emit, type Turn } from './turn';

/** The buyer responds first, to the opening price. */
export function buyerOpens(turn: Turn): void {
  const { state } = turn;
  emit(turn, answered(state, ask(state, { at: 0, price: state.seller.anchor }), state.seller.anchor));
}

/** `repeated`: the seat made no offer and repeats its previous price. */
export function sellerStep(turn: Turn, move: SellerMove, repeated = false): void {
  const { state } = turn;
  const { price } = move;
  emit(turn, { type: 'ask_named', seat: SELLER, turn: state.turn, move, ...(repeated && { repeated }) });
  const isTaken = state.offered !== null && price <= state.offered;
  if (isTaken) emit(turn, ended(state, 'deal', state.offered));
  else if (state.round >= state.seller.rounds) emit(turn, ended(state, 'expired', null));
  else emit(turn, answered(state, ask(state, { at: state.round, price }), price));
}

function ended({ turn }: BazaarState, answer: SellAnswer & ('deal' | 'expired'), agreed: number | null): BuyerAnswered {
  return { type: 'buyer_answered', turn, answer, price: agreed, outcome: answer, agreed };
}

function answered({ turn }: BazaarState, { action, price }: BuyerMove, asked: number): BuyerAnswered {
  if (action === 'accept') return { type: 'buyer_answered', turn, answer: 'accept', price: asked, outcome: 'deal', agreed: asked };
  if (action === 'walk') return { type: 'buyer_answered', turn, answer: 'walk', price: null, outcome: 'walk', agreed: null };
  return { type: 'buyer_answered', turn, answer: 'offer', price: price ?? 0, outcome: null, agreed: null };
}

function ask(state: BazaarState, asked: { at: number; price: number }): BuyerMove {
  return chooseAs(state.config.strategy, seenByBuyer(state, asked));
}

/** The scripted buyer's observation at that price. */
export function seenByBuyer(state: BazaarState, { at, price }: { at: number; price: number }): BuyerSeen {
  const { seller, item, offered } = state;
  return {
    current_round: at,
    max_rounds: seller.rounds,
    own_last_offer: offered,
    opponent_last_offer: price,
    own_private_deadline: null,
    own_private_budget: budgetOf(state),
    rounds_remaining: Math.max(0, seller.rounds - at),
    seller_last_move_delta: null,
    item_name: item,
    seller_asking_price: seller.anchor,
    seller_personality: 'default',
    tells: null,
    episode_number: 1,
    total_episodes: 1,
    career_history: null,
    done: false,
    deal_outcome: null,
  };
}

/** As the published game reports it at the end. */
export function sellFigures(state: BazaarState): { buyer_score: number | null; seller_profit: number | null } {
  const { agreed, seller } = state;
  if (agreed === null) return { buyer_score: null, seller_profit: null };
  const budget = budgetOf(state);
  return { buyer_score: round(Math.max(0, (budget - agreed) / (budget - seller.cost)), 4), seller_profit: agreed - seller.cost };
}
