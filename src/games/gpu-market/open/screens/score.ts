/** Who is ahead in the open market, and who acts together. */
import type { ScoreLine } from '~/contract/screens';
import type { SeatGroup } from '~/contract/shown';
import { OPEN_LABS } from '../../screens/lab-names';
import { coalitionLabel } from '../../screens/labels';
import type { OpenMarketView } from '../shared/told/view';
import { front } from './front';

export const profitLine: ScoreLine<OpenMarketView> = {
  title: 'profit',
  unit: front.unit ?? '',
  decimals: 2,
  goal: 'Your score is your gain: your profit less what you would have made alone, measured against an equal share of all that trade could bring.',
  of: (view, seat) => labOf(view, seat)?.profit ?? null,
  note: (view, seat) => {
    const jobs = labOf(view, seat)?.jobs;
    return jobs ? `${jobs.filter((job) => job.completed).length}/${jobs.length} jobs` : null;
  },
};

/** Coalitions that stand; members of one that has ended act alone again. */
export function coalitionsOf(view: OpenMarketView): SeatGroup[] {
  return view.coalitions
    .filter((one) => one.status !== 'ended' && one.members.length > 1)
    .map((one) => ({
      id: one.coalition_id,
      title: `Coalition ${coalitionLabel(one, OPEN_LABS)}`,
      members: one.members.map((seat) => ({ seat, share: null })),
    }));
}

function labOf(view: OpenMarketView, seat: string) {
  return view.labs.find((lab) => lab.lab_id === seat);
}
