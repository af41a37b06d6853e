'use client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { playerWords } from '~/contract/player';
import { Badge } from '~/kit/badge';
import { PlayerLink } from '~/kit/player-name';
import { SeatChip } from '~/kit/seat-chip';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { namedPlayer } from '../players/player-options';
import { useSeatedAgents } from '../players/use-players';
import { sitterLabel } from './table-labels';

interface Props {
  card: MatchCard;
  /** The seats of this browser. */
  mine: readonly string[];
  /** Actions on a seat: the host's buttons, or one to claim it. */
  actions?: (seat: SeatCard) => ReactNode;
}

/** Who sits where, who is present, who is ready. */
export function SeatList({ card, mine, actions }: Props) {
  const { nameOf } = useSeatNames();
  const agents = useSeatedAgents(card);
  const inLobby = card.status === 'lobby';
  return (
    <ul aria-label="Seats" className="divide-y border-y">
      {card.seats.map((seat) => (
        <li
          key={seat.seat}
          aria-label={`${nameOf(seat.seat)}: ${sitterLabel(seat)}`}
          className={clsx(
            'flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 py-2',
            mine.includes(seat.seat) && '-mx-2 rounded-md bg-accent-wash px-2',
          )}
        >
          <span className="w-20 shrink-0">
            <SeatChip seat={seat.seat} named size="normal" />
          </span>
          <span className={clsx('min-w-24 flex-1 truncate text-small', seat.kind === 'open' && 'text-ink-2')}>
            {seat.kind === 'script' || seat.kind === 'agent' ? playerWords(seat) : sitterLabel(seat)}
            {'agent' in seat && seat.agent ? (
              <span className="ml-1.5 text-ink-2">
                <PlayerLink name={seat.agent} />
              </span>
            ) : null}
            {mine.includes(seat.seat) ? <span className="ml-1.5 text-ink-2">(you)</span> : null}
          </span>
          <span className="flex flex-wrap items-center gap-1.5">
            <Signs
              seat={seat}
              kind={namedPlayer(seat, agents).kind}
              inLobby={inLobby}
              silent={card.missed?.seats.includes(seat.seat) ?? false}
            />
            {actions?.(seat)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Signs({ seat, kind, inLobby, silent }: { seat: SeatCard; kind: string; inLobby: boolean; silent: boolean }) {
  if (seat.kind === 'script' || seat.kind === 'agent') return <Badge>{kind}</Badge>;
  if (seat.kind === 'open') return <Badge>free</Badge>;
  return (
    <>
      {seat.kind === 'program' ? <Badge>program</Badge> : null}
      {seat.here ? <Badge tone="accent">here</Badge> : <Badge>away</Badge>}
      {inLobby && seat.ready ? <Badge tone="green">ready</Badge> : null}
      {!inLobby && silent && seat.policy === null ? <Badge tone="amber">silent last round</Badge> : null}
    </>
  );
}
