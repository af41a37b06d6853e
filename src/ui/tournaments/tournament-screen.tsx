'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TournamentSheet } from '~/api/tournament/types';
import { seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { formatCount } from '~/kit/format';
import { JumpLinks, Page, type PagePart, Part } from '~/kit/page';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import { Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { type CrossCell, goesOn, type SeatLuck } from '~/store/tournaments/tournament';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { addressOf } from '../data/draft';
import { NothingHere } from '../nothing-here';
import { FailedQuery } from '../query-states';
import { gameTitle, taskTitles } from '../task-title';
import { useTRPC } from '../trpc';
import { Bracket } from './bracket';
import { CrossTable } from './cross-table';
import { EntrantsTable } from './entrants-table';
import { FigureWhisker, scaleFor, WhiskerAxis } from './figure-whisker';
import { LeaguePanel } from './league-panel';
import { EntrantDialog, PairDialog, type PairOfEntrants } from './pair-dialog';
import { PairsTable } from './pairs-table';
import { PeoplePanel } from './people-panel';
import { PlanFile } from './plan-file';
import { ProgressPanel } from './progress-panel';
import { Schedule } from './schedule';
import { ConductTable, StandingsTable, TasksTable } from './standings-table';
import { SteerButtons } from './steer-buttons';
import { TheorySection } from './theory-section';
import { KindBadge, TournamentBadge } from './tournament-badge';
import { DEMO_NOTE, FORMAT_LABELS, figureLabel, matchesLabel, RANGE_LABELS, whyLeadsDiffer } from './tournament-labels';
import { useTournamentBell } from './use-tournament-bell';

const ASK_AGAIN_MS = 15_000;

/** One tournament, updated as matches end. */
export function TournamentScreen({ id }: { id: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const sheet = useQuery({
    ...trpc.tournament.get.queryOptions({ id }),
    staleTime: 0,
    // Changes are pushed; polling covers those missed during a short disconnect of the database or the connection.
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
      return (
        <NothingHere title="Tournament" fault={fault} action={<ButtonLink href="/rankings/tournaments">All tournaments</ButtonLink>} />
      );
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

/** What a point is, in formats that have points. */
const POINTS = { round_robin: null, swiss: 'Points', knockout: 'Rounds won', league: 'Points', ladder: 'Rung' };

function Tournament({ sheet }: { sheet: TournamentSheet }) {
  const { card, plan, standings, entrants } = sheet;
  const [pair, setPair] = useState<PairOfEntrants | null>(null);
  const [entrant, setEntrant] = useState<string | null>(null);
  const hasMany = plan.tasks.length > 1;
  const nulls = new Set(standings.rows.filter(({ isNull }) => isNull).map(({ entrant }) => entrant));
  const leadsDiffer = whyLeadsDiffer(standings);
  const names = standings.rows
    .map(({ entrant }) => entrant)
    .filter((name) => !nulls.has(name) || metAnEntrant(name, nulls, standings.cross));
  const isGoing = goesOn(card.status);
  const isStaged = card.format === 'knockout' || card.format === 'swiss' || card.format === 'ladder';
  const hasPairs = isStaged || standings.pairs.some(({ worlds }) => worlds > 0);
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView(); // only now is there something to scroll to
  }, []);
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {card.name}
          <span className="flex gap-1.5 tracking-normal">
            <TournamentBadge status={card.status} />
            <KindBadge card={card} />
          </span>
        </span>
      }
      lead={
        <>
          {FORMAT_LABELS[card.format].title} of {card.entrants} in {gameTitle(card.ruleset)}: {taskTitles(card)}; {RANGE_LABELS[card.range]}
          , {plan.worlds} {plan.worlds === 1 ? 'seed' : 'seeds'} per pairing
          {plan.rotation === 'full' ? ', seats rotated' : ''}. {matchesLabel(sheet.progress.total)} scheduled.
          {card.isDemo ? ` ${DEMO_NOTE}` : ''}
        </>
      }
      actions={
        <>
          <SteerButtons card={card} />
          {card.counts.done > 0 ? <ButtonLink href={addressOf(card)}>Export its data</ButtonLink> : null}
        </>
      }
    >
      <SeatNames naming={seatNamesOf(plan.game)}>
        <div className="space-y-8">
          <ProgressPanel sheet={sheet} />
          {isGoing && entrants.some(({ kind }) => kind === 'person') ? <PeoplePanel tournamentId={card.id} /> : null}
          <JumpLinks parts={hasPairs ? PARTS : PARTS.filter(({ id }) => id !== 'pairs')} />
          <Part id="standings">
            <StandingsTable
              standings={standings}
              game={card.ruleset}
              age={{ at: sheet.standingsAt, endedSince: card.counts.done - standings.counts.done }}
              pointsHead={POINTS[card.format]}
              downloads={downloadsOf(card.id)}
              onOpen={setEntrant}
            />
            <TasksTable rows={standings.rows} />
          </Part>
          <Part id="pairs">
            {isStaged ? <Bracket id={card.id} format={card.format} /> : null}
            {leadsDiffer === null ? null : <p className="max-w-3xl text-small">{leadsDiffer}</p>}
            <CrossTable entrants={names} cells={standings.cross} onOpen={setPair} />
            <PairsTable
              pairs={standings.pairs}
              nulls={nulls}
              isOver={standings.status === 'finished'}
              tablesAreShared={plan.tableSize > 1}
              onOpen={setPair}
            />
            <TheorySection {...standings} contestants={standings.rows.length - nulls.size} onOpen={setPair} />
          </Part>
          <Part id="conduct">
            <SeatLuckTable seats={standings.seats} rotation={plan.rotation} />
            <ConductTable rows={standings.rows} />
          </Part>
          <Part id="schedule">
            {card.format === 'league' && isGoing ? <LeaguePanel sheet={sheet} /> : null}
            <Schedule sheet={sheet} />
          </Part>
          <Part id="entrants">
            <EntrantsTable entrants={entrants} />
          </Part>
          <Part id="repeat">
            <PlanFile sheet={sheet} />
          </Part>
        </div>
        {entrant === null ? null : (
          <EntrantDialog tournamentId={card.id} entrant={entrant} withTask={hasMany} onClose={() => setEntrant(null)} />
        )}
        {pair ? <PairDialog tournamentId={card.id} pair={pair} withTask={hasMany} onClose={() => setPair(null)} /> : null}
      </SeatNames>
    </Page>
  );
}

const PARTS: readonly PagePart[] = [
  { id: 'standings', title: 'Standings' },
  { id: 'pairs', title: 'Pairs' },
  { id: 'conduct', title: 'Seats and conduct' },
  { id: 'schedule', title: 'Schedule' },
  { id: 'entrants', title: 'Entrants' },
  { id: 'repeat', title: 'Repeat it' },
];

/** Null policies play separately, so they can be compared directly only if tables have one place. */
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

const WHAT = 'Mean score of all entrants in each seat. Luck is the seat’s mean minus the mean of all seats in the same world.';

/** Results by seat, to see whether one has an advantage. */
function SeatLuckTable({ seats, rotation }: { seats: readonly SeatLuck[]; rotation: 'full' | 'none' }) {
  if (seats.length === 0) return null;
  const tasks = [...new Set(seats.map(({ task }) => task))];
  const inOrder = seats.toSorted(
    (one, other) => tasks.indexOf(one.task) - tasks.indexOf(other.task) || one.seat.localeCompare(other.seat, 'en', { numeric: true }),
  );
  const scale = scaleFor(seats.map(({ score }) => score));
  const columns: Column<SeatLuck>[] = [
    { key: 'seat', head: 'Seat', cell: ({ seat }) => <SeatChip seat={seat} named /> },
    {
      key: 'whisker',
      head: <WhiskerAxis scale={scale} />,
      cell: ({ score }) => <FigureWhisker figure={score} scale={scale} />,
      className: 'w-1/2 min-w-40 px-4 align-middle max-sm:hidden',
    },
    { key: 'score', head: 'Mean score', align: 'right', cell: ({ score }) => figureLabel(score), className: 'whitespace-nowrap' },
    { key: 'luck', head: 'Luck', align: 'right', cell: ({ luck }) => (luck ? figureLabel(luck) : '–'), className: 'whitespace-nowrap' },
    { key: 'n', head: 'Worlds', align: 'right', cell: ({ score }) => formatCount(score.n) },
  ];
  if (tasks.length > 1) columns.unshift({ key: 'task', head: 'Task', cell: ({ task }) => task });
  const note =
    rotation === 'full'
      ? `${WHAT} Every entrant sits in every seat, so a lucky seat gives nobody a lead.`
      : `${WHAT} Seats were drawn, not rotated: a lucky seat may favor somebody.`;
  return (
    <Section title="Seats" note={note}>
      <Table caption="Mean score by seat" columns={columns} rows={inOrder} rowKey={({ task, seat }) => `${task} ${seat}`} />
    </Section>
  );
}
