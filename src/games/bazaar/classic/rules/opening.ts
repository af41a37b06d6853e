/** How a match and each of its episodes begin. */
import type { SeatId } from '~/contract/game';
import { round } from '~/lib/numbers';
import type { GaussDraws } from '~/lib/random/draws';
import type { BazaarOpened, EpisodeOpened } from '../events';
import { BUDGET, COST, itemOf, LISTINGS, type Task, taskOf, UNLISTED } from '../tasks';
import { type BazaarConfig, RULESET, VERSION } from '../types';
import { buyerRounds, lineOf, startOf } from './seller';

export const BUYER = 'buyer';
export const SELLER = 'seller';

export function matchOpened(config: BazaarConfig): BazaarOpened {
  return { type: 'bazaar_opened', ruleset: RULESET, version: VERSION, config };
}

export function seatsOf({ mode, buyers }: BazaarConfig): readonly SeatId[] {
  return mode === 'arena' ? buyers : mode === 'sell' ? SELLERS : BUYERS;
}

const SELLERS = [SELLER];
const BUYERS = [BUYER];

interface Before {
  turn: number;
  episode: number;
  /** The capitulation rate on record. */
  cap: number;
}

interface Money {
  budget: number;
  cost: number;
  anchor: number | null;
  listing: string | null;
}

export function episodeOpened(config: BazaarConfig, { turn, episode, cap }: Before, draws: GaussDraws): EpisodeOpened {
  const task = taskOf(config.task_type);
  const money = moneyOf(config, task, draws);
  const isSold = config.mode === 'sell';
  const personality = isSold ? 'default' : (config.seller_personality ?? task.personality);
  const rounds = buyerRounds(task, config.mode === 'arena');
  const seller = isSold
    ? { personality, cost: money.cost, anchor: config.opening_price, reserve: money.cost, rounds }
    : startOf(task, personality, { cost: money.cost, anchor: money.anchor, rounds });
  const line = config.mode === 'task' ? lineOf('open', personality, draws) : null;
  return {
    type: 'episode_opened',
    turn,
    episode,
    item: itemOf(episode),
    listing: money.listing,
    seller,
    budgets: config.mode === 'arena' ? Object.fromEntries(config.buyers.map((seat) => [seat, money.budget])) : { buyer: money.budget },
    cap,
    line,
    drawn: draws.drawn,
    kept: draws.kept,
  };
}

function moneyOf(config: BazaarConfig, task: Task, draws: GaussDraws): Money {
  const { mode, opening_price: opening, listings } = config;
  if (mode === 'sell' && opening > 0) return { budget: 1.05 * opening, cost: 0.35 * opening, anchor: null, listing: null };
  if (!task.listed || mode !== 'task') return { budget: BUDGET, cost: COST, anchor: null, listing: null };
  const rows = listings ?? LISTINGS;
  if (rows.length === 0) return { ...UNLISTED, anchor: null, listing: null };
  const { name, actual_price, discounted_price } = draws.choice(rows);
  const price = round(actual_price, 2);
  return { budget: price, cost: round(discounted_price * 0.7, 2), anchor: price, listing: name };
}
