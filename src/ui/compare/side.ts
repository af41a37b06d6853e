import type { AnyGameScreens } from '~/contract/screens';
import type { MatchCard } from '~/live/protocol';
import { playersOf } from '../matches/card-labels';
import type { Reel } from '../replay/reel';

/** One of the two matches that are compared. */
export interface Side {
  card: MatchCard;
  screens: AnyGameScreens;
  reel: Reel;
  /** The round in which each event left it. */
  rounds: readonly number[];
}

/** Who played it, in a word or two. */
export function policyOf(card: MatchCard): string {
  return playersOf(card) || 'nobody';
}
