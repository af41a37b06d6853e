import type { CurvePoint, MarketView } from '~/games/gpu-market/view';
import type { Frame } from '~/live/protocol';
import type { Reel } from '../replay/reel';

/** The last event of a round; the newest there is, where the round is not over or never came. */
export function endOfRound(reel: Reel<MarketView>, round: number): number {
  const next = reel.views.findIndex((view) => view.round_index > round);
  return next === -1 ? reel.views.length : next;
}

/** The frames of one round. */
export function framesOf(reel: Reel<MarketView>, round: number): readonly Frame[] {
  return reel.frames.slice(round === 0 ? 0 : endOfRound(reel, round - 1), endOfRound(reel, round));
}

/** The last round that a match has reached. */
export function lastRound(reel: Reel<MarketView>): number {
  return reel.views.at(-1)?.round_index ?? 0;
}

/** What the lab had earned by the end of a round. */
export function earnedBy(curve: readonly CurvePoint[], round: number): number {
  return curve.findLast((point) => point.round_index <= round)?.cumulative ?? 0;
}
