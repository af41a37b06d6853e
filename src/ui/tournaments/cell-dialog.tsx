'use client';
import { useQuery } from '@tanstack/react-query';
import type { CrossCell } from '~/tournament/tournament';
import { Dialog } from '../kit/dialog';
import { Loading } from '../kit/states';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { MatchList } from './match-list';
import { figureWords, matchesWords } from './tournament-words';

interface Props {
  tournamentId: string;
  cell: CrossCell;
  withTask: boolean;
  onClose: () => void;
}

/** The matches behind a cell of the cross-table, each leading to its replay. */
export function CellDialog({ tournamentId, cell: { row, column, difference, fixtures, played }, withTask, onClose }: Props) {
  const trpc = useTRPC();
  const found = useQuery(trpc.tournament.fixtures.queryOptions({ id: tournamentId, orders: fixtures }));
  const lead = difference ? `Mean lead ${figureWords(difference)} over ${difference.n} worlds, ` : '';
  const shown = played > fixtures.length ? ` The first ${fixtures.length} of them:` : '';
  return (
    <Dialog
      open
      onOpen={(open) => (open ? undefined : onClose())}
      title={`${row} against ${column}`}
      note={`${lead}${matchesWords(played)}.${shown}`}
    >
      {found.isPending ? <Loading what="its matches" /> : null}
      {found.isError ? <FailedQuery what="its matches" error={found.error} retry={found.refetch} /> : null}
      {found.data ? <MatchList caption={`Matches of ${row} against ${column}`} fixtures={found.data.items} withTask={withTask} /> : null}
    </Dialog>
  );
}
