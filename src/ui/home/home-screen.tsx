'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Link from 'next/link';
import { useEffect } from 'react';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { BenchmarkGlance } from '~/ui/benchmark/benchmark-glance';
import { isLive, showcaseOf } from '~/ui/matches/card-words';
import { MatchTable } from '~/ui/matches/match-table';
import { useNow } from '~/ui/matches/use-now';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { EnvironmentFacts } from './environment-facts';
import { LiveBoard } from './live-board';
import { liveOnes } from './lobby-list';
import { type Lobby, useLobby } from './use-lobby';

const RECENT = 8;

export function HomeScreen() {
  const lobby = useLobby();
  // What stands below the board waits for its first rows, so that they move nothing that is seen.
  const settled = lobby.settled ? '' : 'invisible';
  return (
    <Page
      title="A market where AI labs bargain over scarce GPU time"
      lead="Labs trade blocks of capacity, pitch for them, form coalitions and ride out shocks. Every move is an event on record: watch it live, scrub through it afterwards, compare two policies on the same seed."
      actions={<NextStep lobby={lobby} />}
    >
      <div className="space-y-8">
        <LiveBoard lobby={lobby} />
        <div className={clsx('space-y-8', settled)}>
          <RecentResults lobby={lobby} />
          <BenchmarkGlance />
          <Environment />
        </div>
      </div>
    </Page>
  );
}

/** The one next step: the showcase while it runs or its replay, and a match of one's own. */
function NextStep({ lobby }: { lobby: Lobby }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.match.list.queryOptions({ limit: 50 }));
  const streamed = lobby.list.map(({ card }) => card);
  const showcase = showcaseOf([...streamed, ...(data?.items ?? [])]);
  return (
    <>
      {showcase ? (
        <ButtonLink look="primary" href={`/matches/${showcase.id}`}>
          {isLive(showcase) ? 'Watch the showcase' : 'Replay the showcase'}
        </ButtonLink>
      ) : null}
      <ButtonLink look={showcase || !data ? 'plain' : 'primary'} href="/new">
        Start a match
      </ButtonLink>
      <ButtonLink href="/table/new">Set a table</ButtonLink>
    </>
  );
}

function RecentResults({ lobby }: { lobby: Lobby }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = trpc.match.list.queryOptions({ limit: RECENT, status: ['finished', 'aborted', 'failed'] });
  const recent = useQuery(options);
  const now = useNow();
  const ended = lobby.list.length - liveOnes(lobby.list).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the stream tells of another end
  useEffect(() => {
    if (ended > 0) void queries.invalidateQueries({ queryKey: options.queryKey });
  }, [ended]);
  return (
    <Section title="Recent results" aside={<AllMatches />}>
      {recent.isPending ? (
        <Loading what="recent results">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : recent.isError ? (
        <FailedQuery what="recent results" error={recent.error} retry={recent.refetch} />
      ) : recent.data.items.length === 0 ? (
        <Empty title="No match has ended yet">Results stand here as soon as one has, each with its replay.</Empty>
      ) : (
        <MatchTable caption="Recent results" cards={recent.data.items} now={now} />
      )}
    </Section>
  );
}

function AllMatches() {
  return (
    <Link href="/matches" className="text-accent underline underline-offset-2">
      All matches
    </Link>
  );
}

function Environment() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  if (catalog.isError) return <FailedQuery what="the environment’s facts" error={catalog.error} retry={catalog.refetch} />;
  if (catalog.isPending) {
    return (
      <Loading what="the environment">
        <Skeleton className="h-80 w-full" />
      </Loading>
    );
  }
  return <EnvironmentFacts catalog={catalog.data} />;
}
