import type { MatchCard } from '~/live/protocol';
import type { Side } from './side';

type Origin = Pick<MatchCard, 'id' | 'origin'>;

/** The last event that two matches share; null if neither is a branch of the other and they have no common origin. */
export function lastCommon(a: Origin, b: Origin): number | null {
  if (a.origin !== null && a.origin.matchId === b.id) return a.origin.seq;
  if (b.origin !== null && b.origin.matchId === a.id) return b.origin.seq;
  if (a.origin !== null && a.origin.matchId === b.origin?.matchId) return Math.min(a.origin.seq, b.origin.seq);
  return null;
}

/** The first round in which the two differ. A branch begins where a round waits for turns. */
export function partingRound(left: Side, right: Side): number | null {
  if (isRedrawn(left.reel) || isRedrawn(right.reel)) return null;
  const common = lastCommon(left.card, right.card);
  return common === null ? null : (left.rounds[common - 1] ?? null);
}

/** A branch of a running match, whose record begins in the middle of a world of its own. */
export function isRedrawn(reel: Pick<Side['reel'], 'frames'>): boolean {
  return reel.frames[0]?.event?.type === 'match_branched';
}
