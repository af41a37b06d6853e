'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { Block } from '~/games/gpu-market/types';
import { formatNumber } from '../kit/format';
import { labName, labStyle } from '../kit/lab-hue';
import { Tooltip } from '../kit/tooltip';
import type { BarPlace } from './floor-plan';
import { naming } from './lighting';

interface Props {
  place: BarPlace;
  columns: number;
  /** The offers that name this block now, lit together with it: `offer:o_1 offer:o_2`. */
  offers: string;
}

/** A block of GPU time: its place is when, its height how many GPUs, its hue whose, its fill what has become of it. */
export const BlockBar = memo(function BlockBar({ place, columns, offers }: Props) {
  const { block, top, height } = place;
  const failed = block.status === 'failed';
  return (
    <Tooltip content={<BlockFacts block={block} />}>
      <button
        type="button"
        aria-label={blockSentence(block)}
        {...naming('block', block.block_id, offers ? offers.split(' ') : [])}
        className={clsx('bar absolute top-0 overflow-hidden rounded-sm text-left', `bar-${block.status}`)}
        style={{
          ...labStyle(block.owner_lab_id),
          transform: `translateY(${top}px)`,
          height,
          left: `calc(${(block.start_round / columns) * 100}% + 1px)`,
          width: `calc(${(block.duration / columns) * 100}% - 3px)`,
        }}
      >
        {failed ? <Crack /> : null}
        <span className={clsx('bar-label font-mono', failed && 'line-through')}>{block.block_id}</span>
        {height >= 40 ? <span className="bar-label block">{block.gpu_count * block.duration} GPU-h</span> : null}
      </button>
    </Tooltip>
  );
}, sameBar);

/** A plan is made anew with each trade; a bar that stays where it was is not drawn again. */
function sameBar(a: Props, b: Props): boolean {
  const still = a.place.top === b.place.top && a.place.height === b.place.height && a.place.block === b.place.block;
  return still && a.columns === b.columns && a.offers === b.offers;
}

/** A shock went through it. */
function Crack() {
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden className="absolute inset-0 size-full">
      <path d="M0 31 22 22 34 27 52 12 66 20 80 8 100 12" className="crack" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function BlockFacts({ block }: { block: Block }) {
  const facts = [
    ['owner', labName(block.owner_lab_id)],
    ['when', whenWords(block)],
    ['size', `${block.gpu_count} GPU × ${block.duration} h = ${block.gpu_count * block.duration} GPU-hours`],
    ['reliability', formatNumber(block.reliability)],
    ['energy', `${formatNumber(block.energy_cost)} cr`],
    ['status', statusWords(block)],
  ] as const;
  return (
    <div>
      <p className="code font-medium">{block.block_id}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function whenWords({ start_round: start, duration }: Block): string {
  return duration === 1 ? `round ${start}` : `rounds ${start} to ${start + duration - 1}`;
}

function statusWords(block: Block): string {
  if (block.status === 'used' && block.allocated_to_job_id) return `used for ${block.allocated_to_job_id}`;
  if (block.status === 'reserved' && block.reserved_by) return `reserved by ${block.reserved_by}`;
  return block.status;
}

function blockSentence(block: Block): string {
  return `Block ${block.block_id} of ${labName(block.owner_lab_id)}, ${block.gpu_count} GPU in ${whenWords(block)}, ${statusWords(block)}`;
}
