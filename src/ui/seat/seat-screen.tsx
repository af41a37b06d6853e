'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { frontOf, seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { SeatNames } from '~/kit/seat-names';
import { ErrorNote } from '~/kit/states';
import { ConnectionBar } from '../connection-bar';
import { claimPlace } from '../frame/places';
import { MatchLoading } from '../match/match-states';
import { FailedQuery } from '../query-states';
import { useScreens } from '../use-screens';
import { useObservation, useSeatStream } from '../use-seat-match';
import { SeatTable } from './seat-table';

/** One seat of a match, for its holder. */
export function SeatScreen({ matchId, seat }: { matchId: string; seat: string }) {
  const { card, reel, connection, waiting, refusal } = useSeatStream(matchId, seat);
  const screens = useScreens(card?.key ?? null);
  const play = screens?.play;
  const view = play ? (reel.views.findLast((one) => play.isWhole(one)) ?? null) : null;
  const { seen, error, refetch } = useObservation({ matchId, seat }, { view, play, connected: connection === 'open' });
  useEffect(() => claimPlace('/play'), []);
  const router = useRouter();
  const waits = card?.status === 'lobby';
  useEffect(() => {
    if (waits) router.replace(`/matches/${matchId}`); // the lobby has the ready button, and returns here when the match begins
  }, [waits, matchId, router]);
  if (refusal !== null) return <NoSeat matchId={matchId} {...refusal} />;
  if (card !== null && (frontOf(card.key) === null || (screens !== null && !play))) {
    return <NoSeat matchId={matchId} code="other_ruleset" message={`This page cannot play ${card.key}.`} />;
  }
  return (
    <SeatNames naming={seatNamesOf(card?.key ?? '')}>
      {screens && play && card && view && seen ? (
        <SeatTable {...{ screens, play, seat, card, reel, view, seen }} />
      ) : error && !waits ? (
        <main id="main" className="mx-auto max-w-xl px-4 py-16">
          <FailedQuery what="your seat" error={error} retry={refetch} />
        </main>
      ) : (
        <MatchLoading />
      )}
      <ConnectionBar lost={connection === 'lost'} waiting={waiting} />
    </SeatNames>
  );
}

function NoSeat({ matchId, code, message }: { matchId: string; code: string; message: string }) {
  const titles: Record<string, string> = {
    not_your_seat: 'This seat is not yours on this device',
    unknown_match: 'There is no such match here',
  };
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-16">
      <ErrorNote
        title={titles[code] ?? 'This seat cannot be shown'}
        code={code}
        action={<ButtonLink href={`/matches/${matchId}?as=watcher`}>Watch the match</ButtonLink>}
      >
        {message} The player who holds this seat can make a one-time link for this device on the seat’s own page.
      </ErrorNote>
    </main>
  );
}
