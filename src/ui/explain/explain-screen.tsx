'use client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { faultOf } from '../api-fault';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { useScreens } from '../use-screens';

interface Props {
  matchId: string;
  /** The seat in the address. */
  seat: string | null;
}

/** For games without their own text. */
const ABOUT = 'What decided this match, and what each seat could have done instead.';

/** After a match: why each seat ended where it did. */
export function ExplainScreen({ matchId, seat }: Props) {
  const trpc = useTRPC();
  const explained = useQuery(trpc.match.explain.queryOptions({ id: matchId }, { staleTime: Number.POSITIVE_INFINITY, retry: false }));
  const table = useQuery(trpc.table.get.queryOptions({ id: matchId }, { retry: false }));
  const own = table.data?.me.seats[0] ?? null;
  const screens = useScreens(table.data?.card.key ?? null);
  const Explain = screens?.end.Explain;
  return (
    <Page
      title="Why it ended this way"
      lead={Explain ? (screens.end.explains ?? ABOUT) : ABOUT}
      actions={<ButtonLink href={`/matches/${matchId}`}>Replay</ButtonLink>}
    >
      {explained.isPending || (explained.isSuccess && screens === null && !table.isError) ? (
        <Loading what="the explanation">
          <p className="mb-4 text-ink-2 text-small">Working out what else could have been done. This takes a few seconds.</p>
          <ExplainSkeleton />
        </Loading>
      ) : null}
      {explained.isSuccess && screens !== null && !Explain ? <OnItsPage matchId={matchId} /> : null}
      {explained.isError ? <NotExplained matchId={matchId} error={explained.error} retry={explained.refetch} /> : null}
      {explained.data && Explain ? (
        <Explained matchId={matchId} explanation={explained.data} first={seat ?? own} Explain={Explain} />
      ) : null}
    </Page>
  );
}

/** For a game that shows its explanation below the result and has no page for it. */
function OnItsPage({ matchId }: { matchId: string }) {
  return (
    <Empty title="The analysis is on the match page" action={<ButtonLink href={`/matches/${matchId}`}>Open the match</ButtonLink>}>
      What was hidden, what each move cost and what others would have made are shown below the result.
    </Empty>
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

interface ExplainedProps {
  matchId: string;
  explanation: unknown;
  first: string | null;
  Explain: NonNullable<AnyGameScreens['end']['Explain']>;
}

/** The explained seat is part of the address. */
function Explained({ matchId, explanation, first, Explain }: ExplainedProps) {
  const [picked, setPicked] = useState<string | null>(null);
  function pick(seat: string) {
    setPicked(seat);
    const url = new URL(window.location.href);
    url.searchParams.set('seat', seat);
    window.history.replaceState(null, '', url);
  }
  return <Explain matchId={matchId} explanation={explanation} seat={picked ?? first} onSeat={pick} />;
}

/** Widths of placeholder bars. */
const BARS = ['w-1/2', 'w-3/4', 'w-full', 'w-2/3', 'w-5/6', 'w-2/5'];

/** A placeholder of the page's final layout: two charts, a seat's account with two more, then lists. */
function ExplainSkeleton() {
  return (
    <div className="space-y-10">
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <ChartPlace bars={3} lines={2} />
        <ChartPlace bars={6} />
      </div>
      <div className="border-t pt-4">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-4 h-4 w-full max-w-3xl" />
        <Skeleton className="mt-2 h-4 w-2/3 max-w-2xl" />
        <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <Bars count={6} />
          <Bars count={6} />
        </div>
      </div>
    </div>
  );
}

function ChartPlace({ bars, lines = 0 }: { bars: number; lines?: number }) {
  return (
    <div className="border-t pt-4">
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="mt-4 mb-3 h-4 w-48" />
      <Bars count={bars} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Skeleton key={line} className={clsx('mt-3 h-4', line + 1 < lines ? 'w-full' : 'w-3/5')} />
      ))}
    </div>
  );
}

function Bars({ count }: { count: number }) {
  return (
    <div className="space-y-3">
      {BARS.slice(0, count).map((width) => (
        <div key={width} className="grid grid-cols-[5.5rem_1fr_3.5rem] items-center gap-3">
          <Skeleton className="h-4 w-16" />
          <Skeleton className={clsx('h-4', width)} />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
