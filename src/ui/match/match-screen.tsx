'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MatchOfTournament } from '~/api/tournament/types';
import { frontOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { formatCount } from '~/kit/format';
import { Empty } from '~/kit/states';
import { ConnectionBar } from '../connection-bar';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { useTRPC } from '../trpc';
import { useLiveMatch } from '../use-live-match';
import { useScreens } from '../use-screens';
import { MatchStage } from './match-stage';
import { MatchLoading, NoMatch } from './match-states';
import { SeriesLine } from './series-screen';

interface Props {
  matchId: string;
  /** The instant in the address. */
  at: number | null;
}

/** A match: running, finished, or scheduled in a tournament. */
export function MatchScreen(props: Props) {
  const [looks, setLooks] = useState(0);
  return <Stream key={looks} {...props} onBegin={() => setLooks(looks + 1)} />;
}

/** Its stream, and its screen once there is something to show. */
function Stream({ matchId, at, onBegin }: Props & { onBegin: () => void }) {
  const { card, reel, watchers, connection, waiting, refusal } = useLiveMatch<object>(matchId);
  const screens = useScreens(card?.key ?? null);
  if (refusal?.code === 'unknown_match') return <WaitingMatch matchId={matchId} onBegin={onBegin} refusal={refusal} />;
  if (refusal && reel.frames.length === 0) return <NoMatch {...refusal} />;
  if (card && frontOf(card.key) === null) {
    return (
      <NoMatch code="unknown_ruleset" message={`This page cannot show ${card.key}.`}>
        <SeriesLine card={card} />
      </NoMatch>
    );
  }
  return (
    <>
      {card && screens && reel.frames.length > 0 ? (
        <MatchStage screens={screens} card={card} reel={reel} watchers={watchers} initialAt={at} />
      ) : (
        <MatchLoading />
      )}
      <ConnectionBar lost={connection === 'lost'} waiting={waiting} />
    </>
  );
}

interface WaitingMatchProps {
  matchId: string;
  refusal: { code: string; message: string };
  onBegin: () => void;
}

/** A match that does not exist yet: if a tournament has scheduled it, the page continues when it begins. */
function WaitingMatch({ matchId, refusal, onBegin }: WaitingMatchProps) {
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
          title={isOff ? 'This match was never played' : 'This match has not started yet'}
          action={<ButtonLink href={`/rankings/tournaments/${tournamentId}`}>The tournament</ButtonLink>}
        >
          It is match {formatCount(order + 1)} of {formatCount(total)} of {name}.{' '}
          {isOff ? 'The tournament ended before this match started.' : 'It opens here by itself when it starts.'}
        </Empty>
      </div>
    </main>
  );
}
