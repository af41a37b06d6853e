import { policyWords } from '~/contract/player';
import { formatMoney, formatNumber } from '~/kit/format';
import { inspectorOf } from '../../screens/inspector';
import { CLASSIC_LABS } from '../../screens/lab-names';
import { coalitionLabel } from '../../screens/labels';
import type { LabView, MarketView } from '../../view';

export const ClassicInspector = inspectorOf<MarketView>({
  naming: CLASSIC_LABS,
  statusOf: ({ status }) => status,
  energyOf: (_view, block) => formatMoney(block.energy_cost),
  job(view, id) {
    const lab = view.labs.find((one) => one.jobs?.some((job) => job.job_id === id));
    const job = lab?.jobs?.find((one) => one.job_id === id);
    if (!lab || !job) return null;
    return {
      labId: lab.lab_id,
      blockIds: job.allocated_block_ids,
      facts: [
        ['worth', formatMoney(job.base_value * job.urgency_multiplier)],
        ['needs', `${formatNumber(job.gpu_hours_required)} GPU-hours at reliability ${formatNumber(job.min_reliability)} or better`],
        ['due', `by round ${job.deadline_round}`],
        ['state', job.completed ? 'done' : 'open'],
      ],
    };
  },
  coalition(view, id) {
    const coalition = view.coalitions.find((one) => one.coalition_id === id);
    if (!coalition) return null;
    return [
      ['members', coalitionLabel(coalition, CLASSIC_LABS)],
      ['purpose', coalition.purpose],
      ['stands', `from round ${coalition.round_created} to ${coalition.expires_round}`],
      ['promises', coalition.breach_status === 'none' ? 'kept so far' : coalition.breach_status],
    ];
  },
  playerOf: archetypeOf,
  lab: (_view, lab) => [
    ['budget', lab.budget === null ? `${lab.budget_band}, private` : formatMoney(lab.budget)],
    ['demand', lab.demand_band],
  ],
  blocksTitle: 'blocks',
});

function archetypeOf({ archetype }: LabView): string {
  return archetype ? policyWords(archetype) : 'the game';
}
