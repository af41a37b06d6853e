'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FixtureCard } from '~/api/tournament/types';
import { Button } from '~/kit/button';
import { CopyButton } from '~/kit/copy-button';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOrigin } from '../use-origin';

const SHOWN = 50;

/** Matches that are ready and wait for people, with a link for each seat; for operators. */
export function PeoplePanel({ tournamentId }: { tournamentId: string }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.tournament.fixtures.queryOptions({ id: tournamentId, status: ['playing'], limit: SHOWN }));
  const seats = (found.data?.items ?? []).flatMap(peopleIn);
  return (
    <Section
      title="People"
      note="Send each person the link to their seat. It works once, within ten minutes. The match starts when everybody is ready."
    >
      {seats.length === 0 ? (
        <p className="text-ink-2 text-small">No match is waiting for a person now.</p>
      ) : (
        <ul className="space-y-2">
          {seats.map((place) => (
            <PersonSeat key={`${place.order} ${place.seat}`} tournamentId={tournamentId} {...place} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface Place {
  order: number;
  seat: string;
  name: string;
}

function peopleIn({ order, seats }: FixtureCard): Place[] {
  return seats.flatMap(({ seat, entrant, player }) => (player === null && entrant !== null ? [{ order, seat, name: entrant }] : []));
}

function PersonSeat({ tournamentId, order, seat, name }: Place & { tournamentId: string }) {
  const trpc = useTRPC();
  const origin = useOrigin();
  const invite = useMutation(trpc.tournament.invite.mutationOptions());
  const link = invite.data ? `${origin}${invite.data.path}` : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      <span>
        Match {order + 1}: <span className="font-medium">{name}</span> on <SeatChip seat={seat} named />
      </span>
      <Button size="small" disabled={invite.isPending} onClick={() => invite.mutate({ id: tournamentId, order, seat })}>
        {link === null ? `Link for ${name}` : 'Another link'}
      </Button>
      {link === null ? null : (
        <>
          <span className="code min-w-0 break-all">{link}</span>
          <CopyButton text={link}>Copy</CopyButton>
        </>
      )}
      {invite.isError ? (
        <span role="alert" className="text-red">
          {faultOf(invite.error).message}
        </span>
      ) : null}
    </li>
  );
}
