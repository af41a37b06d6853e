'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { InferenceState, MeterReading, WorkerState } from '~/api/agent/types';
import { CodeBlock } from '~/kit/code-block';
import { formatAgo, formatCount, formatNumber, formatPercent } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { isAgentRef, PlayerLink } from '~/kit/player-name';
import { Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { useNow } from '../matches/use-now';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { formatDollars, formatDuration } from '../thought/turn-labels';
import { useTRPC } from '../trpc';
import { useOrigin } from '../use-origin';
import { Backends, Meter } from './backends';
import { fetchShare, formatBytes, workerCommand, writingRate } from './inference-labels';

/** The meter has a new point every five seconds, but the queue changes faster. */
const AGAIN_MS = 2_000;

/** How language models are served here: backends, workers, speed, errors, cost. */
export function InferenceScreen() {
  const trpc = useTRPC();
  const state = useQuery({ ...trpc.inference.state.queryOptions(), staleTime: 0, retry: false, refetchInterval: AGAIN_MS });
  const locked = state.isError && faultOf(state.error).code === 'operator_needed';
  return (
    <Page title="Inference" lead="Model backends: what each one serves, its load, speed, errors and cost.">
      {state.isPending ? (
        <Loading what="inference">
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      ) : null}
      {locked ? <OperatorGate what="reading this page" /> : null}
      {state.isError && !locked && !state.data ? <FailedQuery what="inference" error={state.error} retry={state.refetch} /> : null}
      {state.data ? <Body state={state.data} /> : null}
      <ConnectionBar lost={state.isError && state.data !== undefined} />
    </Page>
  );
}

function Body({ state }: { state: InferenceState }) {
  return (
    <div className="space-y-8">
      <ModelNote model={state.model} />
      <Meter meter={state.meter} />
      <Backends backends={state.backends} tries={state.meter.tries} />
      <Workers workers={state.workers} />
      <Spend accounts={state.meter.accounts} />
    </div>
  );
}

type Model = InferenceState['model'];

/** State of the default model: downloading, ready, or how to fix a problem. */
function ModelNote({ model }: { model: Model }) {
  return (
    <Section title="The model that comes with Mandi" aside={<span className="code">{model.name}</span>}>
      <div role="status" className="max-w-2xl space-y-2 text-small">
        {SAYS[model.status](model)}
      </div>
    </Section>
  );
}

const SAYS: Record<Model['status'], (model: Model) => ReactNode> = {
  off: () => (
    <p>
      Switched off by <span className="code">MANDI_MODEL=off</span>. Start Mandi without this setting to fetch the model.
    </p>
  ),
  ready: () => <p>Installed and ready to play.</p>,
  missing: (model) => <Pull model={model}>It is not on this machine. One command fetches it:</Pull>,
  failed: (model) => <Pull model={model}>It could not be fetched{model.why ? `: ${model.why}` : '.'} Try again with:</Pull>,
  fetching: (model) => <Fetching model={model} />,
};

function Pull({ model, children }: { model: Model; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <CodeBlock label="Fetches the model" code={`npx mandi models pull ${model.name}`} note="Run it where Mandi was started." wrap />
    </>
  );
}

function Fetching({ model }: { model: Model }) {
  const share = fetchShare(model);
  return (
    <>
      <p>
        Downloading: {model.done === null ? 'starting' : formatBytes(model.done)}
        {model.total === null ? '' : ` of ${formatBytes(model.total)}`}
        {share === null ? '' : `, ${formatPercent(share)}`}. Until then, scripts play.
      </p>
      <div
        role="progressbar"
        aria-label="Fetched of the model"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent transition-[width] duration-300" style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
    </>
  );
}

type Account = MeterReading['accounts'][number];

/** Spending by account since the start. */
function Spend({ accounts }: { accounts: MeterReading['accounts'] }) {
  return (
    <Section title="Spend" note="Calls, tokens, time and money by agent, match, tournament and outside program, largest first.">
      {accounts.length === 0 ? (
        <p className="text-ink-2 text-small">
          No agent has asked a model yet.{' '}
          <Link href="/agents" className="text-accent underline underline-offset-2">
            Play against one
          </Link>
        </p>
      ) : (
        <Table
          caption="Spend"
          columns={COLUMNS}
          rows={accounts}
          rowKey={({ kind, name }) => `${kind} ${name}`}
          className="max-h-110 overflow-y-auto"
        />
      )}
    </Section>
  );
}

const COLUMNS: Column<Account>[] = [
  { key: 'name', head: 'Account', cell: (one) => <Name account={one} /> },
  { key: 'calls', head: 'Calls', align: 'right', cell: ({ calls }) => formatCount(calls) },
  { key: 'tokens', head: 'Tokens', align: 'right', cell: ({ tokens }) => formatCount(tokens) },
  { key: 'seconds', head: 'Time', align: 'right', cell: ({ seconds }) => formatDuration(seconds * 1000) },
  { key: 'cost', head: 'Money', align: 'right', cell: ({ cost }) => formatDollars(cost) },
];

function Name({ account: { kind, name } }: { account: Account }) {
  if (kind === 'agent' && isAgentRef(name)) return <PlayerLink name={name} />;
  if (kind !== 'match')
    return (
      <span>
        {kind === 'caller' ? 'program' : kind} <span className="code">{name}</span>
      </span>
    );
  return (
    <span>
      match{' '}
      <Link href={`/matches/${name}`} className="code text-accent underline underline-offset-2">
        {name}
      </Link>
    </span>
  );
}

/** Processes that run models and take turns from the queue, on any machine. */
function Workers({ workers }: { workers: readonly WorkerState[] }) {
  const now = useNow();
  return (
    <Section title="Workers" note="Processes that run models and take turns from the queue. If one dies, another takes over its turns.">
      {workers.length === 0 ? (
        <p className="mb-3 text-small">
          No worker is connected. One starts by itself when a model and its runtime are installed here. To start one on another machine:
        </p>
      ) : null}
      {workers.length === 0 ? null : <Table caption="Workers" columns={columnsFor(now)} rows={workers} rowKey={({ id }) => id} />}
      <AnotherMachine shown={workers.length === 0} />
    </Section>
  );
}

function AnotherMachine({ shown }: { shown: boolean }) {
  const command = workerCommand(useOrigin('http://127.0.0.1:3000'));
  const block = (
    <CodeBlock
      label="Connects a worker"
      code={command}
      note={
        <>
          Add <span className="code">--token</span> if this server is open to others or <span className="code">MANDI_ADMIN_TOKEN</span> is
          set.
        </>
      }
      wrap
    />
  );
  if (shown) return <div className="max-w-2xl">{block}</div>;
  return (
    <details className="mt-3 max-w-2xl text-small">
      <summary className="text-ink-2">Connect another machine</summary>
      <div className="mt-2">{block}</div>
    </details>
  );
}

function columnsFor(now: number): Column<WorkerState>[] {
  return [
    { key: 'name', head: 'Worker', cell: (one) => <Who worker={one} /> },
    { key: 'serves', head: 'Serves', cell: ({ serves }) => <span className="code">{serves.join(', ')}</span>, className: 'max-sm:hidden' },
    { key: 'batch', head: 'Batch', align: 'right', cell: ({ tally, slots }) => `${formatCount(tally.running)} of ${formatCount(slots)}` },
    { key: 'done', head: 'Turns', align: 'right', cell: ({ tally }) => formatCount(tally.done) },
    { key: 'failed', head: 'Failed', align: 'right', cell: ({ tally }) => formatCount(tally.failed) },
    { key: 'rate', head: 'Tokens per second', align: 'right', cell: (one) => <Rate worker={one} /> },
    { key: 'memory', head: 'Memory', align: 'right', cell: ({ tally }) => formatBytes(tally.memory), className: 'max-sm:hidden' },
    { key: 'since', head: 'Since', align: 'right', cell: ({ since }) => formatAgo(since, now), className: 'max-sm:hidden' },
  ];
}

function Who({ worker: { name, device, threads, runtime } }: { worker: WorkerState }) {
  return (
    <>
      <span className="font-medium">{name}</span>
      <span className="block text-ink-2">
        {device}, {threads === 1 ? '1 thread' : `${formatCount(threads)} threads`}, {runtime}
      </span>
    </>
  );
}

/** While it was writing. */
function Rate({ worker }: { worker: WorkerState }) {
  const rate = writingRate(worker);
  return rate === null ? <span className="text-ink-3">–</span> : formatNumber(Math.round(rate * 10) / 10);
}
