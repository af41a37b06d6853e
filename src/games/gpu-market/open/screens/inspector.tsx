import type { Fact } from '~/kit/facts';
import { formatMoney, formatNumber, formatPercent } from '~/kit/format';
import { Delta, Private } from '~/kit/number';
import { inspectorOf, LabName } from '../../screens/inspector';
import { OPEN_LABS } from '../../screens/lab-names';
import { blockLabel, coalitionLabel, jobLabel } from '../../screens/labels';
import { ThingButton, ThingList } from '../../screens/thing-button';
import type { WireCondition, WireConditions } from '../shared/observation';
import type { OpenLabView, OpenMarketView } from '../shared/told/view';
import { planLine } from './match/bargain-list';

export const OpenInspector = inspectorOf<OpenMarketView>({
  naming: OPEN_LABS,
  leftOf: (block) => `, ${block.hours_left} left`,
  statusOf: ({ status }) => STATUS_WORDS[status] ?? status,
  energyOf: ({ energy_factor: factor }, { energy_cost: cost }) =>
    factor === 1 ? formatMoney(cost) : `${formatMoney(cost * factor)} (${formatMoney(cost)} × ${formatNumber(factor)})`,
  block: (view, block) => [
    ...(block.pledged_to === null ? [] : [heldFor(view, block.pledged_to)]),
    ...(block.conditions.length === 0 ? [] : [['bound', block.conditions.flatMap(conditionWords).join(', ')] as const]),
  ],
  job: jobFacts,
  offer: (_view, { conditions }) => (conditions === null ? [] : [['terms', termsOf(conditions)]]),
  coalition: coalitionFacts,
  lab: (_view, lab) => [
    ['profit', lab.profit === null ? <Private key="profit" what="The profit" /> : <Delta key="profit" value={lab.profit} tone="value" />],
    ['budget', budgetOf(lab)],
    ['demand', lab.public_demand],
  ],
  blocksTitle: 'free blocks',
  blocksOf: ({ status }) => !['used', 'spent', 'failed'].includes(status),
  labMore: (view, lab) => [
    [
      'coalitions',
      <ThingList
        key="coalitions"
        kind="coalition"
        things={lab.coalition_ids.map((one) => ({ id: one, label: labelOfCoalition(view, one) }))}
      />,
    ],
    ['turn', lab.finished ? 'has passed until the end' : lab.submitted ? 'submitted' : view.finished ? 'over' : 'not yet submitted'],
  ],
  nobody: (id) => (id === 'operator' ? [['who', 'the market itself: it sells spare blocks, and gives some to the best pitch']] : null),
});

function budgetOf({ budget, escrow, public_budget_band }: OpenLabView): string {
  if (budget === null) return `${public_budget_band}, private`;
  return `${formatMoney(budget)}${escrow ? `, and ${formatMoney(escrow)} held in bonds and deposits` : ''}`;
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  available: 'free',
  reserved: 'reserved by its owner',
  committed: 'pledged to a coalition, or promised to a lab',
  used: 'at work',
  failed: 'failed: its hours are lost',
  spent: 'expired unused',
};

function jobFacts(view: OpenMarketView, id: string) {
  const job = view.labs.flatMap((lab) => lab.jobs ?? []).find((one) => one.job_id === id);
  if (!job) return null;
  const needed = formatNumber(job.gpu_hours_required);
  const shares = job.shares?.map((one) => `${OPEN_LABS.nameOf(one.lab_id)} ${formatPercent(one.share)}`).join(', ');
  const facts: Fact[] = [
    ['pays', `${formatMoney(job.value)} when complete in time${job.partial_credit_allowed ? ', or part of it for partial delivery' : ''}`],
    ['needs', `${needed} GPU-hours at reliability ${formatNumber(job.min_reliability)} or better`],
    ['due', `by the end of round ${job.deadline_round}; arrived in round ${job.arrival_round}`],
    ['assigned', `${formatNumber(job.hours_by_deadline)} of ${needed} GPU-hours; delivered ${formatNumber(job.hours_delivered)}`],
    ['state', job.settled ? `${job.completed ? 'completed' : 'ended'}, paid ${formatMoney(job.paid)}` : 'open'],
    ...(shares === undefined ? [] : [['shared', shares] as const]),
  ];
  return { labId: job.lab_id, blockIds: job.allocated_block_ids, facts };
}

function coalitionFacts(view: OpenMarketView, id: string): Fact[] | null {
  const coalition = view.coalitions.find((one) => one.coalition_id === id);
  if (!coalition) return null;
  const asked = (coalition.invited ?? []).filter((lab) => !coalition.members.includes(lab));
  const share = coalition.split === 'contribution' ? `, ${formatPercent(coalition.owner_share)} to job owners` : '';
  const pledges = Object.entries(coalition.pledges ?? {});
  return [
    ['members', coalition.members.length === 0 ? 'none left' : <Labs key="members" ids={coalition.members} />],
    ['started by', <LabName key="founder" id={coalition.founder} />],
    ...(asked.length === 0 ? [] : [['invited', <Labs key="asked" ids={asked} />] as const]),
    ['status', coalition.status],
    ['split', `${coalition.split}${share}`],
    ['bond', formatMoney(coalition.bond)],
    ...(coalition.message ? [['says', `“${coalition.message}”`] as const] : []),
    ...pledges.map(([lab, pledge]): Fact => {
      const blocks = pledge.block_ids.map((block) => labelOfBlock(view, block));
      const jobs = pledge.jobs.map((job) => jobLabel(view, job.job_id, OPEN_LABS) ?? job.job_id);
      return [`${OPEN_LABS.nameOf(lab)} pledged`, `${[...blocks, ...jobs].join(', ')} until round ${pledge.until_round}`];
    }),
    ...(coalition.proposals ?? []).map((one): Fact => ['plan', planLine(one)]),
  ];
}

function Labs({ ids }: { ids: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {ids.map((id) => (
        <LabName key={id} id={id} />
      ))}
    </span>
  );
}

/** Pledged to a coalition, or held for a lab by a promise. */
function heldFor(view: OpenMarketView, holder: string): Fact {
  const promise = view.promises?.find((one) => one.promise_id === holder);
  return promise === undefined ? ['pledged to', coalition_(view, holder)] : ['held for', <LabName key="held" id={promise.to_lab_id} />];
}

function coalition_(view: OpenMarketView, id: string) {
  return (
    <ThingButton kind="coalition" id={id}>
      {labelOfCoalition(view, id)}
    </ThingButton>
  );
}

function labelOfBlock(view: OpenMarketView, id: string): string {
  const block = view.blocks.find((one) => one.block_id === id);
  return block ? `${blockLabel(block)}` : id;
}

function labelOfCoalition(view: OpenMarketView, id: string): string {
  const coalition = view.coalitions.find((one) => one.coalition_id === id);
  return coalition ? coalitionLabel(coalition, OPEN_LABS) : id;
}

function conditionWords(condition: WireCondition): string[] {
  return [
    ...(condition.must_not_resell ? ['not to be resold'] : []),
    ...(condition.must_use_by_round === null ? [] : [`to be used by round ${condition.must_use_by_round}`]),
    ...(condition.coalition_only === null ? [] : ['for one coalition only']),
  ];
}

function termsOf(conditions: WireConditions): string {
  const penalty = conditions.penalty > 0 ? `, or lose ${formatMoney(conditions.penalty)}` : '';
  return `${conditionWords(conditions).join(', ')}${penalty}`;
}
