'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { CopyButton } from '~/kit/copy-button';
import { SelectField } from '~/kit/field';
import { Section } from '~/kit/panel';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { OlderSwitch } from '../players/older-versions';
import { PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useOrigin } from '../use-origin';
import { sitterLabel } from './table-labels';
import { useLogAgain } from './use-log-again';

/** People and programs at the table: replace a silent one with a policy, or remove one. */
export function HostSeats({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const logged = useLogAgain(card.id);
  const { nameOf } = useSeatNames();
  const players = usePlayers();
  const [policy, setPolicy] = useState('house');
  const replace = useMutation(trpc.table.replace.mutationOptions(logged));
  const remove = useMutation(trpc.table.remove.mutationOptions(logged));
  const putIn = useOnce(replace);
  const takeAway = useOnce(remove);
  const [leaving, setLeaving] = useState<{ seat: string; name: string } | null>(null);
  const held = card.seats.flatMap((seat) => (seat.kind === 'person' || seat.kind === 'program' ? [seat] : []));
  if (held.length === 0) return null;
  const groups = players.groupsFor(card.key);
  const fault = replace.error ?? remove.error;
  const inLobby = card.status === 'lobby';
  return (
    <Section title="People and programs">
      {inLobby ? null : (
        <div className="space-y-2">
          <SelectField
            label="Stand-in"
            hint="This policy takes over when you replace a player. The player can take the seat back."
            value={policy}
            onChange={(event) => setPolicy(event.target.value)}
          >
            <PlayerOptions groups={groups} />
          </SelectField>
          <OlderSwitch older={players.older} />
        </div>
      )}
      <ul className="mt-3 divide-y border-y text-small">
        {held.map((seat) => (
          <li key={seat.seat} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0">
              {nameOf(seat.seat)}, {sitterLabel(seat)}
              {isSilent(card, seat) ? <span className="text-amber"> (silent last round)</span> : null}
            </span>
            <span className="flex flex-wrap gap-1.5">
              {seat.agent === undefined ? null : <SitterLink id={card.id} seat={seat.seat} name={seat.name} />}
              {inLobby || seat.policy !== null ? null : (
                <Button
                  size="small"
                  aria-label={`Let ${policy} play for ${seat.name}`}
                  disabled={replace.isPending}
                  onClick={() => putIn({ id: card.id, seat: seat.seat, policy })}
                >
                  Replace
                </Button>
              )}
              <Button
                size="small"
                look="danger"
                aria-label={`Remove ${seat.name}`}
                disabled={remove.isPending}
                onClick={() => setLeaving({ seat: seat.seat, name: seat.name })}
              >
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpen={(open) => (open ? null : setLeaving(null))}
        title={`Remove ${leaving?.name ?? ''}`}
        note={
          inLobby
            ? 'The seat becomes free, and anybody with the address can take it.'
            : 'A house bot plays the seat from now on. The player cannot get it back.'
        }
        no="Not now"
        yes="Take the seat away"
        onYes={() => (leaving ? takeAway({ id: card.id, seat: leaving.seat }) : null)}
      />
      {fault ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(fault).message}
        </p>
      ) : null}
    </Section>
  );
}

function isSilent(card: MatchCard, seat: SeatCard): boolean {
  return card.missed?.seats.includes(seat.seat) ?? false;
}

/** For the host: the link to a registered person's reserved seat. */
function SitterLink({ id, seat, name }: { id: string; seat: string; name: string }) {
  const trpc = useTRPC();
  const origin = useOrigin();
  const invite = useMutation(trpc.table.invite.mutationOptions(useLogAgain(id)));
  const link = invite.data ? `${origin}${invite.data.path}` : null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      {link === null ? null : (
        <>
          <span className="code min-w-0 break-all">{link}</span>
          <CopyButton text={link}>Copy</CopyButton>
        </>
      )}
      <Button
        size="small"
        title="It opens the seat once, within ten minutes"
        disabled={invite.isPending}
        onClick={() => invite.mutate({ id, seat })}
      >
        {link === null ? `Link for ${name}` : 'Another link'}
      </Button>
      {invite.isError ? (
        <span role="alert" className="text-red">
          {faultOf(invite.error).message}
        </span>
      ) : null}
    </span>
  );
}
