'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import type { BeforeAfter, Checkpoint, ReplayPair, RunSheet } from '~/api/training/types';
import { Button } from '~/kit/button';
import { CodeBlock } from '~/kit/code-block';
import { SelectField, TextField } from '~/kit/field';
import { formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { agentAddress, PlayerName } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import { faultOf } from '../api-fault';
import { FailedQuery } from '../query-states';
import { shortDigest } from '../thought/turn-labels';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';
import { useOnce } from '../use-once';

/** Checkpoints with their digests, and one seed before and after. */
export function RunReplays({ run }: { run: RunSheet }) {
  return (
    <Section title="Checkpoints" note="Digests are of the adapter’s weights, as the trainer sealed them.">
      {run.checkpoints.length === 0 ? (
        <p className="text-ink-2 text-small">
          {run.source === 'here' ? 'No checkpoint is saved yet.' : 'The log names no checkpoint, so there is nothing to replay.'}
        </p>
      ) : (
        <div className="space-y-6">
          <Table caption="Checkpoints" columns={COLUMNS} rows={run.checkpoints} rowKey={({ name }) => name} />
          {run.checkpoints.map(({ name, command }) =>
            command === null ? null : (
              <div key={name} className="min-w-0">
                <p className="mb-1 text-small">
                  No agent plays with <span className="code">{name}</span> yet. These commands make one; replace the words in capitals:
                </p>
                <CodeBlock label={`Commands that register ${name}`} code={command} note="In Mandi’s folder" />
              </div>
            ),
          )}
          <Replays run={run} />
        </div>
      )}
    </Section>
  );
}

const COLUMNS: Column<Checkpoint>[] = [
  { key: 'name', head: 'Checkpoint', cell: ({ name }) => <span className="code">{name}</span> },
  { key: 'step', head: 'Step', align: 'right', cell: ({ step }) => (step === null ? '–' : formatCount(step)) },
  {
    key: 'digest',
    head: 'Digest',
    cell: ({ digest }) =>
      digest === null ? (
        <span className="text-ink-2">not sealed</span>
      ) : (
        <span className="code" title={digest}>
          {shortDigest(digest)}
        </span>
      ),
  },
  { key: 'adapters', head: 'Adapter', cell: ({ adapters }) => (adapters.length === 0 ? '–' : adapters.join(', ')) },
];

function Replays({ run }: { run: RunSheet }) {
  const trpc = useTRPC();
  const isMade = run.checkpoints.some(({ adapters }) => adapters.length > 0);
  const found = useQuery({ ...trpc.training.replays.queryOptions({ id: run.id }), enabled: isMade, staleTime: 0 });
  if (!isMade) return null;
  if (found.isError) return <FailedQuery what="the replays" error={found.error} retry={found.refetch} />;
  if (found.data?.length === 0) {
    return (
      <p className="text-small">
        Its adapter is here, but no agent plays with it, or none plays the same model without it. Add one with{' '}
        <span className="code">npx mandi agents add NAME.agent.json</span>.
      </p>
    );
  }
  return found.data?.map((one) => <OneAgent key={one.after} runId={run.id} found={one} />);
}

function OneAgent({ runId, found }: { runId: string; found: BeforeAfter }) {
  return (
    <div className="space-y-3">
      <h3 className="font-semibold text-small">
        One seed before and after:{' '}
        <Link href={agentAddress(found.before)} className="text-accent underline underline-offset-2">
          <PlayerName name={found.before} />
        </Link>{' '}
        and{' '}
        <Link href={agentAddress(found.after)} className="text-accent underline underline-offset-2">
          <PlayerName name={found.after} />
        </Link>
      </h3>
      {found.pairs.length === 0 ? (
        <p className="text-ink-2 text-small">No seed has been played by both yet.</p>
      ) : (
        <Table caption="Seeds played before and after" columns={PAIR_COLUMNS} rows={found.pairs} rowKey={({ after }) => after} />
      )}
      <PlayBoth runId={runId} found={found} />
    </div>
  );
}

const PAIR_COLUMNS: Column<ReplayPair>[] = [
  { key: 'task', head: 'Task', cell: ({ task }) => task },
  { key: 'seed', head: 'Seed', align: 'right', cell: ({ seed }) => String(seed) },
  {
    key: 'go',
    head: 'Replays',
    align: 'right',
    cell: ({ before, after }) => (
      <span className="inline-flex flex-wrap justify-end gap-x-3">
        <ReplayLink href={`/watch/compare?left=${before}&right=${after}`}>Side by side</ReplayLink>
        <ReplayLink href={`/matches/${before}`}>before</ReplayLink>
        <ReplayLink href={`/matches/${after}`}>after</ReplayLink>
      </span>
    ),
  },
];

function ReplayLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}

/** Of the validation range: nothing was trained on it. */
const A_SEED = '40000';

/** Plays a seed with both on the inference worker, and opens the two matches side by side. */
function PlayBoth({ runId, found: { after, tasks, notReady } }: { runId: string; found: BeforeAfter }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [task, setTask] = useState(tasks[0] ?? '');
  const [seed, setSeed] = useState(A_SEED);
  const [locked, setLocked] = useState(false);
  const play = useMutation(
    trpc.training.playBoth.mutationOptions({
      onSuccess: (made) => router.push(`/watch/compare?left=${made.before}&right=${made.after}`),
      onError: (error) => setLocked(faultOf(error).code === 'operator_needed'),
    }),
  );
  const playOnce = useOnce(play);
  const send = () => playOnce({ id: runId, after, task, seed: Number(seed) });
  const fault = play.error ? faultOf(play.error) : null;
  if (notReady !== null) return <p className="text-small">A seed cannot be played with both now. {notReady}</p>;
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <SelectField label="Task" className="w-48" value={task} onChange={(event) => setTask(event.target.value)}>
        {tasks.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <TextField
        label="Seed"
        className="w-32"
        inputMode="numeric"
        required
        pattern="[0-9]{5,15}"
        value={seed}
        onChange={(event) => setSeed(event.target.value)}
      />
      <Button type="submit" disabled={play.isPending || play.isSuccess}>
        Play it with both
      </Button>
      <UnlockDialog open={locked} onOpen={setLocked} onUnlocked={send} />
      {fault && fault.code !== 'operator_needed' ? (
        <p role="alert" className="basis-full text-red text-small">
          {fault.message}
        </p>
      ) : null}
    </form>
  );
}
