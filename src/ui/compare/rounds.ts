import type { Frame } from '~/live/protocol';
import type { StageView } from '../match/match-parts';
import type { Reel } from '../replay/reel';

/** The last event of a round; the newest there is, where the round is not over or never came. */
export function endOfRound(reel: Reel<StageView>, round: number): number {
  const next = reel.views.findIndex((view) => view.round_index > round);
  return next === -1 ? reel.views.length : next;
}

/** The frames of one round. */
export function framesOf(reel: Reel<StageView>, round: number): readonly Frame[] {
  return reel.frames.slice(round === 0 ? 0 : endOfRound(reel, round - 1), endOfRound(reel, round));
}

/** The last round that a match has reached. */
export function lastRound(reel: Reel<StageView>): number {
  return reel.views.at(-1)?.round_index ?? 0;
}
