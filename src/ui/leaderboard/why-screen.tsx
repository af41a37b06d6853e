'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { Habits, Replay, WhySheet } from '~/api/tournament/why';
import { policyWords } from '~/contract/player';
import { frontOf, seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { formatCounted, formatFixed, formatPercent } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { SeatNames } from '~/kit/seat-names';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import type { PairRow } from '~/store/tournaments/tournament';
import { FailedQuery } from '../query-states';
import { gameTitle } from '../task-title';
import { EntrantDialog, PairDialog, type PairOfEntrants } from '../tournaments/pair-dialog';
import { PairsTable } from '../tournaments/pairs-table';
import { StandingsTable } from '../tournaments/standings-table';
import { KindBadge } from '../tournaments/tournament-badge';
import { DEMO_NOTE, figureLabel, matchesLabel } from '../tournaments/tournament-labels';
import { useTRPC } from '../trpc';

/** A game's best players, from its most informative tournament: the table, significant leads, habits, and matches to watch. */
export function WhyScreen() {
  const trpc = useTRPC();
  const game = useSearchParams().get('game');
  const sheet = useQuery(trpc.tournament.why.queryOptions(game === null ? {} : { game }));
  return (
    <Page
      title="Who is best, and why"
      lead="Who leads, how sure that is, and what the leader does differently, from the game’s newest finished tournament, if possible a rated one."
    >
      {sheet.isPending ? (
        <Loading what="the best of a game">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : sheet.isError ? (
        <FailedQuery what="the best of a game" error={sheet.error} retry={sheet.refetch} />
      ) : sheet.data === null ? (
        <Empty title="No tournament has finished yet" action={<ButtonLink href="/rankings/tournaments/new">Start a tournament</ButtonLink>}>
          When one finishes, its leader is explained here.
        </Empty>
      ) : (
        <Why sheet={sheet.data} />
      )}
    </Page>
  );
}

function Why({ sheet }: { sheet: WhySheet }) {
  const { card, standings, habits, watched, replays, games } = sheet;
  const [entrant, setEntrant] = useState<string | null>(null);
  const [pair, setPair] = useState<PairOfEntrants | null>(null);
  const entrants = standings.rows.filter(({ isNull }) => !isNull);
  const [leader] = entrants;
  const nulls = new Set(standings.rows.filter(({ isNull }) => isNull).map((row) => row.entrant));
  const leads = standings.pairs.filter(({ a, b }) => !nulls.has(a) && !nulls.has(b) && (a === leader?.entrant || b === leader?.entrant));
  const hasMany = card.tasks.length > 1;
  return (
    <SeatNames naming={seatNamesOf(card.ruleset)}>
      <div className="space-y-8">
        <div className="grid max-w-3xl items-end gap-4 sm:grid-cols-[16rem_1fr]">
          <SelectField label="Game" value={card.ruleset} onChange={(event) => go(event.target.value)}>
            {games.map((key) => (
              <option key={key} value={key}>
                {gameTitle(key)}
              </option>
            ))}
          </SelectField>
          <p className="text-small">
            From{' '}
            <Link href={`/rankings/tournaments/${card.id}`} className="text-accent underline underline-offset-2">
              {card.name}
            </Link>{' '}
            <KindBadge card={card} />, {matchesLabel(card.counts.done)}. {card.isDemo ? DEMO_NOTE : null}
          </p>
        </div>
        {leader?.score ? (
          <p className="text-body">
            <PlayerName name={leader.entrant} className="font-medium" /> leads with a mean {frontOf(card.ruleset)?.gains ? 'gain' : 'score'}{' '}
            of {figureLabel(leader.score)} over {formatCounted(leader.score.n, 'world')}. {certaintyOf(leader.entrant, leads)}
          </p>
        ) : null}
        <StandingsTable
          standings={standings}
          game={card.ruleset}
          age={{ at: card.finishedAt ?? card.createdAt, endedSince: 0 }}
          pointsHead={null}
          downloads={[]}
          onOpen={setEntrant}
        />
        <PairsTable pairs={leads} nulls={nulls} isOver tablesAreShared={false} onOpen={setPair} />
        {habits.length > 0 ? <HabitsTable habits={habits} watched={watched} leader={leader?.entrant} /> : null}
        {replays.length > 0 && leader ? <Replays replays={replays} leader={leader.entrant} /> : null}
      </div>
      {entrant === null ? null : (
        <EntrantDialog tournamentId={card.id} entrant={entrant} withTask={hasMany} onClose={() => setEntrant(null)} />
      )}
      {pair ? <PairDialog tournamentId={card.id} pair={pair} withTask={hasMany} onClose={() => setPair(null)} /> : null}
    </SeatNames>
  );
}

/** Whether the leader is ahead of each other entrant by more than chance explains. */
function certaintyOf(leader: string, leads: readonly PairRow[]): string {
  const isAhead = ({ a, interval }: PairRow) => interval !== null && (a === leader ? interval[0] > 0 : interval[1] < 0);
  const names = leads.filter((lead) => !isAhead(lead)).map(({ a, b }) => (a === leader ? b : a));
  if (leads.length === 0) return '';
  if (names.length === 0) return 'It is clearly ahead of every other entrant (95% intervals).';
  return `Its lead over ${new Intl.ListFormat('en').format(names.map(policyWords))} is not clear, by the 95% interval of the difference.`;
}

function go(game: string) {
  window.history.replaceState(null, '', `/rankings/why?game=${encodeURIComponent(game)}`);
}

interface HabitRow {
  code: string;
  /** By entrant. */
  cells: Record<string, { perMatch: number; when: number } | undefined>;
}

const MOST_ROWS = 14;

/** What entrants do: accepted actions, how often per match, and when. */
function HabitsTable({ habits, watched, leader }: { habits: readonly Habits[]; watched: number; leader: string | undefined }) {
  const rows = habitRows(habits).slice(0, MOST_ROWS);
  const columns: Column<HabitRow>[] = [
    { key: 'code', head: 'Action', cell: ({ code }) => policyWords(code) },
    ...habits.map(
      ({ entrant }): Column<HabitRow> => ({
        key: entrant,
        head: <PlayerName name={entrant} className={entrant === leader ? 'font-semibold' : undefined} />,
        align: 'right',
        cell: ({ cells }) => <Cell habit={cells[entrant]} />,
        className: 'whitespace-nowrap',
      }),
    ),
  ];
  const refused = habits
    .map(({ entrant, refused: share }) => `${policyWords(entrant)} ${share === null ? '–' : formatPercent(share)}`)
    .join(', ');
  return (
    <Section
      title="What each entrant does"
      note={`Accepted actions in ${matchesLabel(watched)} from the whole schedule: how many per match, and how far into the match on average. A deal counts for both sides. The first column is the leader’s.`}
    >
      <Table keepFirst caption="Actions in a match by entrant" columns={columns} rows={rows} rowKey={({ code }) => code} />
      <p className="mt-2 text-ink-2 text-small">Actions refused by the rules: {refused}.</p>
    </Section>
  );
}

function Cell({ habit }: { habit: { perMatch: number; when: number } | undefined }) {
  if (!habit) return <span className="text-ink-3">–</span>;
  return (
    <>
      {formatFixed(habit.perMatch, 2)}
      <span className="block text-ink-2">at {formatPercent(habit.when)}</span>
    </>
  );
}

/** Most frequent first, over all entrants. */
function habitRows(habits: readonly Habits[]): HabitRow[] {
  const rows = new Map<string, HabitRow & { sum: number }>();
  for (const { entrant, habits: own } of habits) {
    for (const { code, perMatch, when } of own) {
      const row = rows.get(code) ?? { code, cells: {}, sum: 0 };
      row.cells[entrant] = { perMatch, when };
      row.sum += perMatch;
      rows.set(code, row);
    }
  }
  return [...rows.values()].sort((a, b) => b.sum - a.sum);
}

const WHICH: Record<Replay['why'], (leader: string, other: string, lead: string) => string> = {
  largest: (leader, other, lead) => `${leader}’s largest lead: ${lead} ahead of ${other}`,
  closest: (leader, other, lead) => `The closest match: ${leader} and ${other}, ${lead} apart`,
  worst: (leader, other, lead) => `${leader}’s worst match: ${lead} behind ${other}`,
};

function Replays({ replays, leader }: { replays: readonly Replay[]; leader: string }) {
  return (
    <Section title="Matches to watch">
      <ul className="space-y-1">
        {replays.map(({ matchId, why, lead, other }) => (
          <li key={matchId}>
            <Link href={`/matches/${matchId}`} className="text-accent underline underline-offset-2">
              {WHICH[why](policyWords(leader), policyWords(other), formatFixed(Math.abs(lead), 3))}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
