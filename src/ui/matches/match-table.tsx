'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { TournamentCard } from '~/api/tournament/types';
import { roundText, seatNamesOf } from '~/games/screens';
import { formatAgo, formatCounted, formatExact, formatMoment } from '~/kit/format';
import { PlayerName } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import type { MatchCard } from '~/live/protocol';
import { StatusBadge } from '~/ui/status-badge';
import { gameTitle, taskTitle, taskTitles } from '../task-title';
import { useTRPC } from '../trpc';
import { bestOf, finishLabel, holderOf, marginText, playersOf, scoreOf, scoreText, seatScores, tournamentScoreText } from './card-labels';

/** A row of a list: a match, or a tournament with its newest match. */
export interface ListedMatch {
  card: MatchCard;
  tournament?: TournamentCard | undefined;
}

/** The rows of a page of `match.list`. */
export function rowsOf(page: { items: readonly MatchCard[]; tournaments?: Readonly<Record<string, TournamentCard>> }): ListedMatch[] {
  return page.items.map((card) => ({ card, tournament: page.tournaments?.[card.id] }));
}

/** The columns common to all lists of matches. */
export function matchColumns(now: number): Column<ListedMatch>[] {
  return [
    { key: 'match', head: 'Players', cell: (row) => <Name row={row} /> },
    { key: 'task', head: 'Task', cell: (row) => <Task row={row} />, className: 'max-sm:hidden' },
    { key: 'seed', head: 'Seed', align: 'right', cell: (row) => <Seed row={row} />, className: 'max-md:hidden' },
    {
      key: 'bars',
      head: <span className="sr-only">All results as bars</span>,
      cell: ({ card, tournament }) => (tournament ? null : <ScoreBars card={card} />),
      className: 'w-20 align-middle max-sm:hidden',
    },
    {
      key: 'score',
      head: 'Best result',
      align: 'right',
      className: 'max-sm:whitespace-normal',
      cell: ({ card, tournament }) => (tournament ? <InFront tournament={tournament} /> : <Score card={card} />),
    },
    { key: 'status', head: 'Status', cell: (row) => <Standing row={row} />, className: 'pl-4 sm:pl-6 max-sm:hidden' },
    { key: 'when', head: 'Started', align: 'right', cell: ({ card }) => <Started card={card} now={now} />, className: 'max-sm:hidden' },
  ];
}

/** A narrow list of results: who, what and how it ended; an unusual end is named. */
export function ResultTable({ caption, rows, now }: { caption: string; rows: readonly ListedMatch[]; now: number }) {
  const columns = matchColumns(now).filter(({ key }) => ['match', 'task', 'bars', 'score'].includes(key));
  const [name, ...rest] = columns;
  const cell = (row: ListedMatch) => (
    <>
      <Name row={row} />
      {row.tournament || row.card.status === 'finished' ? null : (
        <span className="max-sm:hidden">
          <Standing row={row} />
        </span>
      )}
    </>
  );
  return <Table caption={caption} columns={name ? [{ ...name, cell }, ...rest] : rest} rows={rows} rowKey={({ card }) => card.id} />;
}

/** Each row requests its own standings, which are too slow for the list. */
export function InFront({ tournament: { id, ruleset, counts } }: { tournament: TournamentCard }) {
  const trpc = useTRPC();
  const isBegun = counts.done > 0;
  const leader = useQuery(trpc.tournament.leader.queryOptions({ id }, { enabled: isBegun, placeholderData: (before) => before }));
  if (!leader.data) return <span className="text-ink-3">{isBegun && leader.isPending ? '…' : 'nobody yet'}</span>;
  const { entrant, score, shared } = leader.data;
  if (score === null && shared > 1) return <span className="text-ink-2">nobody: no scores count</span>;
  return (
    <span className="block">
      <PlayerName name={entrant} />
      {shared > 1 ? <span className="text-ink-2"> and {shared - 1} more</span> : null}
      {score ? <span className="num block text-ink-2">{tournamentScoreText(ruleset, score)}</span> : null}
    </span>
  );
}

function Name({ row }: { row: ListedMatch }) {
  const { card, tournament } = row;
  return (
    <Link href={tournament ? `/rankings/tournaments/${tournament.id}` : `/matches/${card.id}`} className="group block">
      <span className="font-medium group-hover:text-accent group-hover:underline">{tournament?.name ?? playersOf(card)}</span>
      {tournament ? (
        <span className="block text-ink-2">Tournament, {formatCounted(tournament.counts.done, 'match', 'matches')} played</span>
      ) : null}
      <span className="block text-ink-2 sm:hidden">
        <Task row={row} />
        {tournament || card.seed === null ? '' : `, seed ${card.seed}`}
        <span className="block">
          <Standing row={row} />
        </span>
      </span>
    </Link>
  );
}

function Task({ row: { card, tournament } }: { row: ListedMatch }) {
  return (
    <>
      {tournament ? taskTitles(tournament) : taskTitle(card)}
      <span className="text-ink-2 max-sm:before:content-[',_'] sm:block">{gameTitle(card.key)}</span>
    </>
  );
}

/** The status: plain for a normal end, highlighted otherwise. */
function Standing({ row: { card, tournament } }: { row: ListedMatch }) {
  if (tournament) return <span className="text-ink-2">{tournament.status}</span>;
  if (card.status === 'finished')
    return (
      <span className="text-ink-2" title={card.fault ?? undefined}>
        {finishLabel(card)}
      </span>
    );
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <StatusBadge status={card.status} />
      <span className="num text-ink-2 max-sm:hidden">{roundText(card.key, card.round, card.rounds)}</span>
    </span>
  );
}

function Seed({ row: { card, tournament } }: { row: ListedMatch }) {
  if (tournament) return <Unknown />;
  return card.seed === null ? <span className="text-ink-2">private</span> : card.seed;
}

function Unknown() {
  return <span className="text-ink-2">–</span>;
}

function Started({ card, now }: { card: MatchCard; now: number }) {
  return (
    <time dateTime={card.createdAt} title={formatMoment(card.createdAt)}>
      {formatAgo(card.createdAt, now)}
    </time>
  );
}

function Score({ card }: { card: MatchCard }) {
  const best = bestOf(card);
  if (best) {
    const margin = marginText(card);
    return (
      <span title={`The most of ${card.seats.length}`}>
        <span className="block font-medium">{holderOf(card, best.seat)}</span>
        <span className="block text-ink-2">
          {scoreText(card, best.score)}
          {margin === '' ? null : <span className="sm:whitespace-nowrap">, {margin}</span>}
        </span>
      </span>
    );
  }
  const score = scoreOf(card);
  if (score === null) return <Unknown />;
  return <span title={formatExact(score)}>{scoreText(card, score)}</span>;
}

const [WIDTH, HEIGHT, GAP] = [72, 30, 2];

/** Every seat's score as a bar, up from zero or down. Nothing to see with fewer than two scores. */
export function ScoreBars({ card }: { card: MatchCard }) {
  const { colorOf } = seatNamesOf(card.key);
  const scores = seatScores(card);
  if (scores.length < 2) return null;
  const low = Math.min(0, ...scores.map(({ score }) => score));
  const high = Math.max(0, low + 1e-9, ...scores.map(({ score }) => score));
  const y = (value: number) => ((high - value) / (high - low)) * HEIGHT;
  const width = Math.min(12, (WIDTH - GAP * (scores.length - 1)) / scores.length);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden className="block overflow-visible">
      {scores.map(({ seat, score }, place) => (
        <rect
          key={seat}
          x={place * (width + GAP)}
          width={width}
          y={Math.min(y(0), y(score))}
          height={Math.max(1, Math.abs(y(0) - y(score)))}
          fill={colorOf(seat)}
        />
      ))}
      <path d={`M0 ${y(0)}H${scores.length * (width + GAP) - GAP}`} stroke="var(--line-strong)" shapeRendering="crispEdges" />
    </svg>
  );
}
