'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TournamentSheet } from '~/api/tournament-words';
import { seatNamesOf } from '~/games/screens';
import { Badge } from '~/kit/badge';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { SeatNames } from '~/kit/seat-names';
import { Loading, Skeleton } from '~/kit/states';
import { type CrossCell, goesOn } from '~/tournament/tournament';
import { faultOf } from '../api-fault';
import { addressOf } from '../data/draft';
import { ConnectionBar } from '../match/connection-bar';
import { NothingHere } from '../nothing-here';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { Bracket } from './bracket';
import { CrossTable } from './cross-table';
import { EntrantsTable } from './entrants-table';
import { LeaguePanel } from './league-panel';
import { PairDialog, type PairOfEntrants } from './pair-dialog';
import { PairsTable } from './pairs-table';
import { PeoplePanel } from './people-panel';
import { PlanFile } from './plan-file';
import { ProgressPanel } from './progress-panel';
import { Schedule } from './schedule';
import { SeatLuckTable } from './seat-luck';
import { ConductTable, StandingsTable, TasksTable } from './standings-table';
import { SteerButtons } from './steer-buttons';
import { TheorySection } from './theory-section';
import { TournamentBadge } from './tournament-badge';
import { FORMAT_WORDS, matchesWords, RANGE_WORDS } from './tournament-words';
import { useTournamentBell } from './use-tournament-bell';

const ASK_AGAIN_MS = 15_000;

/** One tournament, while it goes on and afterwards; it moves as matches end. */
export function TournamentScreen({ id }: { id: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const sheet = useQuery({
    ...trpc.tournament.get.queryOptions({ id }),
    staleTime: 0,
    // What moves is told; whatever was not heard, for the database or the line was away for a moment, is asked for.
    refetchInterval: ({ state }) => (state.data?.card.status === 'running' ? ASK_AGAIN_MS : false),
  });
  const { isLost } = useTournamentBell(id, () =>
    Promise.all([
      queries.invalidateQueries(trpc.tournament.get.queryFilter({ id })),
      queries.invalidateQueries(trpc.tournament.fixtures.pathFilter()),
      queries.invalidateQueries(trpc.tournament.meetings.queryFilter({ id })),
    ]),
  );
  if (sheet.data) {
    return (
      <>
        <Tournament sheet={sheet.data} />
        <ConnectionBar lost={isLost} />
      </>
    );
  }
  if (sheet.isError) {
    const fault = faultOf(sheet.error);
    if (fault.code === 'unknown_tournament') {
      return <NothingHere title="Tournament" fault={fault} action={<ButtonLink href="/tournaments">All tournaments</ButtonLink>} />;
    }
    return (
      <Page title="Tournament">
        <FailedQuery what="this tournament" error={sheet.error} retry={sheet.refetch} />
      </Page>
    );
  }
  return (
    <Page title="Tournament">
      <Loading what="this tournament">
        <Skeleton className="h-[48rem] w-full" />
      </Loading>
    </Page>
  );
}

/** What a point is, in the formats that give any. */
const POINTS = { round_robin: null, swiss: 'Points', knockout: 'Rounds won', league: 'Points', ladder: 'Rung' };

function Tournament({ sheet }: { sheet: TournamentSheet }) {
  const { card, plan, standings, entrants } = sheet;
  const [pair, setPair] = useState<PairOfEntrants | null>(null);
  const hasMany = plan.tasks.length > 1;
  const nulls = new Set(standings.rows.filter(({ isNull }) => isNull).map(({ entrant }) => entrant));
  const names = standings.rows
    .map(({ entrant }) => entrant)
    .filter((name) => !nulls.has(name) || metAnEntrant(name, nulls, standings.cross));
  const isGoing = goesOn(card.status);
  const isStaged = card.format === 'knockout' || card.format === 'swiss' || card.format === 'ladder';
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {card.name}
          <span className="flex gap-1.5 tracking-normal">
            <TournamentBadge status={card.status} />
            {card.kind === 'rated' ? <Badge tone="accent">rated</Badge> : <Badge>exhibition</Badge>}
          </span>
        </span>
      }
      lead={
        <>
          {FORMAT_WORDS[card.format].title} of {card.entrants} under {card.ruleset}, {plan.tasks.join(', ')}; {RANGE_WORDS[card.range]},{' '}
          {plan.worlds} {plan.worlds === 1 ? 'world' : 'worlds'} a meeting
          {plan.rotation === 'full' ? ', everybody in every seat' : ''}. {matchesWords(sheet.progress.total)} scheduled.
        </>
      }
      actions={
        <>
          <SteerButtons card={card} />
          {card.counts.done > 0 ? <ButtonLink href={addressOf(card)}>Its data</ButtonLink> : null}
        </>
      }
    >
      <SeatNames naming={seatNamesOf(plan.game)}>
        <div className="space-y-8">
          <ProgressPanel sheet={sheet} />
          {isGoing && entrants.some(({ kind }) => kind === 'person') ? <PeoplePanel tournamentId={card.id} /> : null}
          <StandingsTable
            standings={standings}
            age={{ at: sheet.standingsAt, endedSince: card.counts.done - standings.counts.done }}
            pointsHead={POINTS[card.format]}
            downloads={downloadsOf(card.id)}
          />
          <TasksTable rows={standings.rows} />
          {isStaged ? <Bracket id={card.id} format={card.format} /> : null}
          <CrossTable entrants={names} cells={standings.cross} onOpen={setPair} />
          <PairsTable
            pairs={standings.pairs}
            nulls={nulls}
            isOver={standings.status === 'finished'}
            tablesAreShared={plan.tableSize > 1}
            onOpen={setPair}
          />
          <TheorySection {...standings} contestants={standings.rows.length - nulls.size} onOpen={setPair} />
          <SeatLuckTable seats={standings.seats} rotation={plan.rotation} />
          <ConductTable rows={standings.rows} />
          {card.format === 'league' && isGoing ? <LeaguePanel sheet={sheet} /> : null}
          <Schedule sheet={sheet} />
          <EntrantsTable entrants={entrants} />
          <PlanFile sheet={sheet} />
        </div>
        {pair ? <PairDialog tournamentId={card.id} pair={pair} withTask={hasMany} onClose={() => setPair(null)} /> : null}
      </SeatNames>
    </Page>
  );
}

/** Null policies play beside the others: only where tables have one place can they be set against them. */
function metAnEntrant(name: string, nulls: ReadonlySet<string>, cells: readonly CrossCell[]): boolean {
  return cells.some(({ row, column, played }) => row === name && played > 0 && !nulls.has(column));
}

function downloadsOf(id: string) {
  const folder = `/api/tournaments/${id}`;
  return [
    { href: `${folder}/standings.csv`, words: 'Standings as CSV' },
    { href: `${folder}/results.csv`, words: 'Matches as CSV' },
    { href: `${folder}/results.parquet`, words: 'Matches as Parquet' },
  ];
}
