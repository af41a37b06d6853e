import { clsx } from 'clsx';
import { tickDigits } from '~/lib/numbers';
import { formatFixed } from '../format';
import { placeOf, type Whisker, type WhiskerScale, whiskerPlace } from './whisker-geometry';

/** The seed range; `mixed`: several ranges, or unpublished seeds. */
export type Range = 'train' | 'holdout' | 'validation' | 'mixed';

/** A policy's role in a table: a contestant, a changed contestant, a null policy, or a demonstration of farming. */
export type Role = 'contestant' | 'null' | 'farmer' | 'variant';

const LANE = 14;
/** How far the grid extends over the edges, so that it is continuous in a column of pairs. */
const OVERLAP = 8;

/** What is drawn of a figure: mean, interval and mark. */
interface Lane {
  split: Range;
  row: Whisker;
}

interface PairProps {
  /** The figures of one policy on one task: train and holdout, or one of them. */
  figures: readonly Lane[];
  scale: WhiskerScale;
  role: Role;
}

/** Whiskers, one above the other, on a scale shared with other pairs. Widths are in percent, so nothing is measured. */
export function WhiskerPair({ figures, scale, role }: PairProps) {
  const height = LANE * Math.max(1, figures.length);
  return (
    <svg width="100%" height={height} aria-hidden className={clsx('block overflow-visible', INK[role])}>
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1={`${placeOf(scale, tick)}%`}
          x2={`${placeOf(scale, tick)}%`}
          y1={-OVERLAP}
          y2={height + OVERLAP}
          stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
          shapeRendering="crispEdges"
        />
      ))}
      {figures.map((figure, lane) => (
        <OneWhisker key={figure.split} figure={figure} scale={scale} y={lane * LANE + LANE / 2} />
      ))}
    </svg>
  );
}

const INK: Record<Role, string> = { contestant: 'text-ink', variant: 'text-ink', null: 'text-ink-3', farmer: 'text-ink' };

function OneWhisker({ figure, scale, y }: { figure: Lane; scale: WhiskerScale; y: number }) {
  const place = whiskerPlace(scale, figure.row);
  return (
    <g stroke="currentColor" strokeWidth={1.25}>
      <line x1={`${place.low}%`} x2={`${place.high}%`} y1={y} y2={y} />
      <line x1={`${place.low}%`} x2={`${place.low}%`} y1={y - 3} y2={y + 3} />
      <line x1={`${place.high}%`} x2={`${place.high}%`} y1={y - 3} y2={y + 3} />
      <svg x={`${place.mean}%`} y={y} overflow="visible" aria-hidden>
        <SplitMark split={figure.split} />
      </svg>
    </g>
  );
}

const MARKS: Record<Exclude<Range, 'train'>, string> = {
  holdout: 'M0,-4.5L4.5,0L0,4.5L-4.5,0Z',
  validation: 'M-3.5,-3.5H3.5V3.5H-3.5Z',
  mixed: 'M0,-4.5L4.5,3.5H-4.5Z',
};

/** The mark of a seed range, around the origin. Distinguishable without color: only train is filled. */
export function SplitMark({ split }: { split: Range }) {
  if (split === 'train') return <circle r={3.5} fill="currentColor" stroke="none" />;
  return <path d={MARKS[split]} fill="var(--paper)" stroke="currentColor" strokeWidth={1.5} />;
}

/** The mark in a line of text. */
export function SplitKey({ split }: { split: Range }) {
  return (
    <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden className="inline-block align-[-1px] text-ink">
      <SplitMark split={split} />
    </svg>
  );
}

/** Tick labels below a column of pairs. */
export function WhiskerAxis({ scale }: { scale: WhiskerScale }) {
  const digits = tickDigits(scale.ticks);
  return (
    <div className="num relative h-5 text-micro text-ink-2" aria-hidden>
      {scale.ticks.map((tick) => (
        <span key={tick} className="absolute -translate-x-1/2 pt-1" style={{ left: `${placeOf(scale, tick)}%` }}>
          {tick === 0 ? '0' : formatFixed(tick, Math.max(1, digits))}
        </span>
      ))}
    </div>
  );
}
