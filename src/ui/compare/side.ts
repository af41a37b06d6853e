import type { AnyGameScreens } from '~/contract/screens';
import type { MatchCard } from '~/live/protocol';
import { playersOf } from '../matches/card-labels';
import type { Reel } from '../replay/reel';

/** One of the two compared matches. */
export interface Side {
  card: MatchCard;
  screens: AnyGameScreens;
  reel: Reel;
  /** The round of each event. */
  rounds: readonly number[];
}

/** A short name of its player. */
export function policyOf(card: MatchCard): string {
  return playersOf(card) || 'nobody';
}
