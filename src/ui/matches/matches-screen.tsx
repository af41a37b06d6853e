'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { useLobby } from '~/ui/home/use-lobby';
import { usePlayers } from '~/ui/players/use-players';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { matchWords } from './card-words';
import { CompareBar } from './compare-bar';
import { type Picked, togglePick, whyNotPick } from './compare-pair';
import { type Filters, filterAddress, listInput, NO_FILTERS, readFilters } from './filters';
import { MatchFilters } from './match-filters';
import { matchColumns } from './match-table';
import { begunSince, freshen, missedAnEnd } from './stream-cards';
import { useNow } from './use-now';

const PAGE = 25;

export function MatchesScreen() {
  const trpc = useTRPC();
  const filters = readFilters(useSearchParams());
  const [picked, setPicked] = useState<Picked>([]);
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const { groupsFor } = usePlayers();
  return (
    <Page
      title="Matches"
      lead="Every match of this Mandi, newest first. Pick two of the same task and seed to set them side by side."
      actions={
        <>
          <ButtonLink href="/duels">Duels of pitches</ButtonLink>
          <ButtonLink href="/table/new">Set a table</ButtonLink>
          <ButtonLink href="/new">Start a match</ButtonLink>
        </>
      }
    >
      <MatchFilters filters={filters} catalog={catalog.data} players={groupsFor(null)} onFilters={narrow} />
      <MatchList
        key={filterAddress(filters)}
        picked={picked}
        onPick={(card) => setPicked(togglePick(picked, card))}
        onClear={() => setPicked([])}
      />
    </Page>
  );
}

/** The address holds the filters and changes at once, so that two quick changes add up. */
function narrow(part: Partial<Filters>): void {
  const filters = { ...readFilters(new URLSearchParams(window.location.search)), ...part };
  window.history.replaceState(null, '', filterAddress(filters));
}

interface ListProps {
  picked: Picked;
  onPick: (card: MatchCard) => void;
  onClear: () => void;
}

function MatchList({ picked, onPick, onClear }: ListProps) {
  const trpc = useTRPC();
  const now = useNow();
  const lobby = useLobby();
  const filters = readFilters(useSearchParams());
  const list = useInfiniteQuery(
    trpc.match.list.infiniteQueryOptions({ ...listInput(filters), limit: PAGE }, { getNextPageParam: (page) => page.nextCursor }),
  );
  const { isSuccess, refetch } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the stream was entered
  useEffect(() => {
    if (lobby.entered > 0 && missedAnEnd(list.data?.pages.flatMap((page) => page.items) ?? [], lobby.list)) void refetch();
  }, [lobby.entered, isSuccess]);
  if (list.isError) return <FailedQuery what="the matches" error={list.error} retry={list.refetch} />;
  if (list.isPending) {
    return (
      <>
        <CompareBar picked={picked} onClear={onClear} />
        <Loading what="matches">
          <Skeleton className="mt-9 h-[36rem] w-full" />
        </Loading>
      </>
    );
  }
  const fetched = list.data.pages.flatMap((page) => page.items);
  const cards = freshen(fetched, lobby.list);
  const begun = begunSince(fetched, lobby.list, filters);
  if (cards.length === 0) return <NoMatches filtered={filterAddress(filters) !== filterAddress(NO_FILTERS)} />;
  return (
    <>
      <CompareBar picked={picked} onClear={onClear} />
      <div role="status" className="flex h-9 items-center text-small">
        {begun > 0 ? (
          <Button size="small" onClick={() => void list.refetch()}>
            {begun === 1 ? '1 match has begun since: show it' : `${begun} matches have begun since: show them`}
          </Button>
        ) : null}
      </div>
      <Table caption="Matches" columns={[pickColumn(picked, onPick), ...matchColumns(now)]} rows={cards} rowKey={(card) => card.id} />
      <div className="mt-4 flex items-center gap-4 text-small text-ink-2">
        {list.hasNextPage ? (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older matches
          </Button>
        ) : (
          <span>These are all.</span>
        )}
      </div>
    </>
  );
}

function NoMatches({ filtered }: { filtered: boolean }) {
  return (
    <div className="mt-6">
      {filtered ? (
        <Empty title="No match fits these filters" action={<ButtonLink href={filterAddress(NO_FILTERS)}>Show all matches</ButtonLink>} />
      ) : (
        <Empty title="No match has been played" action={<ButtonLink href="/new">Start a match</ButtonLink>}>
          It appears here at once, with its replay when it has ended.
        </Empty>
      )}
    </div>
  );
}

function pickColumn(picked: Picked, onPick: (card: MatchCard) => void): Column<MatchCard> {
  return {
    key: 'pick',
    head: <span className="sr-only">Compare</span>,
    className: 'w-8',
    cell: (card) => {
      const why = whyNotPick(picked, card);
      return (
        <input
          type="checkbox"
          aria-label={`Compare ${matchWords(card)}`}
          title={why ?? 'Pick to compare'}
          className="size-4 align-middle accent-accent"
          checked={picked.some(({ id }) => id === card.id)}
          disabled={why !== null}
          onChange={() => onPick(card)}
        />
      );
    },
  };
}
