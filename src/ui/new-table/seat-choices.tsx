'use client';
import { useId } from 'react';
import type { PolicyCard } from '~/api/catalog-words';
import { Button } from '../kit/button';
import { LabChip } from '../kit/lab-chip';
import { useLabNames } from '../kit/lab-names';
import { FREE } from './table-draft';

interface Props {
  seats: readonly string[];
  policies: readonly PolicyCard[];
  onSeats: (seats: string[]) => void;
}

/** Who plays each lab: somebody who comes, or a policy. */
export function SeatChoices({ seats, policies, onSeats }: Props) {
  const { nameOf } = useLabNames();
  const group = useId();
  const set = (index: number, player: string) => onSeats(seats.map((one, at) => (at === index ? player : one)));
  return (
    <fieldset>
      <legend className="font-medium text-small">Seats</legend>
      <p className="text-small text-ink-2">Free seats wait for people and programs. Those still free when you start go to house labs.</p>
      <div className="mt-2 flex gap-1.5">
        <Button size="small" onClick={() => onSeats(seats.map(() => FREE))}>
          All free
        </Button>
        <Button size="small" onClick={() => onSeats(seats.map((_, index) => (index === 0 ? FREE : 'house')))}>
          One free
        </Button>
      </div>
      <ul className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {seats.map((player, index) => {
          const seat = `lab_${index}`;
          return (
            <li key={seat} className="flex items-center gap-3">
              <label htmlFor={`${group}-${seat}`} className="w-20 shrink-0">
                <LabChip labId={seat} named size="normal" />
              </label>
              <select
                id={`${group}-${seat}`}
                aria-label={`Who plays ${nameOf(seat)}`}
                className="h-9 min-w-0 flex-1 rounded-md border border-line-strong bg-panel px-2 text-small"
                value={player}
                onChange={(event) => set(index, event.target.value)}
              >
                <option value={FREE}>free: somebody who comes</option>
                {policies.map((policy) => (
                  <option key={policy.id} value={policy.id}>
                    {policy.title}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
