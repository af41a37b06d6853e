'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { OPEN_LABS } from '~/games/gpu-market/screens/lab-names';
import { ButtonLink } from '~/kit/button';
import { SeatNames } from '~/kit/seat-names';
import { ErrorNote } from '~/kit/states';
import { ConnectionBar } from '../match/connection-bar';
import { MatchLoading } from '../match/match-states';
import { FailedQuery } from '../query-states';
import { SeatTable } from './seat-table';
import { isWhole } from './seen-frames';
import { useObservation, useSeatStream } from './use-seat-match';

/** One seat of one match, for who holds it. */
export function SeatScreen({ matchId, seat }: { matchId: string; seat: string }) {
  const { card, reel, connection, waiting, refusal } = useSeatStream(matchId, seat);
  const view = reel.views.findLast(isWhole) ?? null;
  const { seen, error, refetch } = useObservation({ matchId, seat }, view, connection === 'open');
  const router = useRouter();
  const waits = card?.status === 'lobby';
  useEffect(() => {
    if (waits) router.replace(`/table/${matchId}`); // there one says that one is ready, and comes back when the match begins
  }, [waits, matchId, router]);
  if (refusal !== null) return <NoSeat matchId={matchId} {...refusal} />;
  if (card !== null && card.ruleset !== 'open') {
    return <NoSeat matchId={matchId} code="other_ruleset" message={`People play ruleset open; this match is played by ${card.ruleset}.`} />;
  }
  return (
    <SeatNames naming={OPEN_LABS}>
      {card && view && seen ? (
        <SeatTable matchId={matchId} seat={seat} card={card} reel={reel} view={view} seen={seen} />
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
        action={
          <>
            <ButtonLink href={`/table/${matchId}`}>To the table</ButtonLink>
            <ButtonLink href={`/matches/${matchId}`}>Watch the match</ButtonLink>
          </>
        }
      >
        {message} Whoever holds it can open it here by a one-time link from its own screen.
      </ErrorNote>
    </main>
  );
}
