'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { ButtonLink } from '~/ui/kit/button';
import { Page } from '~/ui/kit/page';
import { Loading, Skeleton } from '~/ui/kit/states';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { usePlayers } from '../players/use-players';
import { chosenGame, firstDraft } from './draft';
import { MatchForm } from './match-form';

export function NewMatchScreen() {
  const trpc = useTRPC();
  const asked = useSearchParams();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const players = usePlayers({ asked: asked.get('policy') });
  const wishes = new Map(asked.entries());
  return (
    <Page
      title="New match"
      lead="Policies play a seeded world. Choose the rules, the world, the players and how fast people can watch."
      actions={<ButtonLink href="/table/new">With people: set a table</ButtonLink>}
    >
      {catalog.isPending || !players.settled ? (
        <Loading what="the catalogue">
          <Skeleton className="h-[60rem] w-full" />
        </Loading>
      ) : null}
      {catalog.isError ? <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} /> : null}
      {catalog.data && players.settled ? (
        <MatchForm
          catalog={catalog.data}
          groupsFor={players.groupsFor}
          older={players.older}
          first={firstDraft(catalog.data, wishes, players.groupsFor(chosenGame(catalog.data.rulesets, wishes)?.key ?? ''))}
        />
      ) : null}
    </Page>
  );
}
