'use client';
import { ButtonLink } from '~/kit/button';
import { SeatChip } from '~/kit/seat-chip';
import { isLive } from '../matches/card-words';
import { StatusBadge } from '../status-badge';
import { Countdown } from '../table/countdown';
import { useDesk, useLive } from './desk-context';
import { SeatMenu } from './hand-over';
import { labWord, plural } from './words';

/** Which seat, which round, how long it lasts, who is still waited for. */
export function SeatHead() {
  const { seat, matchId } = useDesk();
  const { card, view } = useLive();
  const others = view.awaited.filter((lab) => lab !== seat);
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b px-4 py-2 sm:px-6">
      <a href="#turn" className="sr-only focus:not-sr-only focus:px-2 focus:py-1 max-[899px]:hidden">
        To your turn
      </a>
      <div className="flex items-center gap-2.5">
        <SeatChip seat={seat} size="normal" />
        <h1 className="font-semibold text-title">{labWord(seat)}</h1>
        <StatusBadge status={card.status} />
      </div>
      <p className="text-small">
        <span className="font-semibold text-title num">{view.finished ? 'Over' : `Round ${view.round_index}`}</span>
        <span className="num text-ink-2">{view.finished ? '' : ` (the last is ${view.max_rounds - 1})`}</span>
      </p>
      <p className="font-semibold text-title">
        <Countdown matchId={matchId} clock={card.clock} />
      </p>
      {view.finished ? null : (
        <p className="text-small text-ink-2 max-[899px]:hidden">
          {others.length === 0 ? 'All others have handed in.' : `Waiting for ${plural(others.length, 'other')}.`}
        </p>
      )}
      <div className="ml-auto flex items-center gap-2">
        {view.finished || !isLive(card) ? null : <SeatMenu />}
        <ButtonLink size="small" look="quiet" href={`/table/${matchId}`}>
          Table
        </ButtonLink>
        <ButtonLink size="small" look="quiet" href={`/matches/${matchId}`}>
          Watch
        </ButtonLink>
      </div>
    </header>
  );
}
