'use client';
import { clsx } from 'clsx';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { labColor } from '../../../screens/lab-names';
import type { SeatExplained } from '../../explain/explanation';

interface Props {
  matchId: string;
  seats: readonly SeatExplained[];
  shown: string;
  onSeat: (seat: string) => void;
}

/** Every seat's gain on one scale, 0 as good as alone, 1 an equal share; a row is chosen by its button. */
export function GainScale({ matchId, seats, shown, onSeat }: Props) {
  const gains = seats.map((one) => one.gain);
  const [low, high] = [Math.min(-0.1, ...gains), Math.max(1.1, ...gains)];
  const place = (gain: number) => `${((gain - low) / (high - low)) * 100}%`;
  return (
    <Section title="What each seat gained by the market">
      <ChartFrame
        title="Gain"
        note="0: as good as alone. 1: an equal share of all that trade could bring. Choose a lab to see its account."
        file={`gains-${matchId}`}
        table={{
          columns: ['seat', 'gain', 'profit', 'alone', 'equal share'],
          rows: seats.map((one) => [
            one.name,
            one.gain,
            one.profit_cents / 100,
            one.autarky_cents / 100,
            (one.autarky_cents + one.scale_cents) / 100,
          ]),
        }}
      >
        <ul className="relative">
          {seats.map((one) => (
            <li key={one.seat}>
              <button
                type="button"
                aria-pressed={one.seat === shown}
                onClick={() => onSeat(one.seat)}
                className={clsx(
                  'grid h-7 w-full grid-cols-[5.5rem_1fr_3.5rem] items-center gap-3 rounded-sm px-1 text-left text-small hover:bg-sunk',
                  one.seat === shown && 'bg-sunk font-semibold',
                )}
              >
                <SeatChip seat={one.seat} named />
                <span aria-hidden className="relative block h-full">
                  <Upright at={place(0)} strong />
                  <Upright at={place(1)} />
                  <span
                    className="absolute top-1/2 h-px -translate-y-1/2 bg-ink-3"
                    style={{ left: place(Math.min(0, one.gain)), right: `calc(100% - ${place(Math.max(0, one.gain))})` }}
                  />
                  <span
                    className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full"
                    style={{ left: place(one.gain), background: labColor(one.seat) }}
                  />
                </span>
                <span className="num text-right">{formatFixed(one.gain, 2)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div aria-hidden className="grid grid-cols-[5.5rem_1fr_3.5rem] gap-3 px-1 text-ink-2 text-micro">
          <span />
          <span className="relative block h-4">
            <span className="num absolute -translate-x-1/2" style={{ left: place(0) }}>
              0 alone
            </span>
            <span className="num absolute -translate-x-1/2" style={{ left: place(1) }}>
              1 share
            </span>
          </span>
        </div>
      </ChartFrame>
    </Section>
  );
}

function Upright({ at, strong = false }: { at: string; strong?: boolean }) {
  return <span className={clsx('absolute inset-y-0 w-px', strong ? 'bg-line-strong' : 'bg-line')} style={{ left: at }} />;
}
