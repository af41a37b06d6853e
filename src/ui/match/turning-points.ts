/** The decisive moments of a match whose game has no explanation: the largest changes of figures. */
import type { Moment, ScoreLine } from '~/contract/screens';
import { formatDelta } from '~/kit/format';
import { movesBetween } from './standing';
import type { StoryItem } from './story-lines';

const MOST = 3;

/** The described events with the largest effect on a seat's figure, in chronological order. */
export function biggestMoves<View>(
  story: readonly StoryItem[],
  views: readonly View[],
  { score, seats, nameOf }: { score: ScoreLine<View>; seats: readonly string[]; nameOf: (seat: string) => string },
): Moment[] {
  const moments = story.flatMap((item) => {
    const [before, after] = [views[item.seq - 2], views[item.seq - 1]];
    if (item.kind !== 'said' || before === undefined || after === undefined) return [];
    const [most] = movesBetween(score, seats, [before, after]);
    if (most === undefined) return [];
    return [{ seq: item.seq, note: `${nameOf(most.seat)} ${formatDelta(most.by)} ${score.unit}`.trim(), size: Math.abs(most.by) }];
  });
  const biggest = moments.sort((a, b) => b.size - a.size).slice(0, MOST);
  return biggest.sort((a, b) => a.seq - b.seq).map(({ seq, note }) => ({ seq, text: null, note }));
}
