import type { ShownPlayer } from '~/contract/player';
import type { Measure } from '~/contract/screens';
import type { CurvePoint, MarketView } from '../../view';

/** The scored seat's reward. */
export const rewardOfFirst: Measure<MarketView> = {
  title: 'Cumulative reward',
  decimals: 4,
  columns: ['round', 'reward', 'cumulative'],
  points: (views, seats) =>
    curveIn(views.at(-1), seats).map((point) => ({
      x: point.round_index,
      y: point.cumulative,
      row: [point.round_index, point.reward, point.cumulative],
    })),
  xOf: (round) => round,
  at: (view, round, seats) => earnedBy(curveIn(view, seats), round),
};

/** The lab's cumulative reward at the end of a round. */
export function earnedBy(curve: readonly CurvePoint[], round: number): number {
  return curve.findLast((point) => point.round_index <= round)?.cumulative ?? 0;
}

function curveIn(view: MarketView | undefined, seats: readonly ShownPlayer[]): readonly CurvePoint[] {
  return view?.curves[seats[0]?.seat ?? ''] ?? [];
}
