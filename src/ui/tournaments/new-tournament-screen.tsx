'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import type { CatalogOverview } from '~/api/catalog-words';
import { Page } from '~/kit/page';
import { Loading, Skeleton } from '~/kit/states';
import { Tabs } from '~/kit/tabs';
import { faultOf } from '../api-fault';
import { OperatorGate } from '../new-match/operator-gate';
import { type Players, usePlayers } from '../players/use-players';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { FileFields } from './file-fields';
import { firstPlan, planText } from './plan-draft';
import { PlanFields } from './plan-fields';
import { PreviewPanel } from './preview-panel';
import { usePreview } from './use-preview';

export function NewTournamentScreen() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const players = usePlayers();
  return (
    <Page
      title="New tournament"
      lead="The same worlds for everybody, each entrant in each seat. Choose who meets under which rules, see how many matches that is, start."
    >
      {catalog.isPending || !players.settled ? (
        <Loading what="the catalogue">
          <Skeleton className="h-[60rem] w-full" />
        </Loading>
      ) : null}
      {catalog.isError ? <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} /> : null}
      {catalog.data && players.settled ? <TournamentForm catalog={catalog.data} players={players} /> : null}
    </Page>
  );
}

type Way = 'form' | 'file';

function TournamentForm({ catalog, players }: { catalog: CatalogOverview; players: Players }) {
  const trpc = useTRPC();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [way, setWay] = useState<Way>('form');
  const [draft, setDraft] = useState(() => firstPlan(catalog));
  const [file, setFile] = useState('');
  const text = way === 'form' ? planText(draft) : file;
  const { preview, isSettled, error } = usePreview(text);
  const create = useMutation(trpc.tournament.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/tournaments/${id}`) }));
  const createOnce = useOnce(create);
  const faults = preview && !preview.ok ? preview.faults : [];
  const refusal = create.isError ? faultOf(create.error) : error ? faultOf(error) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSettled && preview?.ok) createOnce({ text });
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form ref={form} id="new-tournament" noValidate onSubmit={submit} className="min-w-0">
        <Tabs
          label="How to describe it"
          value={way}
          onValue={(value) => setWay(value === 'file' ? 'file' : 'form')}
          tabs={[
            {
              id: 'form',
              title: 'Form',
              content: (
                <PlanFields
                  {...{ catalog, draft, faults }}
                  groups={players.groupsFor(draft.ruleset)}
                  people={players.peopleFor(draft.ruleset)}
                  older={players.older}
                  onDraft={setDraft}
                />
              ),
            },
            {
              id: 'file',
              title: 'File',
              content: (
                <FileFields
                  text={file}
                  fault={isSettled ? (faults[0]?.why ?? null) : null}
                  formFile={way === 'file' && preview?.ok && file === '' ? preview.file : null}
                  onText={setFile}
                />
              ),
            },
          ]}
        />
      </form>
      <div className="space-y-4 lg:sticky lg:top-6 lg:self-start">
        <OperatorGate what="starting a tournament" />
        <PreviewPanel preview={preview} isSettled={isSettled} busy={create.isPending || create.isSuccess} fault={refusal} />
      </div>
    </div>
  );
}
