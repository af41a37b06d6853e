'use client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { SeatNaming } from '~/contract/screens';
import { naming } from '~/kit/lighting';
import { Tooltip } from '~/kit/tooltip';
import { useBarDrag } from './bar-drag';
import type { BarPlace, Brick } from './floor-plan';
import { labColor, labStyle } from './lab-names';
import { blockLabel } from './labels';

interface Props {
  place: BarPlace<Brick & { status: string }>;
  columns: number;
  /** The block in one sentence. */
  sentence: string;
  /** The things highlighted together with it. */
  lights: readonly string[];
  /** Name and value, one line each; computed when its tooltip opens. */
  facts: () => readonly (readonly [string, string])[];
  /** The lab that sold it to its owner; null: none. */
  seller: string | null;
  /** What is drawn on it. */
  children: ReactNode;
}

/** A block of GPU time: its position shows when, its height how many GPUs, its hue the owner, its fill the status. */
export function Bar({ place, columns, sentence, lights, facts, seller, children }: Props) {
  const { block, top, height } = place;
  const drag = useBarDrag(block.block_id);
  return (
    <Tooltip content={<Facts blockId={block.block_id} facts={facts} />}>
      <button
        type="button"
        aria-label={sentence}
        {...naming('block', block.block_id, lights)}
        {...drag}
        className={clsx(
          'bar absolute top-0 overflow-hidden rounded-sm text-left',
          `bar-${block.status}`,
          seller !== null && 'bar-sold',
          'draggable' in drag && 'cursor-grab',
        )}
        style={{
          ...labStyle(block.owner_lab_id),
          transform: `translateY(${top}px)`,
          height,
          left: `calc(${(block.start_round / columns) * 100}% + 1px)`,
          width: `calc(${(block.duration / columns) * 100}% - 3px)`,
        }}
      >
        {block.status === 'failed' ? <Crack /> : null}
        {seller === null ? null : <span aria-hidden className="bar-tab" style={{ background: labColor(seller) }} />}
        {children}
      </button>
    </Tooltip>
  );
}

/** A block's label on its bar; for a single round the column shows which one. `short`: there is no room for its rounds. */
export function BarName({ block, short = false }: { block: Brick & { status: string }; short?: boolean }) {
  return (
    <span className={clsx('bar-label num', block.status === 'failed' && 'line-through')}>
      {short || block.duration === 1 ? `${block.gpu_count}× GPU` : blockLabel(block)}
    </span>
  );
}

/** What every ruleset's bar needs. */
export interface BarProps<Block extends Brick> {
  place: BarPlace<Block>;
  columns: number;
  /** The offers that name this block now, highlighted together with it: `offer:o_1 offer:o_2`. */
  offers: string;
  /** The lab that sold it to its owner; null: none. */
  seller: string | null;
}

/** Each trade makes a new plan; a bar that stays in place is not drawn again. */
export function staysPut<Block extends Brick>(a: BarProps<Block>, b: BarProps<Block>): boolean {
  const still = a.place.top === b.place.top && a.place.height === b.place.height && a.place.block === b.place.block;
  return still && a.columns === b.columns && a.offers === b.offers && a.seller === b.seller;
}

/** The end of a block's sentence. */
export function boughtFrom(seller: string | null, { nameOf }: SeatNaming): string {
  return seller === null ? '' : `, bought from ${nameOf(seller)}`;
}

export function sellerFacts(seller: string | null, { nameOf }: SeatNaming): (readonly [string, string])[] {
  return seller === null ? [] : [['bought from', nameOf(seller)]];
}

/** A crack, after a shock hit the block. */
function Crack() {
  return (
    <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden className="absolute inset-0 size-full">
      <path d="M0 31 22 22 34 27 52 12 66 20 80 8 100 12" className="crack" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Facts({ blockId, facts }: { blockId: string; facts: Props['facts'] }) {
  return (
    <div>
      <p className="code font-medium">{blockId}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3">
        {facts().map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
