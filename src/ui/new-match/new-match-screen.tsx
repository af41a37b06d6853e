'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { CatalogOverview } from '~/api/catalog/types';
import { Page } from '~/kit/page';
import { Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { drawnGames } from '../drawn-games';
import { usePlayers } from '../players/use-players';
import { chosenGame, firstDraft, unmetWishes } from './draft';
import { MatchForm } from './match-form';

export function NewMatchScreen() {
  const trpc = useTRPC();
  const asked = useSearchParams();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const players = usePlayers({ asked: asked.get('policy') });
  const wishes = new Map(asked.entries());
  return (
    <Page title="Bots only" lead="Set up a match between bots, models or programs. Choose the rules, the seed, the players and the pace.">
      {catalog.isPending || !players.settled ? (
        <Loading what="the catalogue">
          <Skeleton className="h-[60rem] w-full" />
        </Loading>
      ) : null}
      {catalog.isError ? <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} /> : null}
      {catalog.data && players.settled ? <FormFor catalog={drawnGames(catalog.data)} players={players} wishes={wishes} /> : null}
    </Page>
  );
}

interface FormProps {
  catalog: CatalogOverview;
  players: Pick<ReturnType<typeof usePlayers>, 'groupsFor' | 'older'>;
  wishes: ReadonlyMap<string, string>;
}

function FormFor({ catalog, players, wishes }: FormProps) {
  const first = firstDraft(catalog, wishes, players.groupsFor(chosenGame(catalog, wishes)?.key ?? ''));
  return (
    <>
      {unmetWishes(wishes, first).map((sentence) => (
        <p key={sentence} role="status" className="mb-6 max-w-prose border-amber-fill border-l-4 bg-sunk px-3 py-2 text-small">
          {sentence}
        </p>
      ))}
      <MatchForm catalog={catalog} groupsFor={players.groupsFor} older={players.older} first={first} />
    </>
  );
}
