'use client';
import { useMutation } from '@tanstack/react-query';
import { Button, ButtonLink } from '~/kit/button';
import { Panel } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useSeatStream } from '../use-seat-match';
import { mySeatLabel } from './table-labels';

interface Props {
  card: MatchCard;
  seat: string;
  onLeft: () => void;
}

/** A seat of this browser: ready, leave, and a link to its screen once the match runs. */
export function MySeat({ card, seat, onLeft }: Props) {
  const trpc = useTRPC();
  useSeatStream(card.id, seat); // following the seat's own stream makes the holder present
  const ready = useMutation(trpc.seat.ready.mutationOptions());
  const leave = useMutation(trpc.seat.leave.mutationOptions({ onSuccess: onLeft }));
  const held = card.seats.find((one) => one.seat === seat);
  if (held?.kind !== 'person' && held?.kind !== 'program') return null;
  const fault = ready.error ?? leave.error;
  const inLobby = card.status === 'lobby';
  return (
    <Panel title={`You are ${held.name}`} aside={<SeatChip seat={seat} named />}>
      <p className="text-small">{mySeatLabel(card.status, held.ready)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {inLobby ? (
          <>
            <Button
              look={held.ready ? 'plain' : 'primary'}
              aria-pressed={held.ready}
              disabled={ready.isPending}
              onClick={() => ready.mutate({ id: card.id, seat, ready: !held.ready })}
            >
              {held.ready ? 'Not ready after all' : 'I am ready'}
            </Button>
            <Button look="quiet" disabled={leave.isPending} onClick={() => leave.mutate({ id: card.id, seat })}>
              Leave
            </Button>
          </>
        ) : (
          <ButtonLink look="primary" href={`/matches/${card.id}?seat=${seat}`}>
            To your seat
          </ButtonLink>
        )}
      </div>
      {fault ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(fault).message}
        </p>
      ) : null}
    </Panel>
  );
}
