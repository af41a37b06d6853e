'use client';
import { Button } from '~/kit/button';
import { OlderSwitch } from '../players/older-versions';
import { notReadyAmong, type PlayerGroup } from '../players/player-options';
import { NotReady, SeatPlayer } from '../players/player-select';
import type { OlderVersions } from '../players/use-players';
import { FREE } from './table-draft';

interface Props {
  seats: readonly string[];
  groups: readonly PlayerGroup[];
  older: OlderVersions;
  onSeats: (seats: string[]) => void;
}

/** Who plays each lab: somebody who comes, or a policy or an agent. */
export function SeatChoices({ seats, groups, older, onSeats }: Props) {
  const set = (index: number, player: string) => onSeats(seats.map((one, at) => (at === index ? player : one)));
  return (
    <fieldset>
      <legend className="font-medium text-small">Seats</legend>
      <p className="text-small text-ink-2">
        Free seats wait for people and programs. Those still free when you start go to house labs. A seat kept for a person of the registry
        opens by the link that you send them.
      </p>
      <div className="mt-2 flex gap-1.5">
        <Button size="small" onClick={() => onSeats(seats.map(() => FREE))}>
          All free
        </Button>
        <Button size="small" onClick={() => onSeats(seats.map((_, index) => (index === 0 ? FREE : 'house')))}>
          One free
        </Button>
      </div>
      <ul className="mt-2 mb-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {seats.map((player, index) => (
          <SeatPlayer
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
            key={index}
            seat={`lab_${index}`}
            value={player}
            groups={groups}
            others={[{ value: FREE, title: 'free: somebody who comes' }]}
            onValue={(chosen) => set(index, chosen)}
          />
        ))}
      </ul>
      <OlderSwitch older={older} />
      <NotReady players={notReadyAmong(groups, seats)} />
    </fieldset>
  );
}
