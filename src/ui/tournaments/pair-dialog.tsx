'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../kit/button';
import { Dialog } from '../kit/dialog';
import { Loading } from '../kit/states';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { MatchList } from './match-list';

/** Two entrants, and which of their matches are meant. */
export interface PairOfEntrants {
  names: [string, string];
  /** Those in which they met, or had each the same for themselves; else all of either. */
  met: boolean;
  /** What their matches are the evidence of. */
  note: string;
}

interface Props {
  tournamentId: string;
  pair: PairOfEntrants;
  withTask: boolean;
  onClose: () => void;
}

/** The matches behind a figure about two entrants, each leading to its replay. */
export function PairDialog({ tournamentId, pair: { names, met, note }, withTask, onClose }: Props) {
  const trpc = useTRPC();
  const wish = { id: tournamentId, pair: names, met, status: ['done' as const], limit: 50 };
  const found = useInfiniteQuery(trpc.tournament.fixtures.infiniteQueryOptions(wish, { getNextPageParam: ({ next }) => next }));
  const title = names.join(met ? ' against ' : ' and ');
  return (
    <Dialog open onOpen={(open) => (open ? undefined : onClose())} title={title} note={note}>
      {found.isPending ? <Loading what="their matches" /> : null}
      {found.isError ? <FailedQuery what="their matches" error={found.error} retry={found.refetch} /> : null}
      {found.data ? (
        <MatchList caption={`Matches of ${title}`} fixtures={found.data.pages.flatMap(({ items }) => items)} withTask={withTask} />
      ) : null}
      {found.hasNextPage ? (
        <Button className="mt-3" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more matches
        </Button>
      ) : null}
    </Dialog>
  );
}
