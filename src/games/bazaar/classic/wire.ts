/** The published game's wire format, field by field (section 17). */
import { arenaView, shownItem } from './observe';
import { sellerMessage } from './phrases';
import { budgetOf } from './rules/records';
import { sellFigures } from './rules/sell';
import type { BazaarState } from './state';
import { taskOf } from './tasks';
import type { TaskObservation } from './types';

/** `ended`: a step after the end of the episode. */
export interface WireLook {
  after: boolean;
}

export function wireOf(state: BazaarState, look: WireLook = { after: false }): unknown {
  switch (state.config.mode) {
    case 'task':
      return taskWire(state, look);
    case 'arena':
      return arenaWire(state, look);
    case 'sell':
      return sellWire(state);
  }
}

const NONE: readonly string[] = [];
const NOTHING = {};

/** A single literal, because an object that grows field by field costs more than the step itself. */
export function taskWire(state: BazaarState, { after }: WireLook): TaskObservation {
  const { config, score, records, round, seller, finished, said } = state;
  const task = taskOf(config.task_type);
  return {
    current_round: round,
    max_rounds: seller.rounds,
    own_last_offer: state.offered,
    opponent_last_offer: state.ask,
    own_private_deadline: task.deadline,
    own_private_budget: budgetOf(state),
    rounds_remaining: Math.max(0, seller.rounds - round),
    seller_last_move_delta: after ? null : state.delta,
    item_name: shownItem(state),
    seller_asking_price: seller.anchor,
    seller_personality: seller.personality,
    tells: after ? null : state.tells,
    episode_number: state.episode,
    total_episodes: task.episodes,
    career_history: state.career,
    done: finished,
    deal_outcome: finished && !after ? state.outcome : null,
    message: after ? '' : sellerMessage(said, { personality: seller.personality, price: state.ask }),
    task_id: `${config.task_type}-${config.seed}`,
    said: after ? NONE : said,
    reward_components: after ? NOTHING : state.components,
    cumulative_reward: state.total,
    record: records.at(-1) ?? null,
    score,
    success: score >= task.pass,
    last_episode: after ? null : state.closing,
  };
}

function arenaWire(state: BazaarState, { after }: WireLook) {
  const { config, round, best, holder, outcome, agreed } = state;
  const views = config.buyers.map((seat) => {
    const view = arenaView(state, seat);
    return [seat, after ? { ...view, negotiation: { ...view.negotiation, deal_outcome: null } } : view] as const;
  });
  const isSold = outcome === 'deal';
  return {
    buyers: Object.fromEntries(views),
    round,
    best_offer: best,
    best_buyer: holder,
    winner: isSold ? holder : null,
    deal_price: agreed,
  };
}

function sellWire(state: BazaarState) {
  const { round, answer, answerPrice, outcome, agreed, history } = state;
  return {
    round,
    buyer_action: answer,
    buyer_price: answerPrice,
    outcome,
    agreed_price: agreed,
    ...sellFigures(state),
    history: [...history],
  };
}
