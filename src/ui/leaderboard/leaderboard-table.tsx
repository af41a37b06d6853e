'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { BoardCard, EvidenceMatch, LeaderboardEntry } from '~/api/tournament/types';
import { policyWords } from '~/contract/player';
import { seatNamesOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { formatCount, formatCounted, formatExact, formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerLink, PlayerName } from '~/kit/player-name';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import { Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { type EntrantPin, isAsked } from '~/store/tournaments/tournament';
import { ConnectionBar } from '../connection-bar';
import { MatchesDialog } from '../matches-dialog';
import { FailedQuery } from '../query-states';
import { scoreHead } from '../task-title';
import { Hash } from '../tournaments/entrants-table';
import { FigureWhisker, scaleFor, WhiskerAxis } from '../tournaments/figure-whisker';
import { None, ScoreOf } from '../tournaments/standings-table';
import { BASELINES, BASELINES_NOTE, eloNote, figureLabel, matchesLabel } from '../tournaments/tournament-labels';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { OriginsLine, WHOSE_TURNS, WhoseTurns } from '../tournaments/whose-turns';
import { useTRPC } from '../trpc';
import { HowRanked, LEAD, openSeasonLabel } from './lead-column';

/** One board: one entry per pinned version, with interval and matches. */
export function LeaderboardTable({ ruleset, version, task, setting }: BoardCard) {
  const trpc = useTRPC();
  const board = useQuery({ ...trpc.leaderboard.get.queryOptions({ game: ruleset, version, task, setting }), staleTime: 0 });
  const [open, setOpen] = useState<LeaderboardEntry | null>(null);
  const { isLost } = useTournamentBell(null, () => board.refetch());
  if (board.isPending) {
    return (
      <Loading what="the leaderboard">
        <Skeleton className="h-80 w-full" />
      </Loading>
    );
  }
  if (!board.data) return <FailedQuery what="the leaderboard" error={board.error} retry={board.refetch} />;
  const { entries, matches, openSeasons, method } = board.data;
  if (entries.length === 0)
    return (
      <p className="text-ink-2">
        The first rated matches of this board are still being played. While their season is open, results are added in batches of many
        matches.
      </p>
    );
  const disagreement = eloNote(
    entries.map(({ entrant, ...row }) => ({ ...row, name: entrant })),
    method === 1 ? 'the mean score' : 'the lower bound of the lead',
  );
  return (
    <>
      <HowRanked {...{ matches, method, ruleset }} />
      {openSeasons > 0 ? <p className="mb-3 text-ink-2 text-small">{openSeasonLabel(openSeasons)}</p> : null}
      <Entries game={ruleset} entries={entries} onOpen={setOpen} />
      {disagreement ? <p className="mt-2 text-ink-2 text-small">{disagreement}</p> : null}
      <ConnectionBar lost={isLost} />
      {open ? <EvidenceDialog board={{ ruleset, version, task, setting }} entry={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

interface EntriesProps {
  /** Its key. */
  game: string;
  entries: readonly LeaderboardEntry[];
  onOpen: (entry: LeaderboardEntry) => void;
}

/** Baselines have a separate panel and scale, because a large loss would compress everyone's axis. */
export function Entries({ game, entries, onOpen }: EntriesProps) {
  const ranked = entries.filter(({ unranked }) => unranked !== 'null_policy');
  const baselines = entries.filter(({ unranked }) => unranked === 'null_policy');
  return (
    <>
      {ranked.length === 0 ? <p className="text-ink-2">Only baselines have played here.</p> : null}
      {ranked.length > 0 ? (
        <Table
          caption="Leaderboard"
          columns={columnsOf({ game, entries: ranked, onOpen })}
          rows={ranked}
          rowKey={({ pinHash }) => pinHash}
        />
      ) : null}
      {baselines.length > 0 ? (
        <Section title={BASELINES} note={`${BASELINES_NOTE} They have their own axis.`} className="mt-8">
          <Table
            caption={BASELINES}
            columns={columnsOf({ game, entries: baselines, onOpen }).slice(1)}
            rows={baselines}
            rowKey={({ pinHash }) => pinHash}
          />
        </Section>
      ) : null}
    </>
  );
}

function columnsOf({ game, entries, onOpen }: EntriesProps): Column<LeaderboardEntry>[] {
  const turns: Column<LeaderboardEntry> = { key: 'origins', head: WHOSE_TURNS, align: 'right', cell: (row) => <WhoseTurns row={row} /> };
  const scale = scaleFor(entries.map(({ score }) => score));
  return [
    { key: 'rank', head: '#', align: 'right', cell: ({ rank }) => rank ?? <None />, className: 'w-8' },
    { key: 'entry', head: 'Entry', cell: (entry) => <Entry entry={entry} /> },
    {
      key: 'whisker',
      head: <WhiskerAxis scale={scale} />,
      cell: ({ score, rank }) => <FigureWhisker figure={score} scale={scale} isNull={rank === null} />,
      className: 'w-[30%] min-w-40 px-4 align-middle max-md:hidden',
    },
    {
      key: 'score',
      head: scoreHead(game),
      align: 'right',
      cell: (row) => <ScoreOf row={row} />,
      className: 'whitespace-nowrap',
    },
    {
      key: 'matches',
      head: 'Evidence',
      align: 'right',
      cell: (entry) => (
        <Button
          size="small"
          onClick={() => onOpen(entry)}
          aria-label={`The ${matchesLabel(entry.matches)} of ${policyWords(entry.entrant)}`}
        >
          {formatCount(entry.matches)}
          <span className="max-sm:sr-only">{entry.matches === 1 ? 'match' : 'matches'}</span>
        </Button>
      ),
    },
    ...(entries.some(({ rating }) => rating) ? [LEAD] : []),
    { key: 'elo', head: 'Elo', align: 'right', cell: ({ elo }) => <Elo elo={elo} />, className: 'whitespace-nowrap' },
    ...(entries.some(isAsked) ? [turns] : []),
  ];
}

function Entry({ entry: { rank, entrant, player, pin, unranked, rating, tournaments } }: { entry: LeaderboardEntry }) {
  return (
    <div className="min-w-32">
      <p>
        {player === null ? <PlayerName name={entrant} /> : <PlayerLink name={player} />}
        {rank === null && unranked === null && rating?.why ? <span className="block text-ink-2">no rank: {rating.why}</span> : null}
        {unranked === 'mostly_fallback' ? <span className="block text-ink-2">no rank: its fallback played most turns</span> : null}
      </p>
      <p className="text-ink-2">
        {pin ? (
          <>
            rules v{pin.rulesetVersion}, code <Hash text={pin.code} />
            {pin.digest ? (
              <>
                , digest <Hash text={pin.digest} />
              </>
            ) : null}
            <ModelOf pin={pin} />
          </>
        ) : null}
      </p>
      <p className="text-ink-2">
        {tournaments.slice(0, 3).map(({ id, name, matches }, place) => (
          <span key={id}>
            {place > 0 ? ', ' : null}
            <Link
              href={`/rankings/tournaments/${id}`}
              className="underline underline-offset-2 hover:text-accent"
              title={matchesLabel(matches)}
            >
              {name}
            </Link>
          </span>
        ))}
        {tournaments.length > 3 ? ` and ${formatCount(tournaments.length - 3)} more` : null}
      </p>
    </div>
  );
}

/** Two entries of one agent may differ only in these. */
function ModelOf({ pin: { model, prompt } }: { pin: EntrantPin }) {
  if (!model) return null;
  return (
    <span className="block">
      <span className="code">{model.name}</span>, weights{' '}
      {model.digest === null ? 'not reported by their server (unpinned)' : <Hash text={model.digest} />}
      {model.adapter ? `, adapter ${model.adapter}` : null}
      {prompt ? (
        <>
          , prompt {prompt.version} <Hash text={prompt.hash} />
        </>
      ) : null}
    </span>
  );
}

function Elo({ elo }: Pick<LeaderboardEntry, 'elo'>) {
  if (!elo) return <None />;
  return (
    <span title={formatExact(elo.elo)}>
      {formatFixed(elo.elo, 0)}
      {elo.interval ? <span className="block text-ink-2">[{elo.interval.map((end) => formatFixed(end, 0)).join(', ')}]</span> : null}
    </span>
  );
}

interface Props {
  board: BoardCard;
  entry: LeaderboardEntry;
  onClose: () => void;
}

/** Every match behind an entry, with a link to its replay. */
function EvidenceDialog({ board: { ruleset, version, task, setting }, entry, onClose }: Props) {
  const trpc = useTRPC();
  const found = useInfiniteQuery(
    trpc.leaderboard.evidence.infiniteQueryOptions(
      { game: ruleset, version, task, setting, pin: entry.pinHash },
      { getNextPageParam: ({ next }) => next },
    ),
  );
  return (
    <MatchesDialog
      title={`Matches of ${policyWords(entry.entrant)}`}
      note={`Mean score ${figureLabel(entry.score)} over ${formatCounted(entry.score.n, 'world')}.`}
      what="its matches"
      found={found}
      onClose={onClose}
    >
      {(pages) => (
        <SeatNames naming={seatNamesOf(ruleset)}>
          <Table
            caption={`Matches of ${policyWords(entry.entrant)}`}
            columns={COLUMNS}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ matchId, seat }) => `${matchId} ${seat}`}
          />
        </SeatNames>
      )}
    </MatchesDialog>
  );
}

const COLUMNS: Column<EvidenceMatch>[] = [
  {
    key: 'match',
    head: 'Match',
    cell: ({ matchId, order, tournament }) => (
      <Link href={`/matches/${matchId}`} className="text-accent underline underline-offset-2">
        {tournament}, {order + 1}
      </Link>
    ),
  },
  { key: 'player', head: 'Played by', cell: ({ player }) => <PlayerName name={player} /> },
  { key: 'seat', head: 'Seat', cell: ({ seat }) => <SeatChip seat={seat} named /> },
  {
    key: 'score',
    head: 'Score',
    align: 'right',
    cell: ({ score, origins }) => (
      <>
        {score === null ? <None /> : formatFixed(score, 3)}
        <OriginsLine origins={origins} />
      </>
    ),
  },
];
