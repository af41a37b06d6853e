'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { TournamentCard } from '~/api/tournament/types';
import { seatNamesOf } from '~/games/screens';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerLink } from '~/kit/player-name';
import { SeatNames } from '~/kit/seat-names';
import { Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { StandingRow } from '~/store/tournaments/tournament';
import { FailedQuery } from '../query-states';
import { scoreHead, taskTitles } from '../task-title';
import { FigureWhisker, scaleFor, WhiskerAxis } from '../tournaments/figure-whisker';
import { EntrantDialog } from '../tournaments/pair-dialog';
import { MatchesOf, None, Score } from '../tournaments/standings-table';
import { KindBadge } from '../tournaments/tournament-badge';
import { DEMO_NOTE } from '../tournaments/tournament-labels';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { useTRPC } from '../trpc';

/** The table of a demo league, shown while there are no rated matches. Every figure links to its matches. */
export function DemoBoard({ card }: { card: TournamentCard }) {
  const { rows, query } = useDemoRows(card.id);
  const [entrant, setEntrant] = useState<string | null>(null);
  const scale = scaleFor(rows.map(({ score }) => score));
  const columns: Column<StandingRow>[] = [
    ...START,
    {
      key: 'whisker',
      head: <WhiskerAxis scale={scale} />,
      cell: ({ score }) => (score ? <FigureWhisker figure={score} scale={scale} /> : null),
      className: 'w-[30%] min-w-40 px-4 align-middle max-md:hidden',
    },
    {
      key: 'score',
      head: scoreHead(card.ruleset),
      align: 'right',
      cell: ({ score }) => <Score score={score} />,
      className: 'whitespace-nowrap',
    },
    { key: 'matches', head: 'Evidence', align: 'right', cell: (row) => <MatchesOf row={row} onOpen={setEntrant} /> },
  ];
  return (
    <Section title={<DemoTitle card={card} />} note={`${taskTitles(card)}. ${DEMO_NOTE}`} aside={<DemoLink card={card} />}>
      {query.isPending ? (
        <Loading what="the demo league">
          <Skeleton className="h-60 w-full" />
        </Loading>
      ) : query.isError ? (
        <FailedQuery what="the demo league" error={query.error} retry={query.refetch} />
      ) : (
        <Table caption={card.name} columns={columns} rows={rows} rowKey={({ entrant }) => entrant} />
      )}
      {entrant === null ? null : (
        <SeatNames naming={seatNamesOf(card.ruleset)}>
          <EntrantDialog tournamentId={card.id} entrant={entrant} withTask={card.tasks.length > 1} onClose={() => setEntrant(null)} />
        </SeatNames>
      )}
    </Section>
  );
}

/** Its top rows, with few columns. */
export function DemoTop({ card, most }: { card: TournamentCard; most: number }) {
  const { rows, query } = useDemoRows(card.id);
  if (query.isPending) {
    return (
      <Loading what="the demo league">
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  if (query.isError) return <FailedQuery what="the demo league" error={query.error} retry={query.refetch} />;
  const score: Column<StandingRow> = {
    key: 'score',
    head: scoreHead(card.ruleset),
    align: 'right',
    cell: ({ score }) => (score ? formatFixed(score.mean, 2) : <None />),
  };
  return (
    <>
      <p className="mb-2 text-ink-2 text-small">
        <DemoTitle card={card} />. Played by scripts when Mandi first started. <DemoLink card={card} />
      </p>
      <Table caption={card.name} columns={[...START, score]} rows={rows.slice(0, most)} rowKey={({ entrant }) => entrant} />
    </>
  );
}

function DemoTitle({ card }: { card: TournamentCard }) {
  return (
    <>
      {card.name} <KindBadge card={card} />
    </>
  );
}

function DemoLink({ card: { id } }: { card: TournamentCard }) {
  return (
    <Link href={`/rankings/tournaments/${id}`} className="text-accent underline underline-offset-2">
      All its matches
    </Link>
  );
}

/** Without baselines. Updates as matches end. */
function useDemoRows(id: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const query = useQuery({ ...trpc.tournament.get.queryOptions({ id }), staleTime: 0 });
  useTournamentBell(id, () => queries.invalidateQueries(trpc.tournament.get.queryFilter({ id })));
  return { query, rows: (query.data?.standings.rows ?? []).filter(({ isNull }) => !isNull) };
}

const START: Column<StandingRow>[] = [
  { key: 'rank', head: '#', align: 'right', cell: ({ rank }) => rank ?? <None />, className: 'w-8' },
  { key: 'entrant', head: 'Agent', cell: ({ entrant }) => <PlayerLink name={entrant} /> },
];
