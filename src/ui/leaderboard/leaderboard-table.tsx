'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { BoardCard, LeaderboardEntry } from '~/api/tournament-words';
import { Button } from '~/kit/button';
import { formatCount, formatExact, formatFixed } from '~/kit/format';
import { Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { type EntrantPin, isAsked } from '~/tournament/tournament';
import { ConnectionBar } from '../match/connection-bar';
import { PlayerLink } from '../players/player-name';
import { FailedQuery } from '../query-states';
import { Hash } from '../tournaments/entrants-table';
import { FigureWhisker, scaleFor, WhiskerAxis } from '../tournaments/figure-whisker';
import { None, ScoreOf } from '../tournaments/standings-table';
import { matchesWords } from '../tournaments/tournament-words';
import { useTournamentBell } from '../tournaments/use-tournament-bell';
import { WHOSE_TURNS, WhoseTurns } from '../tournaments/whose-turns';
import { useTRPC } from '../trpc';
import { EvidenceDialog } from './evidence-dialog';
import { HowRanked, LEAD, openSeasonWords } from './lead-column';

/** One board: an entry a pinned version, with its interval and its matches. */
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
        The first rated matches of this board are still being played. While their season is open, results are added in steps of many
        matches.
      </p>
    );
  return (
    <>
      <HowRanked {...{ matches, method, ruleset }} />
      {openSeasons > 0 ? <p className="mb-3 text-ink-2 text-small">{openSeasonWords(openSeasons)}</p> : null}
      <Table caption="Leaderboard" columns={columnsOf(entries, setOpen)} rows={entries} rowKey={({ pinHash }) => pinHash} />
      <ConnectionBar lost={isLost} />
      {open ? <EvidenceDialog board={{ ruleset, version, task, setting }} entry={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function columnsOf(entries: readonly LeaderboardEntry[], onOpen: (entry: LeaderboardEntry) => void): Column<LeaderboardEntry>[] {
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
      head: 'Score',
      align: 'right',
      cell: (row) => <ScoreOf row={row} />,
      className: 'whitespace-nowrap',
    },
    {
      key: 'matches',
      head: 'Evidence',
      align: 'right',
      cell: (entry) => (
        <Button size="small" onClick={() => onOpen(entry)} aria-label={`The ${matchesWords(entry.matches)} of ${entry.entrant}`}>
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
        {player === null ? <span className="code">{entrant}</span> : <PlayerLink name={player} />}
        {unranked === 'null_policy' ? <span className="text-ink-2"> null policy, beside the others</span> : null}
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
            <Link href={`/tournaments/${id}`} className="underline underline-offset-2 hover:text-accent" title={matchesWords(matches)}>
              {name}
            </Link>
          </span>
        ))}
        {tournaments.length > 3 ? ` and ${formatCount(tournaments.length - 3)} more` : null}
      </p>
    </div>
  );
}

/** Two entries of one agent may differ in these alone. */
function ModelOf({ pin: { model, prompt } }: { pin: EntrantPin }) {
  if (!model) return null;
  return (
    <span className="block">
      <span className="code">{model.name}</span>, weights{' '}
      {model.digest === null ? 'not told by their server (unpinned)' : <Hash text={model.digest} />}
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
