/**
 * A reward for every round, for training: the gain so far plus the value of the best open offer at the seat's next turn. The sum is the
 * seat's profit.
 */
import type { RewardTeller, RoundReward } from '~/contract/pack';
import type { BazaarEvent } from '../events';
import { evolve } from '../evolve';
import { type BazaarState, poolOf, seatOf, standingOffers, weightIn, worldOf } from '../state';
import { worthOf } from '../worth';

export const REWARD_COLUMNS = ['deals', 'standing_offers', 'pool_saving', 'delay', 'shocks'] as const;
type Column = (typeof REWARD_COLUMNS)[number];

interface Parts {
  /** Profit of deals made alone, and in a pool. */
  alone: number;
  pooled: number;
  /** The value of the best offer now, before the cost of waiting. */
  hope: number;
  weight: number;
}

export class DenseTeller implements RewardTeller<BazaarEvent> {
  readonly rounds: RoundReward[] = [];
  readonly #seat: string;
  #state: BazaarState | null = null;
  #pooled = 0;
  #shocks = 0;
  #before: Parts = { alone: 0, pooled: 0, hope: 0, weight: 1 };
  #taken = 0;

  constructor(seat: string) {
    this.#seat = seat;
  }

  hear(event: BazaarEvent): void {
    const held = this.#state;
    const isShock = event.type === 'shock_struck' && held !== null;
    const hopeBefore = isShock ? hopeOf(held, this.#seat) : 0;
    if (event.type === 'deal_made' && event.deal.coalition_id !== null && held !== null) {
      const own = event.gains.find(({ seat }) => seat === this.#seat);
      if (own && seatOf(held, this.#seat).side === 'buyer') this.#pooled += event.weight * own.cents;
    }
    this.#state = evolve(held, structuredClone(event));
    if (isShock) this.#shocks += weightIn(this.#state.round) * (hopeOf(this.#state, this.#seat) - hopeBefore);
    if (event.type === 'round_started' && event.round > 0) this.#close(event.round - 1, hopeOf(this.#state, this.#seat));
    if (event.type === 'match_ended') this.#close(event.round, 0);
  }

  take(): readonly RoundReward[] {
    const fresh = this.rounds.slice(this.#taken);
    this.#taken = this.rounds.length;
    return fresh;
  }

  #close(round_index: number, hope: number): void {
    if (this.#state === null) return;
    const { profit } = seatOf(this.#state, this.#seat);
    const now: Parts = { alone: profit - this.#pooled, pooled: this.#pooled, hope, weight: weightIn(this.#state.round) };
    const { alone, pooled, hope: hoped, weight } = this.#before;
    const delay = (now.weight - weight) * hoped;
    const columns: Record<Column, number> = {
      deals: now.alone - alone,
      pool_saving: now.pooled - pooled,
      delay,
      shocks: this.#shocks,
      standing_offers: now.weight * now.hope - weight * hoped - delay - this.#shocks,
    };
    this.rounds.push({ round_index, total: Object.values(columns).reduce((sum, one) => sum + one, 0), columns });
    this.#before = now;
    this.#shocks = 0;
  }
}

/** The best offer that the seat can accept alone at its next turn; 0 if it has no turn left. */
function hopeOf(state: BazaarState, id: string): number {
  const seat = seatOf(state, id);
  const { round, config, finished } = state;
  const isOnMove = (round % 2 === 0) === (seat.side === 'seller');
  const next = isOnMove ? round : round + 1;
  if (finished || seat.left || poolOf(state, id) !== null) return 0;
  if (next > Math.min(worldOf(state, id).deadline, config.rounds - 1)) return 0;
  const worths = standingOffers(state).flatMap((offer) => {
    const isThere = offer.expires === null || offer.expires >= next;
    const worth = isThere ? worthOf(state, seat, offer) : null;
    return worth === null ? [] : [worth / weightIn(round)];
  });
  return Math.max(0, ...worths);
}
