'use client';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { SeatNaming } from '~/contract/screens';
import { naming as named } from '~/kit/lighting';
import type { Stay } from './board-record';
import type { Brick, FloorPlan } from './floor-plan';
import { labColor } from './lab-names';

interface Props {
  stays: readonly Stay[];
  plan: FloorPlan<Brick>;
  /** The present round. */
  round: number;
  naming: SeatNaming;
}

/**
 * Behind the bars: each coalition as a band in the rows of its labs, over the rounds in which they belonged to it. It stays after the end.
 */
export const CoalitionBands = memo(function CoalitionBands({ stays, plan, round, naming }: Props) {
  const ids = [...new Set(stays.map(({ coalitionId }) => coalitionId))];
  return ids.map((id) => {
    const own = stays.filter(({ coalitionId }) => coalitionId === id);
    const [first] = own;
    if (first === undefined) return null;
    const letters = [...new Set(own.map(({ labId }) => naming.letterOf(labId)))].sort();
    return own.map((stay) => (
      <Band
        key={`${id} ${stay.labId} ${stay.from}`}
        stay={stay}
        plan={plan}
        round={round}
        color={labColor(first.labId)}
        inset={depthOf(stay, stays) * 3}
        title={`Coalition ${letters.join(' + ')}`}
      />
    ));
  });
});

interface BandProps {
  stay: Stay;
  plan: FloorPlan<Brick>;
  round: number;
  color: string;
  /** Of several in a row, the later ones are inside the earlier ones. */
  inset: number;
  title: string;
}

function Band({ stay: { coalitionId, labId, from, until }, plan, round, color, inset, title }: BandProps) {
  const row = plan.rows.find((one) => one.labId === labId);
  if (!row) return null;
  const stands = until === null || until > round;
  const rounds = (stands ? round : until) + 1 - from;
  return (
    <div
      {...named('coalition', coalitionId)}
      title={title}
      className={clsx('coalition-band slides absolute top-0', stands && 'coalition-stands')}
      style={{
        ['--lab' as string]: color,
        transform: `translateY(${row.top + 1 + inset}px)`,
        height: row.height - 1 - 2 * inset,
        left: `${(from / plan.columns) * 100}%`,
        width: `${(Math.max(1, rounds) / plan.columns) * 100}%`,
      }}
    />
  );
}

/** How many coalitions of the same lab it is inside of. */
function depthOf(stay: Stay, stays: readonly Stay[]): number {
  const before = stays
    .slice(0, stays.indexOf(stay))
    .filter(({ labId, coalitionId }) => labId === stay.labId && coalitionId !== stay.coalitionId);
  return Math.min(3, before.filter(({ until }) => until === null || until >= stay.from).length);
}
