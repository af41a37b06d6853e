'use client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { labStyle } from '~/games/gpu-market/screens/lab-names';
import { Tooltip } from '~/kit/tooltip';
import type { BarPlace, Brick } from './floor-plan';
import { naming } from './lighting';

interface Props {
  place: BarPlace<Brick & { status: string }>;
  columns: number;
  /** The block in one sentence. */
  sentence: string;
  /** What is lit together with it. */
  lights: readonly string[];
  /** Name and value, a line each, asked for when its tooltip opens. */
  facts: () => readonly (readonly [string, string])[];
  /** What stands on it. */
  children: ReactNode;
}

/** A block of GPU time: its place is when, its height how many GPUs, its hue whose, its fill what has become of it. */
export function Bar({ place, columns, sentence, lights, facts, children }: Props) {
  const { block, top, height } = place;
  return (
    <Tooltip content={<Facts blockId={block.block_id} facts={facts} />}>
      <button
        type="button"
        aria-label={sentence}
        {...naming('block', block.block_id, lights)}
        className={clsx('bar absolute top-0 overflow-hidden rounded-sm text-left', `bar-${block.status}`)}
        style={{
          ...labStyle(block.owner_lab_id),
          transform: `translateY(${top}px)`,
          height,
          left: `calc(${(block.start_round / columns) * 100}% + 1px)`,
          width: `calc(${(block.duration / columns) * 100}% - 3px)`,
        }}
      >
        {block.status === 'failed' ? <Crack /> : null}
        {children}
      </button>
    </Tooltip>
  );
}

/** A block's id as it stands on its bar. */
export function BarName({ block }: { block: { block_id: string; status: string } }) {
  return <span className={clsx('bar-label font-mono', block.status === 'failed' && 'line-through')}>{block.block_id}</span>;
}

/** What a ruleset's bar is drawn from at least. */
export interface BarProps<Block extends Brick> {
  place: BarPlace<Block>;
  columns: number;
  /** The offers that name this block now, lit together with it: `offer:o_1 offer:o_2`. */
  offers: string;
}

/** A plan is made anew with each trade; a bar that stays where it was is not drawn again. */
export function staysPut<Block extends Brick>(a: BarProps<Block>, b: BarProps<Block>): boolean {
  const still = a.place.top === b.place.top && a.place.height === b.place.height && a.place.block === b.place.block;
  return still && a.columns === b.columns && a.offers === b.offers;
}

/** The rounds in which a block works. */
export function whenWords({ start_round: start, duration }: Pick<Brick, 'start_round' | 'duration'>): string {
  return duration === 1 ? `round ${start}` : `rounds ${start} to ${start + duration - 1}`;
}

/** A shock went through it. */
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
