'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import type { RunCard, RunList } from '~/api/training/types';
import { Badge } from '~/kit/badge';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { TextField } from '~/kit/field';
import { formatCount, formatNumber } from '~/kit/format';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { MOST_SENT_LOG, runNameOfFile } from '~/lib/text/run-name';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';
import { formatSpan, kindLabel, runAddress, SOURCE_LABELS, STATUS_LABELS } from './training-labels';

const AGAIN_MS = 5_000;

/** Every training run that is known here: of this machine, imported, shipped, published. */
export function TrainingScreen() {
  const trpc = useTRPC();
  const list = useQuery({ ...trpc.training.list.queryOptions(), staleTime: 0, retry: false, refetchInterval: AGAIN_MS });
  return (
    <Page
      title="Training"
      lead="Runs while they train and afterwards: loss, reward, gradients and the gain on seeds that nothing was trained on. Open one, then compare it with any other."
    >
      <div className="space-y-10">
        {list.isPending ? (
          <Loading what="training runs">
            <Skeleton className="h-[40rem] w-full" />
          </Loading>
        ) : null}
        {list.isError && !list.data ? <FailedQuery what="the training runs" error={list.error} retry={list.refetch} /> : null}
        {list.data ? <Runs list={list.data} /> : null}
        {list.data ? <ImportPanel /> : null}
      </div>
      <ConnectionBar lost={list.isError && list.data !== undefined} />
    </Page>
  );
}

function Runs({ list: { runs, folder } }: { list: RunList }) {
  const of = (source: RunCard['source']) => runs.filter((run) => run.source === source);
  const imported = of('imported');
  return (
    <>
      {folder === null ? (
        <OperatorGate what="seeing runs of this machine" />
      ) : (
        <Section title={SOURCE_LABELS.here} note={<HereNote folder={folder} />}>
          {of('here').length === 0 ? (
            <p className="text-ink-2 text-small">No run is in this folder yet.</p>
          ) : (
            <RunTable caption={SOURCE_LABELS.here} runs={of('here')} />
          )}
        </Section>
      )}
      {imported.length === 0 ? null : (
        <Section title={SOURCE_LABELS.imported}>
          <RunTable caption={SOURCE_LABELS.imported} runs={imported} more={<RemoveHead />} remove />
        </Section>
      )}
      <Section title={SOURCE_LABELS.shipped} note="How the adapters in workers/adapters were trained, as far as records were kept.">
        <RunTable caption={SOURCE_LABELS.shipped} runs={of('shipped')} />
      </Section>
      <Section
        title={SOURCE_LABELS.published}
        note="Logs that the publications behind Mandi’s games printed, number for number. None of these ran here."
      >
        <RunTable caption={SOURCE_LABELS.published} runs={of('published')} />
      </Section>
    </>
  );
}

function HereNote({ folder }: { folder: string }) {
  return (
    <>
      The newest 100 runs in <span className="code break-all">{folder}</span>. Train with{' '}
      <span className="code break-all">--out {folder}/NAME</span>, and the run appears here while it trains.
    </>
  );
}

function RemoveHead() {
  return <span className="sr-only">Remove</span>;
}

interface RunTableProps {
  caption: string;
  runs: readonly RunCard[];
  more?: React.ReactNode;
  remove?: boolean;
}

function RunTable({ caption, runs, more, remove = false }: RunTableProps) {
  const columns = remove
    ? [...COLUMNS, { key: 'remove', head: more, align: 'right' as const, cell: (run: RunCard) => <Remove run={run} /> }]
    : COLUMNS;
  return <Table caption={caption} columns={columns} rows={runs} rowKey={({ id }) => id} keepFirst />;
}

const COLUMNS: Column<RunCard>[] = [
  {
    key: 'name',
    head: 'Run',
    cell: ({ id, name, publisher }) => (
      <>
        <Link href={runAddress(id)} className="font-medium text-accent underline underline-offset-2">
          {name}
        </Link>
        {publisher === null ? null : <span className="block text-ink-2">{publisher}</span>}
      </>
    ),
    className: 'max-sm:max-w-40 min-w-32',
  },
  { key: 'kind', head: 'Kind', cell: ({ kind }) => <span className="whitespace-nowrap">{kindLabel(kind)}</span> },
  { key: 'status', head: 'Status', cell: ({ status }) => <Badge tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].words}</Badge> },
  { key: 'step', head: 'Step', align: 'right', cell: ({ step }) => figure(step, formatCount) },
  { key: 'loss', head: 'Loss', align: 'right', cell: ({ loss }) => figure(loss, formatNumber) },
  { key: 'reward', head: 'Reward', align: 'right', cell: ({ reward }) => figure(reward, formatNumber) },
  { key: 'gain', head: 'Gain', align: 'right', cell: ({ gain }) => figure(gain, formatNumber) },
  { key: 'tokens', head: 'Tokens', align: 'right', cell: ({ tokens }) => figure(tokens, formatCount) },
  {
    key: 'time',
    head: 'Time',
    align: 'right',
    cell: ({ seconds }) => <span className="whitespace-nowrap">{figure(seconds, formatSpan)}</span>,
  },
];

function figure(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}

function Remove({ run: { id, name } }: { run: RunCard }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [locked, setLocked] = useState(false);
  const remove = useMutation(
    trpc.training.remove.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.training.pathFilter()),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const send = useOnce(remove);
  return (
    <>
      <Button look="danger" size="small" disabled={remove.isPending} aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={`Remove ${name}`}
        note="The imported copy of the log is deleted. The file it came from stays."
        no="Keep it"
        yes="Remove it"
        onYes={() => send({ id })}
      />
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={() => send({ id })} />
    </>
  );
}

interface Chosen {
  file: string;
  text: string;
}

/** Brings in a log that another trainer wrote. */
function ImportPanel() {
  const trpc = useTRPC();
  const router = useRouter();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [name, setName] = useState('');
  const [locked, setLocked] = useState(false);
  const bring = useMutation(
    trpc.training.import.mutationOptions({
      onSuccess: ({ id }) => router.push(runAddress(id)),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const sendOnce = useOnce(bring);
  const send = () => chosen && sendOnce({ name: name.trim(), text: chosen.text, file: chosen.file });
  const fault = bring.error ? faultOf(bring.error) : null;
  const isTooLong = chosen !== null && chosen.text.length > MOST_SENT_LOG;
  function choose(file: File | undefined) {
    if (!file) return;
    bring.reset();
    setName(runNameOfFile(file.name));
    void file.text().then((text) => setChosen({ file: file.name.slice(0, 200), text }));
  }
  return (
    <Panel
      title="Import a log"
      note="A log of TRL (its log_history as JSON lines, or trainer_state.json), or log.jsonl of Mandi’s trainer. Everyone who can open this page sees it."
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send();
        }}
      >
        <label className="inline-flex h-9 items-center rounded-md border border-line-strong bg-panel px-3.5 font-medium text-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
          {chosen === null ? 'Choose a log' : chosen.file}
          <input type="file" accept=".jsonl,.json,.log,.txt" className="sr-only" onChange={(event) => choose(event.target.files?.[0])} />
        </label>
        <TextField label="Name" className="w-64" required maxLength={64} value={name} onChange={(event) => setName(event.target.value)} />
        <Button type="submit" look="primary" disabled={chosen === null || name.trim() === '' || isTooLong || bring.isPending}>
          Import log
        </Button>
        {isTooLong ? (
          <p role="alert" className="basis-full text-red text-small">
            This file is larger than {MOST_SENT_LOG / 1000} kB. Import it where Mandi runs:{' '}
            <span className="code">npx mandi training import {chosen.file}</span>
          </p>
        ) : null}
        {fault && fault.code !== 'operator_needed' ? (
          <p role="alert" className="basis-full break-words text-red text-small">
            {fault.message}
          </p>
        ) : null}
      </form>
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={send} />
    </Panel>
  );
}
