'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { formatCount } from '~/kit/format';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { useTRPC } from '../trpc';

/** Of which tournament this match is a part; nothing where it is of none. */
export function TournamentLine({ matchId }: { matchId: string }) {
  const trpc = useTRPC();
  const { data, refetch } = useQuery(trpc.tournament.ofMatch.queryOptions({ id: matchId }));
  if (!data) return null;
  return (
    <p className="text-small">
      Match {formatCount(data.order + 1)} of {formatCount(data.total)} of{' '}
      <Link href={`/rankings/tournaments/${data.tournamentId}`} className="text-accent underline underline-offset-2">
        {data.name}
      </Link>
      {data.sealed ? <Sealed tournamentId={data.tournamentId} onMove={refetch} /> : null}
    </p>
  );
}

/** Until the season is closed. */
function Sealed({ tournamentId, onMove }: { tournamentId: string; onMove: () => Promise<unknown> }) {
  useTournamentBell(tournamentId, () => onMove());
  return '. Its world is still played by others: budgets, jobs and the seed are told when the tournament is over.';
}
