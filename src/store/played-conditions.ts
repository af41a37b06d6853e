import { keyParts } from '~/contract/game-ref';
import type { MatchRecord } from './match-record';
import { isForPeople } from './match-types';

/** What a match is besides who plays a player's seats. */
export type Conditioned = Pick<MatchRecord, 'game' | 'version' | 'judgeMode' | 'config' | 'seats'> & {
  isBranch: boolean;
  isOfSeason: boolean;
};

/**
 * The world of a match, its rules, and who else sat where, as one text: the same text, the same conditions for whoever is put into the seats
 * of `ref`. null: nobody can be put into them again, for people or programs sat there, it is a branch, or its world is a season's.
 */
export function conditionsOf({ seats, isBranch, isOfSeason, ...match }: Conditioned, ref: string): string | null {
  if (isBranch || isOfSeason || seats.some(isForPeople)) return null;
  const others = seats.map((card) => [card.seat, 'policy' in card && card.policy !== ref ? card.policy : null]);
  const { version, judgeMode, config } = match;
  const { family, ruleset } = keyParts(match.game); // ids of null models' matches are made of this text
  return JSON.stringify([family, ruleset, version, judgeMode, config, others], inOrder);
}

/** The same object is the same text, however it came to be. */
function inOrder(_: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
}
