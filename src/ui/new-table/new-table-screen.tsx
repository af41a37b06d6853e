'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { usePlayers } from '../players/use-players';
import { firstTableDraft, tableRuleset, withPerson } from './table-draft';
import { TableForm } from './table-form';

export function NewTableScreen() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const players = usePlayers();
  const invited = useSearchParams().get('person');
  const ruleset = catalog.data ? tableRuleset(catalog.data) : null;
  return (
    <Page
      title="Set a table"
      lead="A market for people, programs and policies together. You get a link to send; you start the match when everybody sits."
      actions={<ButtonLink href="/new">Policies only</ButtonLink>}
    >
      {catalog.isPending || !players.settled ? (
        <Loading what="the catalogue">
          <Skeleton className="h-[50rem] w-full" />
        </Loading>
      ) : null}
      {catalog.isError ? <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} /> : null}
      {ruleset && players.settled ? (
        <TableForm
          groups={players.groupsFor(ruleset.key)}
          people={players.peopleFor(ruleset.key)}
          older={players.older}
          ruleset={ruleset}
          first={withPerson(firstTableDraft(ruleset), players.peopleFor(ruleset.key), invited)}
        />
      ) : null}
      {catalog.data && !ruleset ? <ErrorNote title="This Mandi has no ruleset in which people can sit." /> : null}
    </Page>
  );
}
