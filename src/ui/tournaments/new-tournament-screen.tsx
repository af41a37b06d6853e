'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { CatalogOverview } from '~/api/catalog/types';
import type { PlanPreview } from '~/api/tournament/types';
import { Button } from '~/kit/button';
import { Page } from '~/kit/page';
import { Panel } from '~/kit/panel';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { Tabs } from '~/kit/tabs';
import { type Fault, faultOf } from '../api-fault';
import { drawnGames } from '../drawn-games';
import { OperatorGate } from '../new-match/operator-gate';
import { type Players, usePlayers } from '../players/use-players';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { firstPlan, planText } from './plan-draft';
import { PlanFields } from './plan-fields';
import { durationLabel, FORMAT_LABELS, matchesLabel, RANGE_LABELS } from './tournament-labels';

export function NewTournamentScreen() {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const players = usePlayers();
  return (
    <Page
      title="New tournament"
      lead="Choose the entrants and the rules, check how many matches that makes, and start. Everyone plays the same worlds in every seat."
    >
      {catalog.isPending || !players.settled ? (
        <Loading what="the catalogue">
          <Skeleton className="h-[60rem] w-full" />
        </Loading>
      ) : null}
      {catalog.isError ? <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} /> : null}
      {catalog.data && players.settled ? <TournamentForm catalog={drawnGames(catalog.data)} players={players} /> : null}
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
  const create = useMutation(trpc.tournament.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/rankings/tournaments/${id}`) }));
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
          label="How to enter it"
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

/** Delay after the last keystroke. */
const PAUSE_MS = 350;

/** A preview of the tournament text, requested again after changes; null until the newest text was parsed. */
function usePreview(text: string): { preview: PlanPreview | null; isSettled: boolean; error: unknown } {
  const trpc = useTRPC();
  const [read, setRead] = useState<{ text: string; preview: PlanPreview } | null>(null);
  const ask = useMutation(trpc.tournament.preview.mutationOptions());
  const { mutate } = ask;
  useEffect(() => {
    if (text.trim() === '') return;
    const timer = setTimeout(() => mutate({ text }, { onSuccess: (preview) => setRead({ text, preview }) }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, mutate]);
  return { preview: read?.preview ?? null, isSettled: read?.text === text, error: ask.error };
}

interface Props {
  preview: PlanPreview | null;
  isSettled: boolean;
  busy: boolean;
  /** Why it could not be started or parsed. */
  fault: Fault | null;
}

/** What will be played. */
function PreviewPanel({ preview, isSettled, busy, fault }: Props) {
  return (
    <Panel title="What will be played">
      <div className="min-h-[6lh] text-small" aria-live="polite">
        {preview?.ok ? <Coming preview={preview} /> : null}
        {preview && !preview.ok ? (
          <p className="whitespace-pre-line text-red">
            {preview.faults.length === 1 ? 'Check one setting.' : `Check ${preview.faults.length} settings.`} {preview.faults[0]?.why}
          </p>
        ) : null}
        {preview === null ? <p className="text-ink-2">Reading the plan.</p> : null}
      </div>
      <Button type="submit" form="new-tournament" look="primary" className="mt-4 w-full" disabled={busy || !isSettled}>
        {busy ? 'Starting the tournament' : 'Start the tournament'}
      </Button>
      {fault ? (
        <div className="mt-3">
          <ErrorNote title="The tournament was not started." code={fault.code}>
            {fault.message}
          </ErrorNote>
        </div>
      ) : null}
    </Panel>
  );
}

function Coming({ preview: { plan, matches, mayBeMore, stages, endless, seconds } }: { preview: Extract<PlanPreview, { ok: true }> }) {
  return (
    <>
      <p className="font-semibold text-title">
        {mayBeMore ? 'At least ' : ''}
        {matchesLabel(matches)}
        {endless ? ' a day' : ''}
      </p>
      <p className="text-ink-2">
        {seconds === null
          ? 'Duration unknown, because no similar tournament has been played here.'
          : `About ${durationLabel(seconds)}, at the pace of the last similar tournament.`}
      </p>
      {mayBeMore ? <p className="text-ink-2">Entrants of one owner play at separate tables, which adds a match for each.</p> : null}
      <p className="mt-2">
        {FORMAT_LABELS[plan.format].title} of {plan.entrants.length}
        {stages > 1 ? ` in ${stages} ${plan.format === 'league' ? 'days' : 'rounds'}` : ''}, {plan.tableSize} at a table, {plan.worlds}{' '}
        {plan.worlds === 1 ? 'seed' : 'seeds'} per pairing
        {plan.rotation === 'full' ? ', in every seating' : ''}; {RANGE_LABELS[plan.source.range]}
        {plan.source.range === 'season' ? '' : ` from ${plan.source.from}`}.
      </p>
    </>
  );
}

interface FileFieldsProps {
  text: string;
  fault: string | null;
  /** The form's plan as a file; null if there is none. */
  formFile: string | null;
  onText: (text: string) => void;
}

/** A tournament file, pasted or uploaded. */
function FileFields({ text, fault, formFile, onText }: FileFieldsProps) {
  const id = useId();
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label htmlFor={id} className="font-medium text-small">
          The tournament’s file, YAML or JSON
        </label>
        <div className="flex flex-wrap gap-2">
          {formFile === null ? null : (
            <Button size="small" onClick={() => onText(formFile)}>
              Write the form’s plan here
            </Button>
          )}
          <label className="inline-flex h-7 items-center rounded-md border border-line-strong bg-panel px-2.5 font-medium text-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
            Choose a file
            <input
              type="file"
              accept=".yaml,.yml,.json"
              className="sr-only"
              onChange={(event) => void event.target.files?.[0]?.text().then(onText)}
            />
          </label>
        </div>
      </div>
      <textarea
        id={id}
        value={text}
        rows={24}
        spellCheck={false}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        placeholder={EXAMPLE}
        onChange={(event) => onText(event.target.value)}
        className="code mt-2 w-full rounded-md border border-line-strong bg-panel p-3 text-small placeholder:text-ink-3 aria-invalid:border-red"
      />
      {fault ? (
        <p id={`${id}-fault`} role="alert" className="mt-1 whitespace-pre-line text-red text-small">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

const EXAMPLE = `name: House policies
format: round_robin
task: single_trade
entrants: [planner, house]
worlds: 5`;
