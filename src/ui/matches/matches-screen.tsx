'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';
import { LiveBoard } from '~/ui/matches/live-board';
import { type Lobby, useLobby } from '~/ui/matches/use-lobby';
import { usePlayers } from '~/ui/players/use-players';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { taskTitle } from '../task-title';
import { isLive, matchLabel } from './card-labels';
import { type Filters, filterAddress, listInput, NO_FILTERS, readFilters } from './filters';
import type { LobbyList } from './lobby-list';
import { MatchFilters } from './match-filters';
import { type ListedMatch, matchColumns, rowsOf } from './match-table';
import { useNow } from './use-now';

const PAGE = 25;

export function MatchesScreen() {
  const trpc = useTRPC();
  const filters = readFilters(useSearchParams());
  const [picked, setPicked] = useState<Picked>([]);
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const { groupsFor } = usePlayers();
  const lobby = useLobby();
  return (
    <Page
      title="Watch"
      lead="Live matches and replays, newest first."
      actions={
        <>
          <ButtonLink href="/watch/duels">Vote on pitches</ButtonLink>
          <ButtonLink look="primary" href="/play/bots">
            Start a match
          </ButtonLink>
        </>
      }
    >
      <LiveNow lobby={lobby} />
      {/* Rendered once the live matches are known, so that they push nothing down. */}
      <div className={lobby.settled ? '' : 'invisible'}>
        <MatchFilters filters={filters} catalog={catalog.data} players={groupsFor(filters.game)} onFilters={narrow} />
        <MatchList
          key={filterAddress(filters)}
          lobby={lobby}
          picked={picked}
          onPick={(card) => setPicked(togglePick(picked, card))}
          onClear={() => setPicked([])}
        />
      </div>
    </Page>
  );
}

/** Matches in progress, if any. */
function LiveNow({ lobby }: { lobby: Lobby }) {
  if (lobby.places === 0) return null;
  return (
    <div className="mb-8">
      <LiveBoard lobby={lobby} />
    </div>
  );
}

/** Filters are stored in the address, which changes immediately, so that two quick changes add up. */
function narrow(part: Partial<Filters>): void {
  const filters = { ...readFilters(new URLSearchParams(window.location.search)), ...part };
  window.history.replaceState(null, '', filterAddress(filters));
}

interface ListProps {
  lobby: Lobby;
  picked: Picked;
  onPick: (card: MatchCard) => void;
  onClear: () => void;
}

function MatchList({ lobby, picked, onPick, onClear }: ListProps) {
  const trpc = useTRPC();
  const now = useNow();
  const filters = readFilters(useSearchParams());
  const list = useInfiniteQuery(
    trpc.match.list.infiniteQueryOptions(
      { ...listInput(filters), limit: PAGE, fold: true },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const { isSuccess, refetch } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the stream was entered
  useEffect(() => {
    if (lobby.entered > 0 && missedAnEnd(list.data?.pages.flatMap(({ items }) => items) ?? [], lobby.list)) void refetch();
  }, [lobby.entered, isSuccess]);
  if (list.isError)
    return (
      <div className="mt-6">
        <FailedQuery what="the matches" error={list.error} retry={list.refetch} />
      </div>
    );
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
  const rows = unfolded(list.data.pages.flatMap(rowsOf));
  const fetched = rows.map(({ card }) => card);
  const fresh = freshen(fetched, lobby.list);
  const begun = begunSince(fetched, lobby.list, filters);
  const hasMatches = rows.some(({ tournament }) => !tournament);
  if (rows.length === 0 && !list.hasNextPage) return <NoMatches filtered={filterAddress(filters) !== filterAddress(NO_FILTERS)} />;
  return (
    <>
      {hasMatches ? <CompareBar picked={picked} onClear={onClear} /> : null}
      <div role="status" className="flex h-9 items-center text-small">
        {begun > 0 ? (
          <Button size="small" onClick={() => void list.refetch()}>
            {begun === 1 ? '1 new match: show it' : `${begun} new matches: show them`}
          </Button>
        ) : null}
      </div>
      <Table
        caption="Matches"
        columns={hasMatches ? [...matchColumns(now), pickColumn(picked, onPick)] : matchColumns(now)}
        rows={rows.map((row, place) => ({ ...row, card: fresh[place] ?? row.card }))}
        rowKey={({ card }) => card.id}
      />
      <div className="mt-4 flex items-center gap-4 text-small text-ink-2">
        {list.hasNextPage ? (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older matches
          </Button>
        ) : (
          <span>End of list</span>
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
        <Empty title="No match has been played" action={<ButtonLink href="/play/bots">Start a match</ButtonLink>}>
          Matches appear here as soon as they start. When one ends, you can replay it.
        </Empty>
      )}
    </div>
  );
}

/** A tournament that two pages name is shown once. */
function unfolded(rows: readonly ListedMatch[]): ListedMatch[] {
  const place = (id: string) => rows.findIndex(({ tournament }) => tournament?.id === id);
  return rows.filter(({ tournament }, at) => tournament === undefined || place(tournament.id) === at);
}

function pickColumn(picked: Picked, onPick: (card: MatchCard) => void): Column<ListedMatch> {
  return {
    key: 'pick',
    head: <span className="max-sm:sr-only">Compare</span>,
    align: 'right',
    className: 'w-8',
    cell: ({ card, tournament }) => {
      if (tournament) return null;
      const why = whyNotPick(picked, card);
      return (
        <input
          type="checkbox"
          aria-label={`Compare ${matchLabel(card)}`}
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

/** The selection and its action. Keeps its place, so that selecting moves nothing. */
function CompareBar({ picked, onClear }: { picked: Picked; onClear: () => void }) {
  const [first, second] = picked;
  return (
    <div role="status" className="mt-4 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-y py-1 text-small">
      <span className="min-w-0 flex-1 text-ink-2">{wordsFor(picked)}</span>
      {first && second ? (
        <ButtonLink look="primary" size="small" href={`/watch/compare?left=${first.id}&right=${second.id}`}>
          Compare them
        </ButtonLink>
      ) : null}
      {first ? (
        <Button look="quiet" size="small" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}

function wordsFor([first, second]: Picked): string {
  if (!first) return 'To compare, tick two matches of the same task and seed.';
  if (!second) return `Picked ${matchLabel(first)}. Tick another of the same task and seed.`;
  return `Picked ${matchLabel(first)} and ${matchLabel(second)}.`;
}

/** Up to two matches selected for comparison, in the order of selection. */
type Picked = readonly MatchCard[];

/** Why this match cannot be added to the selection; null if it can or is selected. */
export function whyNotPick(picked: Picked, card: MatchCard): string | null {
  if (picked.some(({ id }) => id === card.id)) return null;
  if (card.seed === null) return 'Its seed is private until it ends.';
  if (card.head === 0) return 'It has no events yet.';
  const [first, second] = picked;
  if (first === undefined) return null;
  if (second !== undefined) return 'Two are picked already.';
  if (card.key !== first.key || card.task !== first.task) return `Pick another match of ${taskTitle(first)}.`;
  return card.seed === first.seed ? null : `Pick another match on seed ${first.seed}.`;
}

/** Selects or deselects a match. */
export function togglePick(picked: Picked, card: MatchCard): Picked {
  if (picked.some(({ id }) => id === card.id)) return picked.filter(({ id }) => id !== card.id);
  return whyNotPick(picked, card) === null ? [...picked, card] : picked;
}

/** The fetched list updated from the stream: each match in its newest state, in its old position. */
export function freshen(cards: readonly MatchCard[], lobby: LobbyList): MatchCard[] {
  const told = new Map(lobby.map(({ card }) => [card.id, card]));
  return cards.map((card) => {
    const newer = told.get(card.id);
    return newer && newer.head >= card.head ? newer : card;
  });
}

/** True if a match was in progress when the list was fetched but is unknown to the stream: it ended before the screen subscribed. */
export function missedAnEnd(cards: readonly MatchCard[], lobby: LobbyList): boolean {
  return cards.some((card) => isLive(card) && !lobby.some((told) => told.card.id === card.id));
}

/** Number of matches that began after the list was fetched and match its filters. */
export function begunSince(cards: readonly MatchCard[], lobby: LobbyList, filters: Filters): number {
  const newest = cards[0]?.createdAt ?? '';
  return lobby.filter(({ card }) => card.createdAt > newest && !cards.some(({ id }) => id === card.id) && fits(card, filters)).length;
}

/** What the stream tells does not include a match’s tournament. */
function fits(card: MatchCard, { status, task, policy, among }: Filters): boolean {
  return (
    among !== 'tournaments' &&
    (among !== 'people' || card.seats.some(({ kind }) => kind === 'person')) &&
    (status === null || card.status === status) &&
    (task === null || card.task === task) &&
    (policy === null || card.seats.some((seat) => playedBy(seat) === policy))
  );
}
