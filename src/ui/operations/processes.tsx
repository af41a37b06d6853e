'use client';
import type { JobCount, LivingMatchWorker, LivingWebProcess, Operations } from '~/api/operations/types';
import { Badge } from '~/kit/badge';
import { formatAgo, formatCount, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { formatBytes } from '../inference/inference-labels';
import { useNow } from '../matches/use-now';
import { formatDuration } from '../thought/turn-labels';
import { KIND_LABELS, type KindSum, QUEUE_LABELS, turnsByKind } from './operations-labels';

/** Web processes, tournament workers and model workers: since when, and their current work. */
export function Processes({ state }: { state: Operations }) {
  const now = useNow();
  const { webProcesses, matchWorkers } = state.counts;
  return (
    <>
      <Section title="Web processes" note="They serve pages and play matches. Any of them can serve any match.">
        <Table caption="Web processes" columns={webColumns(state.process, now)} rows={webProcesses} rowKey={({ id }) => id} keepFirst />
      </Section>
      <Section title="Tournament workers" note="They play tournament matches. If one dies, others take over its matches.">
        {matchWorkers.length === 0 ? (
          <p className="text-ink-2 text-small">None is running. Mandi starts one when a tournament has matches to play.</p>
        ) : (
          <Table caption="Tournament workers" columns={workerColumns(now)} rows={matchWorkers} rowKey={({ id }) => id} keepFirst />
        )}
      </Section>
      <Section title="Inference workers" note="They run models. The Inference page shows their speed and faults.">
        {state.inferenceWorkers.length === 0 ? (
          <p className="text-ink-2 text-small">None is connected.</p>
        ) : (
          <Table
            caption="Inference workers"
            columns={inferenceColumns(now)}
            rows={state.inferenceWorkers}
            rowKey={({ id }) => id}
            keepFirst
          />
        )}
      </Section>
    </>
  );
}

function webColumns(own: string, now: number): Column<LivingWebProcess>[] {
  return [
    {
      key: 'process',
      head: 'Process',
      cell: ({ id, host, pid, isHub }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="whitespace-nowrap">
            {host}, {pid}
          </span>
          {id === own ? <Badge tone="accent">this one</Badge> : null}
          {isHub ? <Badge>hub</Badge> : null}
        </span>
      ),
    },
    { key: 'since', head: 'Started', align: 'right', cell: ({ since }) => formatAgo(since, now) },
    { key: 'matches', head: 'Runs matches', align: 'right', cell: ({ matches }) => formatCount(matches) },
    { key: 'watchers', head: 'Watchers', align: 'right', cell: ({ watchers }) => formatCount(watchers) },
    { key: 'sockets', head: 'Live connections', align: 'right', cell: ({ sockets }) => formatCount(sockets) },
    { key: 'memory', head: 'Memory', align: 'right', cell: ({ memoryBytes }) => formatBytes(memoryBytes) },
    { key: 'version', head: 'Version', align: 'right', cell: ({ version }) => version },
  ];
}

function workerColumns(now: number): Column<LivingMatchWorker>[] {
  return [
    { key: 'process', head: 'Process', cell: ({ id }) => <span className="code">{id.slice(0, 8)}</span> },
    { key: 'since', head: 'Started', align: 'right', cell: ({ since }) => formatAgo(since, now) },
    { key: 'playing', head: 'Plays now', align: 'right', cell: ({ playing }) => formatCount(playing) },
    { key: 'slots', head: 'Slots', align: 'right', cell: ({ slots }) => formatCount(slots) },
  ];
}

function inferenceColumns(now: number): Column<Operations['inferenceWorkers'][number]>[] {
  return [
    { key: 'name', head: 'Worker', cell: ({ name }) => name },
    { key: 'since', head: 'Started', align: 'right', cell: ({ since }) => formatAgo(since, now) },
    { key: 'slots', head: 'Slots', align: 'right', cell: ({ slots }) => formatCount(slots) },
  ];
}

export function Queues({ jobs }: { jobs: readonly JobCount[] }) {
  return (
    <Section title="Queues" note="Tournament matches that wait for a worker, and those that are being played.">
      <Table caption="Queues" columns={QUEUE_COLUMNS} rows={jobs} rowKey={({ queue }) => queue} />
    </Section>
  );
}

const QUEUE_COLUMNS: Column<JobCount>[] = [
  { key: 'queue', head: 'Matches of', cell: ({ queue }) => QUEUE_LABELS[queue] },
  { key: 'waiting', head: 'Waiting', align: 'right', cell: ({ waiting }) => formatCount(waiting) },
  { key: 'running', head: 'Playing', align: 'right', cell: ({ running }) => formatCount(running) },
];

export function Turns({ turns }: { turns: Operations['counts']['turns'] }) {
  const rows = turnsByKind(turns);
  return (
    <Section title="Turns" note="Turns taken on this database since this version was installed, by kind of player.">
      {rows.length === 0 ? (
        <p className="text-ink-2 text-small">No turn has been counted yet. Counts are written down every five seconds.</p>
      ) : (
        <Table caption="Turns" columns={TURN_COLUMNS} rows={rows} rowKey={({ kind }) => kind} />
      )}
    </Section>
  );
}

const TURN_COLUMNS: Column<KindSum>[] = [
  { key: 'kind', head: 'Players', cell: ({ kind }) => KIND_LABELS[kind] },
  { key: 'turns', head: 'Turns', align: 'right', cell: ({ turns }) => formatCount(turns) },
  { key: 'mean', head: 'Mean time', align: 'right', cell: ({ mean }) => formatDuration(mean) },
  { key: 'fallbacks', head: 'Fell back', align: 'right', cell: ({ fallbacks, turns }) => formatPercent(fallbacks / turns) },
];
