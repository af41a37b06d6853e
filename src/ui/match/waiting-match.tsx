'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MatchOfTournament } from '~/api/tournament/types';
import { ButtonLink } from '~/kit/button';
import { formatCount } from '~/kit/format';
import { Empty } from '~/kit/states';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { useTRPC } from '../trpc';
import { MatchLoading, NoMatch } from './match-states';

interface Props {
  matchId: string;
  refusal: { code: string; message: string };
  onBegin: () => void;
}

/** A match that is not there: of a tournament it is still to come, and its page goes on by itself once it begins. */
export function WaitingMatch({ matchId, refusal, onBegin }: Props) {
  const trpc = useTRPC();
  const { data, isPending, refetch } = useQuery(trpc.tournament.ofMatch.queryOptions({ id: matchId }));
  const hasBegun = data?.hasBegun === true;
  useEffect(() => {
    if (hasBegun) onBegin();
  }, [hasBegun, onBegin]);
  if (isPending || hasBegun) return <MatchLoading />;
  return data ? <Waiting match={data} onMove={refetch} /> : <NoMatch {...refusal} />;
}

function Waiting({
  match: { tournamentId, name, order, total, status },
  onMove,
}: {
  match: MatchOfTournament;
  onMove: () => Promise<unknown>;
}) {
  useTournamentBell(tournamentId, () => onMove());
  const isOff = status === 'cancelled' || status === 'failed';
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-16">
      <div role="status">
        <Empty
          title={isOff ? 'This match was never played' : 'This match waits for its turn'}
          action={<ButtonLink href={`/rankings/tournaments/${tournamentId}`}>The tournament</ButtonLink>}
        >
          It is match {formatCount(order + 1)} of {formatCount(total)} of {name}.{' '}
          {isOff ? 'The tournament was ended before it began.' : 'It opens here by itself once it begins.'}
        </Empty>
      </div>
    </main>
  );
}
