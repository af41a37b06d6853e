'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import { formatMoney, formatNumber } from '~/kit/format';
import { Bar, BarName, type BarProps, boughtFrom, sellerFacts, staysPut } from '../../../screens/bar';
import { OPEN_LABS } from '../../../screens/lab-names';
import { blockLabel, roundsWords } from '../../../screens/labels';
import type { WireCondition } from '../../shared/observation';
import type { OpenBlockView } from '../../shared/told/view';
import { conditionWords } from './offer-words';

interface Props extends BarProps<OpenBlockView> {
  /** The lowest public ask for it; null: it is not publicly for sale. */
  price: number | null;
  energyFactor: number;
}

/** In pixels; lower blocks show their names only on hover and focus. */
const LOWEST_WITH_TEXT = 8;

/** A block on the board: its id, its public price if it is for sale, and its conditions. */
export const OpenBlock = memo(function OpenBlock({ place, columns, offers, seller, price, energyFactor }: Props) {
  const { block, height } = place;
  const lights = [
    ...(offers ? offers.split(' ') : []),
    ...(block.pledged_to ? [`coalition:${block.pledged_to}`] : []),
    ...(block.allocated_to_job_id ? [`job:${block.allocated_to_job_id}`] : []),
  ];
  return (
    <Bar
      place={place}
      columns={columns}
      seller={seller}
      sentence={`${blockSentence(block, price)}${boughtFrom(seller, OPEN_LABS)}`}
      lights={lights}
      facts={() => [...factsOf(block, price, energyFactor), ...sellerFacts(seller, OPEN_LABS)]}
    >
      {height >= LOWEST_WITH_TEXT ? (
        <span className={clsx('flex items-start gap-x-0.5', height >= 26 ? 'flex-col' : 'flex-row', height < 16 && 'bar-low')}>
          <BarName block={block} short={price !== null && height < 26 && block.duration < 3} />
          {price === null || (block.duration === 1 && height < 26) ? null : (
            <span className="bar-label num font-medium">{formatMoney(price)}</span>
          )}
        </span>
      ) : null}
      <Bound conditions={block.conditions} />
    </Bar>
  );
}, sameBlock);

function sameBlock(a: Props, b: Props): boolean {
  return staysPut(a, b) && a.price === b.price && a.energyFactor === b.energyFactor;
}

/** Permanent conditions of the block: a lock, a clock, a ring. */
function Bound({ conditions }: { conditions: readonly WireCondition[] }) {
  if (conditions.length === 0) return null;
  const has = (test: (one: WireCondition) => boolean) => conditions.some(test);
  return (
    <span aria-hidden className="absolute top-px right-px flex gap-px rounded-sm bg-panel px-px text-ink">
      {has((one) => one.must_not_resell) ? <ConditionGlyph kind="lock" /> : null}
      {has((one) => one.must_use_by_round !== null) ? <ConditionGlyph kind="clock" /> : null}
      {has((one) => one.coalition_only !== null) ? <ConditionGlyph kind="ring" /> : null}
    </span>
  );
}

const GLYPHS = {
  lock: 'M2 5h6v4H2ZM3.2 5V3.2a1.8 1.8 0 0 1 3.6 0V5',
  clock: 'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8ZM5 2.8V5l1.6 1.2',
  ring: 'M3.6 2.4a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2ZM6.4 2.4a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2Z',
} as const;

/** lock: may not be resold; clock: must be used by a round; rings: only for one coalition. */
export function ConditionGlyph({ kind }: { kind: keyof typeof GLYPHS }) {
  return (
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
      <path d={GLYPHS[kind]} fill="none" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}

function factsOf(block: OpenBlockView, price: number | null, energyFactor: number): (readonly [string, string])[] {
  const hours = block.gpu_count * block.duration;
  const bound = block.conditions.flatMap(conditionWords);
  return [
    ['owner', OPEN_LABS.nameOf(block.owner_lab_id)],
    ['when', roundsWords(block)],
    ['size', `${block.gpu_count} GPU × ${block.duration} h = ${hours} ${hours === 1 ? 'GPU-hour' : 'GPU-hours'}, ${block.hours_left} left`],
    ['reliability', formatNumber(block.reliability)],
    ['energy', energyWords(block.energy_cost, energyFactor)],
    ['status', statusWords(block)],
    ...(price === null ? [] : [['for sale', `to all for ${formatMoney(price)}`] as const]),
    ...(bound.length === 0 ? [] : [['bound', bound.join(', ')] as const]),
  ];
}

function energyWords(cost: number, factor: number): string {
  return factor === 1 ? formatMoney(cost) : `${formatMoney(cost * factor)} (${formatMoney(cost)} × ${formatNumber(factor)})`;
}

function statusWords(block: OpenBlockView): string {
  switch (block.status) {
    case 'used':
      return block.allocated_to_job_id ? `used for ${block.allocated_to_job_id}` : 'at work';
    case 'committed':
      return block.pledged_to ? `pledged to ${block.pledged_to}` : 'pledged to a coalition';
    case 'spent':
      return 'expired unused';
    case 'failed':
      return 'failed: its hours are lost';
    default:
      return block.status;
  }
}

function blockSentence(block: OpenBlockView, price: number | null): string {
  const bound = block.conditions.flatMap(conditionWords);
  const sale = price === null ? '' : `, for sale to all for ${formatMoney(price)}`;
  return `${blockLabel(block)}. Block ${block.block_id} of ${OPEN_LABS.nameOf(block.owner_lab_id)}, ${block.gpu_count} GPU in ${roundsWords(block)}, ${statusWords(block)}${sale}${bound.length === 0 ? '' : `, ${bound.join(', ')}`}`;
}
