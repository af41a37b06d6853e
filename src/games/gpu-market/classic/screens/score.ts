/** Who is ahead in the classic market: the seats whose reward is counted. */
import type { ScoreLine } from '~/contract/screens';
import type { MarketView } from '../../view';

export const rewardLine: ScoreLine<MarketView> = {
  title: 'reward',
  unit: '',
  decimals: 4,
  of: (view, seat) => {
    const curve = view.curves[seat];
    return curve === undefined ? null : (curve.at(-1)?.cumulative ?? 0);
  },
  note: (view, seat) => {
    const jobs = view.labs.find((lab) => lab.lab_id === seat)?.jobs;
    return jobs ? `${jobs.filter((job) => job.completed).length}/${jobs.length} jobs` : null;
  },
};
