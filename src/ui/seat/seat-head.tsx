'use client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Stage } from '~/contract/shown';
import { roundText } from '~/games/screens';
import { formatCount } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { isLive } from '../matches/card-labels';
import { StatusBadge } from '../status-badge';
import { SeatMenu } from './hand-over';

interface Props {
  seat: string;
  card: MatchCard;
  stage: Stage;
  /** Seats that have not moved in this turn. */
  awaited: readonly string[];
  clock: ReactNode;
}

/** The seat, round, time left, and awaited seats. */
export function SeatHead({ seat, card, stage, awaited, clock }: Props) {
  const { nameOf } = useSeatNames();
  const others = awaited.filter((one) => one !== seat).length;
  const [, number, ...rest] = roundText(card.key, stage.round, stage.rounds).split(' ');
  return (
    <header className="flex items-center gap-x-3 border-b px-4 py-1 sm:px-6 min-[900px]:flex-wrap min-[900px]:gap-x-6 min-[900px]:py-2">
      <a href="#turn" className="sr-only focus:not-sr-only focus:px-2 focus:py-1 max-[899px]:hidden">
        To your turn
      </a>
      <SeatChip seat={seat} size="normal" />
      {/* On a phone, the round is below the name to save space. */}
      <div className="min-w-0 min-[900px]:-ml-3.5 min-[900px]:flex min-[900px]:items-center min-[900px]:gap-x-6">
        <div className="flex items-center gap-2.5">
          <h1 className="truncate font-semibold min-[900px]:text-title">{nameOf(seat)}</h1>
          <span className={clsx('flex', card.status === 'running' && 'max-[899px]:hidden')}>
            <StatusBadge status={card.status} />
          </span>
        </div>
        <p className="num truncate text-micro min-[900px]:text-small">
          <span className="font-semibold min-[900px]:text-title">{stage.finished ? 'Over' : `Round ${number}`}</span>
          <span className="text-ink-2">{stage.finished ? '' : ` ${rest.join(' ')}`}</span>
        </p>
      </div>
      <p className="shrink-0 font-semibold text-title max-[899px]:ml-auto">{clock}</p>
      {stage.finished ? null : (
        <p className="text-small text-ink-2 max-[899px]:hidden">
          {others === 0
            ? awaited.length === 0
              ? 'Closing the round…'
              : 'Waiting for you.'
            : `Waiting for ${formatCount(others)} ${others === 1 ? 'other' : 'others'}.`}
        </p>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-2 max-[899px]:ml-0">
        {stage.finished || !isLive(card) ? null : <SeatMenu seat={seat} card={card} />}
      </div>
    </header>
  );
}
