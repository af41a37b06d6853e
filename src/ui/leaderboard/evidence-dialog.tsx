'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { BoardCard, EvidenceMatch, LeaderboardEntry } from '~/api/tournament-words';
import { seatNamesOf } from '~/games/screens';
import { formatFixed } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import { type Column, Table } from '~/kit/table';
import { MatchesDialog } from '../matches-dialog';
import { None } from '../tournaments/standings-table';
import { figureWords } from '../tournaments/tournament-words';
import { OriginsLine } from '../tournaments/whose-turns';
import { useTRPC } from '../trpc';

interface Props {
  board: BoardCard;
  entry: LeaderboardEntry;
  onClose: () => void;
}

/** Every match that an entry stands on, each leading to its replay. */
export function EvidenceDialog({ board: { ruleset, task, setting }, entry, onClose }: Props) {
  const trpc = useTRPC();
  const found = useInfiniteQuery(
    trpc.leaderboard.evidence.infiniteQueryOptions(
      { ruleset, task, setting, pin: entry.pinHash },
      { getNextPageParam: ({ next }) => next },
    ),
  );
  return (
    <MatchesDialog
      title={`Matches of ${entry.entrant}`}
      note={`Mean score ${figureWords(entry.score)} over ${entry.score.n} worlds.`}
      what="its matches"
      found={found}
      onClose={onClose}
    >
      {(pages) => (
        <SeatNames naming={seatNamesOf(ruleset)}>
          <Table
            caption={`Matches of ${entry.entrant}`}
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
  { key: 'player', head: 'Played by', cell: ({ player }) => <span className="code">{player}</span> },
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
