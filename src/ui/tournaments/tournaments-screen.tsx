'use client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import type { TournamentCard } from '~/api/tournament/types';
import { Button, ButtonLink } from '~/kit/button';
import { formatAgo } from '~/kit/format';
import { Page } from '~/kit/page';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { ConnectionBar } from '../connection-bar';
import { InFront } from '../matches/match-table';
import { useNow } from '../matches/use-now';
import { FailedQuery } from '../query-states';
import { gameTitle, taskTitles } from '../task-title';
import { useTRPC } from '../trpc';
import { ProgressLine } from './progress-line';
import { KindBadge, TournamentBadge } from './tournament-badge';
import { FORMAT_LABELS, RANGE_LABELS } from './tournament-labels';
import { useTournamentBell } from './use-tournament-bell';

const PAGE = 20;

/** All tournaments of this Mandi, newest first; rows are updated as matches end. */
export function TournamentsScreen() {
  return (
    <Page
      title="Tournaments"
      lead="Find out who plays better, and how sure that is. Everyone plays the same worlds in every seat, and every match can be replayed."
      actions={
        <ButtonLink look="primary" href="/rankings/tournaments/new">
          Start a tournament
        </ButtonLink>
      }
    >
      <TournamentList />
    </Page>
  );
}

function TournamentList() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const now = useNow();
  const list = useInfiniteQuery({
    ...trpc.tournament.list.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: (page) => page.nextCursor }),
    staleTime: 0,
  });
  const { isLost } = useTournamentBell(null, (id) =>
    Promise.all([list.refetch(), ...(id === null ? [] : [queries.invalidateQueries(trpc.tournament.leader.queryFilter({ id }))])]),
  );
  if (list.isPending) {
    return (
      <Loading what="tournaments">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  if (!list.data) return <FailedQuery what="the tournaments" error={list.error} retry={list.refetch} />;
  const cards = list.data.pages.flatMap((page) => page.items);
  if (cards.length === 0) {
    return (
      <Empty title="No tournament has been played" action={<ButtonLink href="/rankings/tournaments/new">Start a tournament</ButtonLink>}>
        Four policies in five worlds take seconds. From the command line:{' '}
        <span className="code whitespace-nowrap">npx mandi tournament run FILE</span>.
      </Empty>
    );
  }
  return (
    <>
      <Table caption="Tournaments" columns={columnsAt(now)} rows={cards} rowKey={({ id }) => id} />
      {list.hasNextPage ? (
        <Button className="mt-4" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older tournaments
        </Button>
      ) : null}
      <ConnectionBar lost={isLost} />
    </>
  );
}

function columnsAt(now: number): Column<TournamentCard>[] {
  return [
    { key: 'name', head: 'Tournament', cell: (card) => <Name card={card} />, className: 'w-[38%]' },
    { key: 'status', head: 'Status', cell: ({ status }) => <TournamentBadge status={status} /> },
    { key: 'progress', head: 'Matches', cell: ({ counts }) => <ProgressLine counts={counts} />, className: 'max-sm:hidden' },
    { key: 'leader', head: 'Leader', cell: (card) => <InFront tournament={card} /> },
    {
      key: 'when',
      head: 'Started',
      align: 'right',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt, now)}</time>,
      className: 'whitespace-nowrap max-sm:hidden',
    },
  ];
}

function Name({ card }: { card: TournamentCard }) {
  return (
    <Link href={`/rankings/tournaments/${card.id}`} className="group block">
      <span className="font-medium group-hover:text-accent group-hover:underline">{card.name}</span>{' '}
      {card.kind === 'rated' || card.isDemo ? <KindBadge card={card} /> : null}
      <span className="block text-ink-2">
        {FORMAT_LABELS[card.format].title} of {card.entrants}, {gameTitle(card.ruleset)}: {taskTitles(card)}
        <span className="max-sm:hidden">, {RANGE_LABELS[card.range]}</span>
      </span>
    </Link>
  );
}
