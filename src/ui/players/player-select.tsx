'use client';
import type { ReactNode } from 'react';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import type { PlayerGroup } from './player-options';

export interface OtherChoice {
  value: string;
  title: string;
}

/** Options for choosing a player, by kind; other options come first. */
export function PlayerOptions({ groups, others = [] }: { groups: readonly PlayerGroup[]; others?: readonly OtherChoice[] }) {
  return (
    <>
      {others.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
      {groups.map(({ name, options }) => (
        <optgroup key={name} label={name}>
          {options.map(({ value, title, notReady }) => (
            <option key={value} value={value}>
              {title}
              {value.includes('@') ? ` (${value})` : ''}
              {notReady === null ? '' : ', not ready'}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

interface RowProps {
  seat: string;
  value: string;
  groups: readonly PlayerGroup[];
  others: readonly OtherChoice[];
  onValue: (player: string) => void;
}

/** A lab and its player, in a form. */
export function SeatPlayer({ seat, value, groups, others, onValue }: RowProps) {
  const { nameOf } = useSeatNames();
  return (
    <li className="flex min-w-0 items-center gap-3">
      <span className="w-20 shrink-0">
        <SeatChip seat={seat} named />
      </span>
      <select
        aria-label={`Who plays ${nameOf(seat)}`}
        className="h-9 min-w-0 flex-1 rounded-md border border-line-strong bg-panel px-2 text-small"
        value={value}
        onChange={(event) => onValue(event.target.value)}
      >
        <PlayerOptions groups={groups} others={others} />
      </select>
    </li>
  );
}

/** Chosen players that cannot play now, and the consequence. */
export function NotReady({ players }: { players: readonly { title: string; why: string }[] }): ReactNode {
  if (players.length === 0) return null;
  return (
    <ul role="status" className="space-y-1 rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">
      {players.map(({ title, why }) => (
        <li key={title}>
          {title} is not ready: {why} Until it is, its declared fallback plays, and the turn says so.
        </li>
      ))}
    </ul>
  );
}
