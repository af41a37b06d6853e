'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Explanation } from '~/games/gpu-market/open/explain/explanation';
import { OPEN_LABS } from '~/games/gpu-market/screens/lab-names';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { SeatNames } from '~/kit/seat-names';
import { Empty, Loading } from '~/kit/states';
import { faultOf } from '../api-fault';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { ExplainSkeleton } from './explain-skeleton';
import { GainScale } from './gain-scale';
import { MarketReached } from './market-reached';
import { MissedMoves } from './missed-moves';
import { PlansExplained } from './plans-explained';
import { SeatAccount } from './seat-account';

interface Props {
  matchId: string;
  /** The seat that the address names. */
  seat: string | null;
}

/** After a match: why each seat ended where it did. */
export function ExplainScreen({ matchId, seat }: Props) {
  const trpc = useTRPC();
  const explained = useQuery(trpc.match.explain.queryOptions({ id: matchId }, { staleTime: Number.POSITIVE_INFINITY, retry: false }));
  const table = useQuery(trpc.table.get.queryOptions({ id: matchId }, { retry: false }));
  const own = table.data?.me.seats[0] ?? null;
  return (
    <Page
      title="Why it ended so"
      lead="Where each lab's money came from, what standing alone or an equal share would have brought, and what was let lie."
      actions={<ButtonLink href={`/matches/${matchId}`}>The match</ButtonLink>}
    >
      {explained.isPending ? (
        <Loading what="the explanation">
          <p className="mb-4 text-ink-2 text-small">Working out the best that the market could have done; this takes a few seconds.</p>
          <ExplainSkeleton />
        </Loading>
      ) : null}
      {explained.isError ? <NotExplained matchId={matchId} error={explained.error} retry={explained.refetch} /> : null}
      {explained.data ? (
        <SeatNames naming={OPEN_LABS}>
          <Explained matchId={matchId} explanation={explained.data as Explanation} first={seat ?? own} />
        </SeatNames>
      ) : null}
    </Page>
  );
}

function NotExplained({ matchId, error, retry }: { matchId: string; error: unknown; retry: () => unknown }) {
  const fault = faultOf(error);
  if (fault.code !== 'not_explained') return <FailedQuery what="the explanation" error={error} retry={retry} />;
  return (
    <Empty title="Not explained" action={<ButtonLink href={`/matches/${matchId}`}>Back to the match</ButtonLink>}>
      {fault.message}
    </Empty>
  );
}

function Explained({ matchId, explanation, first }: { matchId: string; explanation: Explanation; first: string | null }) {
  const [picked, setPicked] = useState<string | null>(null);
  const shown = explanation.seats.find((one) => one.seat === (picked ?? first)) ?? explanation.seats[0];
  function pick(seat: string) {
    setPicked(seat);
    const url = new URL(window.location.href);
    url.searchParams.set('seat', seat);
    window.history.replaceState(null, '', url);
  }
  return (
    <div className="space-y-10">
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <MarketReached matchId={matchId} efficiency={explanation.efficiency} />
        <GainScale matchId={matchId} seats={explanation.seats} shown={shown?.seat ?? ''} onSeat={pick} />
      </div>
      {shown ? (
        <>
          <SeatAccount matchId={matchId} account={shown} />
          <MissedMoves matchId={matchId} account={shown} />
        </>
      ) : null}
      <PlansExplained matchId={matchId} plans={explanation.plans} />
    </div>
  );
}
