'use client';
import { policyWords } from '~/contract/player';
import { seatNamesOf } from '~/games/screens';
import { SeatNames } from '~/kit/seat-names';
import type { PlayerGroup } from '~/ui/players/player-options';
import { SeatPlayer } from '~/ui/players/player-select';

interface Props {
  /** Its key. */
  game: string;
  seats: readonly string[];
  /** By seat; other seats are played by `everywhere`. */
  chosen: Readonly<Record<string, string>>;
  everywhere: string;
  groups: readonly PlayerGroup[];
  onChosen: (chosen: Record<string, string>) => void;
}

/** Who plays which seat. */
export function SeatPolicies({ game, seats, chosen, everywhere, groups, onChosen }: Props) {
  const others = seats.filter((seat) => chosen[seat]).length;
  const rest = groups.map((group) => ({ ...group, options: group.options.filter(({ value }) => value !== everywhere) }));
  return (
    <SeatNames naming={seatNamesOf(game)}>
      <details>
        <summary className="font-medium text-small">
          Seat by seat
          <span className="ml-2 font-normal text-ink-2">
            {others === 0
              ? `all ${seats.length} seats are played by ${policyWords(everywhere)}`
              : `${others} of ${seats.length} are played by another policy`}
          </span>
        </summary>
        <ul className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {seats.map((seat) => (
            <SeatPlayer
              key={seat}
              seat={seat}
              value={chosen[seat] ?? ''}
              groups={rest}
              others={[{ value: '', title: `${policyWords(everywhere)} (as above)` }]}
              onValue={(player) => onChosen({ ...chosen, [seat]: player })}
            />
          ))}
        </ul>
      </details>
    </SeatNames>
  );
}
