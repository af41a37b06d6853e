import { keyParts } from '~/contract/game-ref';
import type { MatchRecord } from './match-record';
import { isForPeople } from './match-types';

/** Everything about a match except who plays the player's seats. */
export type Conditioned = Pick<MatchRecord, 'game' | 'version' | 'judgeMode' | 'config' | 'seats'> & {
  isBranch: boolean;
  isOfSeason: boolean;
};

/**
 * The world, rules and other players of a match as one text. Equal texts are equal conditions for whoever plays the seats of `ref`. null if
 * the match cannot be repeated with another player, because people or programs took part, it is a branch, or its world is a season's.
 */
export function conditionsOf({ seats, isBranch, isOfSeason, ...match }: Conditioned, ref: string): string | null {
  if (isBranch || isOfSeason || seats.some(isForPeople)) return null;
  const others = seats.map((card) => [card.seat, 'policy' in card && card.policy !== ref ? card.policy : null]);
  const { version, judgeMode, config } = match;
  const { family, ruleset } = keyParts(match.game); // ids of null models' matches are derived from this text
  return JSON.stringify([family, ruleset, version, judgeMode, config, others], inOrder);
}

/** Sorts keys, so that equal objects give equal texts. */
function inOrder(_: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
}
