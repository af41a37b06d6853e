'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { BoardCard, EvidenceMatch, LeaderboardEntry } from '~/api/tournament-words';
import { namingFor } from '../judge/naming';
import { Button } from '../kit/button';
import { Dialog } from '../kit/dialog';
import { formatFixed } from '../kit/format';
import { LabChip } from '../kit/lab-chip';
import { LabNames } from '../kit/lab-names';
import { Loading } from '../kit/states';
import { type Column, Table } from '../kit/table';
import { FailedQuery } from '../query-states';
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
    <Dialog
      open
      onOpen={(open) => (open ? undefined : onClose())}
      title={`Matches of ${entry.entrant}`}
      note={`Mean score ${figureWords(entry.score)} over ${entry.score.n} worlds.`}
    >
      {found.isPending ? <Loading what="its matches" /> : null}
      {found.isError ? <FailedQuery what="its matches" error={found.error} retry={found.refetch} /> : null}
      {found.data ? (
        <LabNames naming={namingFor(ruleset.split('/').at(-1) ?? '')}>
          <Table
            caption={`Matches of ${entry.entrant}`}
            columns={COLUMNS}
            rows={found.data.pages.flatMap(({ items }) => items)}
            rowKey={({ matchId, seat }) => `${matchId} ${seat}`}
          />
        </LabNames>
      ) : null}
      {found.hasNextPage ? (
        <Button className="mt-3" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more matches
        </Button>
      ) : null}
    </Dialog>
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
  { key: 'seat', head: 'Seat', cell: ({ seat }) => <LabChip labId={seat} named /> },
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
