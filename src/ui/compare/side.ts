import type { MarketView } from '~/games/gpu-market/view';
import type { MatchCard } from '~/live/protocol';
import type { Reel } from '../replay/reel';

/** One of the two matches that are compared. */
export interface Side {
  card: MatchCard;
  reel: Reel<MarketView>;
}

export function policyOf(card: MatchCard): string {
  return card.seats[0]?.policy ?? 'nobody';
}
