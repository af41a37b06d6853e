'use client';
import { useAgainWhen } from '../table/use-again-when';
import { useLiveMatch } from '../use-live-match';

interface Props {
  matchId: string;
  /** A pitch round has been judged, or the match is over. */
  onNews: () => unknown;
}

/** While a match goes on: new pitches come to the ballot by the match's own stream. Shows nothing. */
export function FollowRounds({ matchId, onNews }: Props) {
  const { reel, card } = useLiveMatch<{ verdicts?: readonly unknown[] }>(matchId);
  const verdicts = reel.views.at(-1)?.verdicts?.length ?? 0;
  useAgainWhen(`${verdicts} ${card?.status ?? ''}`, onNews);
  return null;
}
