'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { Page } from '~/kit/page';
import { Loading, Skeleton } from '~/kit/states';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { firstAgentDraft } from './agent-draft';
import { AgentForm } from './agent-form';

const KEPT = {
  agent: 'Keep the name to make its next version; old versions stay.',
  person: 'Keep the name to replace its details; results stay.',
};

export function NewAgentScreen() {
  const trpc = useTRPC();
  const from = useSearchParams().get('from');
  const like = useQuery({ ...trpc.agent.get.queryOptions({ ref: from ?? '' }), enabled: from !== null, retry: false });
  const { settled, groupsFor } = usePlayers();
  const waiting = !settled || (from !== null && like.isPending);
  const model = like.data?.card.agent ?? null;
  const keepsName = like.data?.card.builtIn === false;
  return (
    <Page
      title="Add an agent"
      lead={
        model === null
          ? 'A language model, a program of yours at an address, or a person who plays. Models and programs play one test turn before they are added.'
          : `Starts as a copy of ${model.title}. ${keepsName ? KEPT[model.spec.kind === 'person' ? 'person' : 'agent'] : 'Give it a new name.'}`
      }
    >
      {waiting ? (
        <Loading what="the form">
          <Skeleton className="h-[60rem] w-full" />
        </Loading>
      ) : (
        <AgentForm first={{ ...firstAgentDraft(model), ...(model !== null && keepsName && { name: model.name }) }} groupsFor={groupsFor} />
      )}
    </Page>
  );
}
