'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '~/kit/button';
import { formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { matchColumns } from '~/ui/matches/match-table';
import { useNow } from '~/ui/matches/use-now';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';

const PAGE = 20;

/** Every match with its two files. */
export function Downloads() {
  const trpc = useTRPC();
  const now = useNow();
  const list = useInfiniteQuery(trpc.match.list.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: (page) => page.nextCursor }));
  const cards = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title="Matches as files"
      note="Events as they were stored, one JSON object a line; the transcript is Markdown. What is private while a match runs stays private here too."
    >
      {list.isPending ? (
        <Loading what="matches">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : null}
      {list.isError ? <FailedQuery what="the matches" error={list.error} retry={list.refetch} /> : null}
      {list.isSuccess && cards.length === 0 ? (
        <Empty title="No match has been played" action={<ButtonLink href="/new">Start a match</ButtonLink>}>
          Its events and transcript can be taken from here.
        </Empty>
      ) : null}
      {cards.length > 0 ? <Table caption="Matches as files" columns={fileColumns(now)} rows={cards} rowKey={(card) => card.id} /> : null}
      {list.hasNextPage ? (
        <Button className="mt-4" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older matches
        </Button>
      ) : null}
    </Section>
  );
}

function fileColumns(now: number): Column<MatchCard>[] {
  return [
    ...matchColumns(now).filter(({ key }) => key !== 'score'),
    { key: 'events', head: 'Events', align: 'right', cell: (card) => formatCount(card.head) },
    { key: 'files', head: 'Files', cell: (card) => <Files card={card} />, className: 'pl-4 sm:pl-6' },
  ];
}

function Files({ card }: { card: MatchCard }) {
  return (
    <span className="flex flex-wrap gap-x-5">
      <FileLink card={card} file="events.jsonl" />
      <FileLink card={card} file="transcript.md" />
    </span>
  );
}

function FileLink({ card, file }: { card: MatchCard; file: string }) {
  return (
    <a
      href={`/api/matches/${card.id}/${file}`}
      download={`${card.id}.${file}`}
      aria-label={`${file} of match ${card.id}`}
      className="code whitespace-nowrap text-accent underline-offset-2 hover:underline"
    >
      {file}
    </a>
  );
}
