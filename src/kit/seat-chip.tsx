'use client';
import { clsx } from 'clsx';
import { hueStyle } from './seat-hue';
import { useSeatNames } from './seat-names';

interface Props {
  seat: string;
  /** Shows the name next to the letter. */
  named?: boolean;
  size?: 'small' | 'normal';
  className?: string;
}

/** A seat's chip with color and letter, never only the color. */
export function SeatChip({ seat, named = false, size = 'small', className }: Props) {
  const { letterOf, nameOf, colorOf } = useSeatNames();
  return (
    // With a name it is plain text with a letter in front, so that the name stands on the line of the words around it.
    <span
      style={hueStyle(colorOf(seat))}
      className={clsx(!named && 'inline-flex items-center align-baseline', 'whitespace-nowrap', className)}
    >
      <span
        aria-hidden={named}
        title={named ? undefined : nameOf(seat)}
        className={clsx(
          named && 'mr-1.5 align-middle',
          'inline-grid shrink-0 place-items-center rounded-sm bg-(--lab) font-semibold text-(--on-lab) leading-none',
          size === 'small' ? 'h-4 min-w-4 px-px text-micro' : 'h-6 min-w-6 px-0.5 text-small',
        )}
      >
        {named ? (
          letterOf(seat)
        ) : (
          <>
            <span aria-hidden>{letterOf(seat)}</span>
            <span className="sr-only">{nameOf(seat)}</span>
          </>
        )}
      </span>
      {named ? <span className="font-medium">{nameOf(seat)}</span> : null}
    </span>
  );
}
