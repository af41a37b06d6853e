'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetManifest, ExportCard } from '~/api/data/types';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { CopyButton } from '~/kit/copy-button';
import { formatCount, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { Empty, ErrorNote } from '~/kit/states';
import { faultOf } from '~/ui/api-fault';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';

const LOOK_MS = 700;

/** This server's exports, newest first, with progress and files. */
export function ExportList({ enabled }: { enabled: boolean }) {
  const trpc = useTRPC();
  const list = useQuery(
    trpc.data.exports.queryOptions(undefined, {
      enabled,
      refetchInterval: (query) => (query.state.data?.exports.some(({ status }) => status === 'running') ? LOOK_MS : false),
    }),
  );
  return (
    <Section title="Exports" note="Exports stay on this server until you remove them. A stopped export continues where it left off.">
      {list.isError ? <FailedQuery what="the exports" error={list.error} retry={list.refetch} /> : null}
      {list.data?.exports.length === 0 ? (
        <Empty title="No export yet">Choose what you want above, preview the rows, and start an export.</Empty>
      ) : null}
      <ol className="space-y-3">
        {list.data?.exports.map((card) => (
          <OneExport key={card.id} card={card} />
        ))}
      </ol>
    </Section>
  );
}

const STATUS_LABELS: Record<ExportCard['status'], string> = {
  running: 'writing',
  stopped: 'stopped',
  empty: 'no rows found',
  failed: 'failed',
  finished: 'finished',
};

/** `writing: 120 rows of 8 matches` */
function stateLabel({ status, follow, progress }: ExportCard): string {
  const word = status === 'running' && follow ? 'following' : STATUS_LABELS[status];
  return progress === null ? word : `${word}: ${counted(progress.rows, 'row', 'rows')} of ${counted(progress.matches, 'match', 'matches')}`;
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function OneExport({ card }: { card: ExportCard }) {
  const { id, request, form, fault, command, manifest } = card;
  const name = `${request.format}, ${request.ruleset}${request.task ? `/${request.task}` : ''}, ${request.split}, ${form}`;
  return (
    <li className="rounded-lg border bg-panel p-4" aria-label={`Export ${name}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{name}</h3>
        <p className="num text-small text-ink-2" role="status">
          {stateLabel(card)}
        </p>
      </div>
      {fault && card.status === 'empty' ? <p className="mt-2 text-small">{emptyWords(fault)}</p> : null}
      {fault && card.status !== 'empty' ? (
        <div className="mt-2">
          <ErrorNote title="The export ended early.">{fault}</ErrorNote>
        </div>
      ) : null}
      {manifest ? <Files id={id} manifest={manifest} /> : null}
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <code className="code min-w-0 flex-1 text-small max-sm:basis-full text-ink-2 [overflow-wrap:anywhere]">{command}</code>
        <CopyButton text={command}>Copy the command</CopyButton>
      </div>
      <Actions card={card} />
    </li>
  );
}

/** `nothing written: no row in …` */
function emptyWords(fault: string): string {
  const why = fault.replace(/^nothing written: /, '');
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

const BESIDE = [
  { name: 'manifest.json', what: 'request, counts, versions, digests' },
  { name: 'README.md', what: 'dataset card with column types' },
] as const;

function Files({ id, manifest }: { id: string; manifest: DatasetManifest }) {
  const files = manifest.files.filter(({ rows }) => rows > 0);
  return (
    <>
      {manifest.warnings.map((warning) => (
        <p key={warning} className="mt-2 text-small text-amber">
          {warning}
        </p>
      ))}
      <p className="mt-2 text-small text-ink-2">
        {formatCount(manifest.trainable)} rows may be used for training. License {manifest.licence}, Mandi {manifest.code}
        {manifest.tie_rate === null ? '' : `, ties ${formatPercent(manifest.tie_rate)}`}.
      </p>
      <ul className="mt-2 space-y-1 text-small">
        {[...files.map(({ name, rows, bytes }) => ({ name, what: `${formatCount(rows)} rows, ${sizeLabel(bytes)}` })), ...BESIDE].map(
          ({ name, what }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3">
              <a className="text-accent underline" href={`/api/data/${id}/${name}`} download>
                {name}
              </a>
              <span className="num text-ink-2">{what}</span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function Actions({ card: { id, status, follow } }: { card: ExportCard }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries(trpc.data.exports.queryFilter());
  const stop = useMutation(trpc.data.stop.mutationOptions({ onSettled }));
  const resume = useMutation(trpc.data.resume.mutationOptions({ onSettled }));
  const finish = useMutation(trpc.data.finish.mutationOptions({ onSettled }));
  const remove = useMutation(trpc.data.remove.mutationOptions({ onSettled }));
  const [isAsking, setAsking] = useState(false);
  const error = stop.error ?? resume.error ?? finish.error ?? remove.error;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {follow && status !== 'finished' ? (
        <Button size="small" disabled={finish.isPending} onClick={() => finish.mutate({ id })}>
          Finish
        </Button>
      ) : null}
      {status === 'running' ? (
        <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate({ id })}>
          Stop
        </Button>
      ) : null}
      {status === 'stopped' || status === 'failed' || status === 'empty' ? (
        <Button size="small" disabled={resume.isPending} onClick={() => resume.mutate({ id })}>
          {status === 'empty' ? 'Check again' : 'Resume'}
        </Button>
      ) : null}
      {status === 'running' ? null : (
        <Button size="small" look="quiet" disabled={remove.isPending} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpen={setAsking}
        title="Remove this export?"
        note="Its files are deleted from this server for good. The matches stay, and its command makes the export again."
        yes="Remove the export"
        no="Keep it"
        onYes={() => remove.mutate({ id })}
      />
      {follow && status === 'running' ? (
        <span className="text-small text-ink-2">Finish completes the dataset and writes its files. Stop only pauses the export.</span>
      ) : null}
      {error ? (
        <span role="alert" className="text-small text-red">
          {faultOf(error).message}
        </span>
      ) : null}
    </div>
  );
}

function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kb = bytes / 1024;
  if (kb < 1024) return `${kb.toFixed(1)} kB`;
  const mb = kb / 1024;
  return mb < 1024 ? `${mb.toFixed(1)} MB` : `${(mb / 1024).toFixed(2)} GB`;
}
