'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CatalogOverview } from '~/api/catalog/types';
import { Button, ButtonLink } from '~/kit/button';
import { CodeBlock } from '~/kit/code-block';
import { formatCount } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { type ListedMatch, matchColumns } from '~/ui/matches/match-table';
import { useNow } from '~/ui/matches/use-now';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { useOrigin } from '~/ui/use-origin';
import { type Endpoint, endpointsAt } from './endpoints';

/** The origin in examples until the browser has loaded the page. */
const USUAL_ORIGIN = 'http://127.0.0.1:3000';

export function EndpointsScreen() {
  const trpc = useTRPC();
  const origin = useOrigin(USUAL_ORIGIN);
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const newest = useQuery(trpc.match.list.queryOptions({ limit: 1, status: ['finished'] }));
  const endpoints = endpointsAt({ origin, matchId: newest.data?.items[0]?.id ?? null });
  return (
    <Page title="Connect your code" lead="Every way to connect a program, with examples that run as they are, plus match downloads.">
      <nav aria-label="On this page" className="mb-8 flex flex-wrap gap-x-5 gap-y-1 text-small">
        {[...endpoints.map(({ id, title }) => ({ id: `endpoint-${id}`, title })), { id: 'matches', title: 'Matches as files' }].map(
          ({ id, title }) => (
            <a key={id} href={`#${id}`} className="text-accent underline-offset-2 hover:underline">
              {title}
            </a>
          ),
        )}
      </nav>
      <div className="space-y-8">
        {endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.id} endpoint={endpoint} />
        ))}
        <div id="matches" className="scroll-mt-4">
          <Downloads />
        </div>
        {catalog.data ? <EnvironmentFacts catalog={catalog.data} /> : null}
      </div>
    </Page>
  );
}

/** Text between backticks is shown as code. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="code">
        {part}
      </span>
    ),
  );
}

function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div id={`endpoint-${endpoint.id}`} className="scroll-mt-4">
      <Section title={endpoint.title}>
        <div className="grid gap-x-12 gap-y-3 lg:items-start lg:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="wrap-anywhere min-w-0 space-y-2 text-small">
            <p>
              <WithCode text={endpoint.summary} />
            </p>
            <p className="text-ink-2">It prints: {endpoint.prints}</p>
          </div>
          <CodeBlock label={`Example: ${endpoint.title}`} code={endpoint.code} note={endpoint.how} />
        </div>
      </Section>
    </div>
  );
}

/** The server's games in numbers. */
function EnvironmentFacts({ catalog }: { catalog: CatalogOverview }) {
  return (
    <Section title="Games at a glance">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {catalog.rulesets.map((ruleset) => (
          <div key={ruleset.key} className="min-w-0">
            <p className="text-ink-2 text-small">
              <span className="code text-ink">{ruleset.key}</span>, version {ruleset.version}
            </p>
            <ul className="mt-1">
              {ruleset.tasks.map((task) => (
                <li key={task.id} className="border-b py-2 text-small last:border-0" title={task.summary}>
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="code">{task.id}</span>
                    <span className="num text-ink-2">{task.rounds} rounds</span>
                  </span>
                  <span className="block text-ink-2">{task.seats}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <dl className="text-small max-md:border-t max-md:border-line-strong max-md:pt-2">
          <Fact name="Actions">{catalog.actions.length}</Fact>
          <Fact name="Reward columns">{catalog.rewardColumns.length}</Fact>
          <Fact name="Scripted policies">{catalog.policies.filter(({ control }) => !control).length}</Fact>
          <Fact name="Baselines">{catalog.policies.filter(({ control }) => control === 'null' || control === 'farmer').length}</Fact>
          {catalog.seedRanges.map((range) => (
            <Fact key={range.name} name={`Seeds, ${range.name}`}>
              {formatCount(range.first)}–{formatCount(range.last)}
            </Fact>
          ))}
        </dl>
      </div>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-b py-1 last:border-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="num font-medium">{children}</dd>
    </div>
  );
}

const PAGE = 20;

/** Every match with its two files. */
function Downloads() {
  const trpc = useTRPC();
  const now = useNow();
  const list = useInfiniteQuery(trpc.match.list.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: (page) => page.nextCursor }));
  const cards = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title="Matches as files"
      note="Events as stored, one JSON object per line; the transcript is Markdown. Whatever is private while a match runs stays private in these files."
    >
      {list.isPending ? (
        <Loading what="matches">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : null}
      {list.isError ? <FailedQuery what="the matches" error={list.error} retry={list.refetch} /> : null}
      {list.isSuccess && cards.length === 0 ? (
        <Empty title="No match has been played" action={<ButtonLink href="/play/bots">Start a match</ButtonLink>}>
          Then you can download its events and transcript here.
        </Empty>
      ) : null}
      {cards.length > 0 ? (
        <Table
          caption="Matches as files"
          columns={fileColumns(now)}
          rows={cards.map((card) => ({ card }))}
          rowKey={({ card }) => card.id}
        />
      ) : null}
      {list.hasNextPage ? (
        <Button className="mt-4" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older matches
        </Button>
      ) : null}
    </Section>
  );
}

function fileColumns(now: number): Column<ListedMatch>[] {
  return [
    ...matchColumns(now).filter(({ key }) => key !== 'score' && key !== 'bars'),
    { key: 'events', head: 'Events', align: 'right', cell: ({ card }) => formatCount(card.head) },
    { key: 'files', head: 'Files', cell: ({ card }) => <Files card={card} />, className: 'pl-4 sm:pl-6' },
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
