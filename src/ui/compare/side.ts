import type { MatchCard } from '~/live/protocol';
import type { AnyMatchParts, StageView } from '../match/match-parts';
import { playersOf } from '../matches/card-words';
import type { Reel } from '../replay/reel';

/** One of the two matches that are compared. */
export interface Side {
  card: MatchCard;
  parts: AnyMatchParts;
  reel: Reel<StageView>;
}

/** Who played it, in a word or two. */
export function policyOf(card: MatchCard): string {
  return playersOf(card) || 'nobody';
}
