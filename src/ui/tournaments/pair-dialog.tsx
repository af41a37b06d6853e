'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { policyWords } from '~/contract/player';
import { MatchesDialog } from '../matches-dialog';
import { useTRPC } from '../trpc';
import { MatchList } from './match-list';

/** Two entrants, and which of their matches to list. */
export interface PairOfEntrants {
  names: [string, string];
  /** Those in which they met or played the same seats separately; otherwise all of either. */
  met: boolean;
  /** The figure that the matches explain. */
  note: string;
  /** Who of them leads by that figure; null: nobody, or it is not a lead. */
  leader: string | null;
}

interface Props {
  tournamentId: string;
  pair: PairOfEntrants;
  withTask: boolean;
  onClose: () => void;
}

/** The matches behind a figure about two entrants, with links to replays. */
export function PairDialog({ tournamentId, pair: { names, met, note, leader }, withTask, onClose }: Props) {
  const trpc = useTRPC();
  const wish = { id: tournamentId, pair: names, met, status: ['done' as const], limit: 50 };
  const found = useInfiniteQuery(trpc.tournament.fixtures.infiniteQueryOptions(wish, { getNextPageParam: ({ next }) => next }));
  const title = names.map(policyWords).join(met ? ' against ' : ' and ');
  return (
    <MatchesDialog title={title} note={note} what="their matches" found={found} onClose={onClose}>
      {(pages) => (
        <MatchList
          caption={`Matches of ${title}`}
          fixtures={pages.flatMap(({ items }) => items)}
          withTask={withTask}
          versus={leader === null ? null : { leader, other: names.find((name) => name !== leader) ?? '' }}
        />
      )}
    </MatchesDialog>
  );
}

interface EntrantProps extends Omit<Props, 'pair'> {
  entrant: string;
}

/** The matches behind an entrant's figures, with links to replays. */
export function EntrantDialog({ tournamentId, entrant, withTask, onClose }: EntrantProps) {
  const trpc = useTRPC();
  const wish = { id: tournamentId, entrant, status: ['done' as const], limit: 50 };
  const found = useInfiniteQuery(trpc.tournament.fixtures.infiniteQueryOptions(wish, { getNextPageParam: ({ next }) => next }));
  const title = `Matches of ${policyWords(entrant)}`;
  return (
    <MatchesDialog title={title} note="Its score is the mean over their worlds." what="its matches" found={found} onClose={onClose}>
      {(pages) => <MatchList caption={title} fixtures={pages.flatMap(({ items }) => items)} withTask={withTask} />}
    </MatchesDialog>
  );
}
