'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import type { Me } from '~/api/table/types';
import { Button } from '~/kit/button';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { reopenLiveSocket } from '../live-socket';
import { MatchScreen } from '../match/match-screen';
import { MatchLoading } from '../match/match-states';
import { SeriesBar } from '../match/series-screen';
import { isLive } from '../matches/card-labels';
import { SeatScreen } from '../seat/seat-screen';
import { Lobby } from '../table/lobby';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { rematchOf } from './rematch';
import { useTable } from './use-table';
import { sideOf } from './whose-side';

interface Props {
  matchId: string;
  /** The instant in the address. */
  at: number | null;
  /** Has a lobby, seats for people, and a host. */
  hosted: boolean;
}

/** The address of a match: its lobby before the start, the caller's seat or the watchers' view while it runs, then the result. */
export function MatchPage({ hosted, ...place }: Props) {
  return hosted ? <HostedMatch {...place} /> : <MatchScreen {...place} />;
}

function HostedMatch({ matchId, at }: Omit<Props, 'hosted'>) {
  const { data, isPending, again } = useTable(matchId);
  const asked = useSearchParams();
  if (isPending) return <MatchLoading />;
  if (!data) return <MatchScreen matchId={matchId} at={at} />;
  if (data.card.status === 'lobby') return <Lobby card={data.card} me={data.me} onChanged={again} />;
  return <Begun card={data.card} me={data.me} at={at} seat={asked.get('seat')} as={asked.get('as')} />;
}

interface BegunProps {
  card: MatchCard;
  me: Me;
  at: number | null;
  seat: string | null;
  as: string | null;
}

function Begun({ card, me, at, ...asked }: BegunProps) {
  const seat = sideOf(me.seats, { ...asked, at, isLive: isLive(card) });
  const series = isLive(card) ? null : <SeriesBar card={card} />;
  if (seat !== null)
    return (
      <>
        {series}
        <SeatScreen key={seat} matchId={card.id} seat={seat} />
      </>
    );
  return (
    <>
      {series}
      {isLive(card) || card.series ? null : <RematchBar card={card} mine={me.seats} />}
      <MatchScreen matchId={card.id} at={at} />
    </>
  );
}

/**
 * After a match with people: the same table with a new seed. The caller becomes the host, keeps the seat, and sends the link to the others.
 */
function RematchBar({ card, mine }: { card: MatchCard; mine: readonly string[] }) {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.match.create.mutationOptions());
  const claim = useMutation(trpc.seat.claim.mutationOptions());
  const again = useMutation({
    mutationFn: async () => {
      const { request, name, seat } = rematchOf(card, mine);
      const { id } = await create.mutateAsync(request);
      if (seat !== null && name !== null) {
        await claim.mutateAsync({ id, seat, name });
        reopenLiveSocket();
      }
      return id;
    },
    onSuccess: (id) => router.push(`/matches/${id}`),
  });
  const playOnce = useOnce(again);
  return (
    <aside aria-label="Rematch" className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-accent-wash px-4 py-2 sm:px-6">
      <p className="min-w-0 flex-1 basis-56 text-small">The match is over. Everyone with this link sees the same result.</p>
      <Button look="primary" size="small" disabled={again.isPending || again.isSuccess} onClick={() => playOnce(undefined)}>
        {again.isPending || again.isSuccess ? 'Setting up…' : 'Rematch'}
      </Button>
      {again.error ? (
        <p role="alert" className="basis-full text-red text-small">
          {faultOf(again.error).message}
        </p>
      ) : null}
    </aside>
  );
}
