'use client';
import type { WorkerState } from '~/api/agent-words';
import { formatAgo, formatCount, formatNumber } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { CodeBlock } from '../doors/code-block';
import { useNow } from '../matches/use-now';
import { useOrigin } from '../use-origin';
import { formatBytes, workerCommand, writingRate } from './inference-words';

/** Processes that run models and take turns from the queue, on this machine and others. */
export function Workers({ workers }: { workers: readonly WorkerState[] }) {
  const now = useNow();
  return (
    <Section title="Workers" note="Processes that run weights and take turns from the queue; a dead one’s turns go to another.">
      {workers.length === 0 ? (
        <p className="mb-3 text-small">
          None is connected. One starts by itself as soon as a model and its runtime lie here; on another machine:
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
          With <span className="code">--token</span> where this Mandi is open to others or <span className="code">MANDI_ADMIN_TOKEN</span>{' '}
          is set.
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
    { key: 'rate', head: 'Tokens a second', align: 'right', cell: (one) => <Rate worker={one} /> },
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

/** While it wrote. */
function Rate({ worker }: { worker: WorkerState }) {
  const rate = writingRate(worker);
  return rate === null ? <span className="text-ink-3">–</span> : formatNumber(Math.round(rate * 10) / 10);
}
