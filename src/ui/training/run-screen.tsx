'use client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { RunCard, RunFact, RunSheet } from '~/api/training/types';
import { Badge } from '~/kit/badge';
import { ButtonLink } from '~/kit/button';
import { CodeBlock } from '~/kit/code-block';
import { Facts, type NotedFigure, NotedFigures } from '~/kit/facts';
import { SelectField } from '~/kit/field';
import { formatAgo, formatCount, formatMoment, formatNumber } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { useTabTitle } from '../frame/use-tab-title';
import { useNow } from '../matches/use-now';
import { OperatorGate } from '../new-match/operator-gate';
import { NothingHere } from '../nothing-here';
import { FailedQuery } from '../query-states';
import { gameTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { shownRuns } from './panel-charts';
import { RunKey, RunPanels } from './run-panels';
import { RunReplays } from './run-replays';
import { formatSpan, kindLabel, originSentence, runAddress, SOURCE_LABELS, SOURCES, STATUS_LABELS } from './training-labels';

interface Props {
  id: string;
  /** Another run to draw in the same panels. */
  beside: string | null;
}

/** One training run: how it goes, six panels, what it was made with, and its checkpoints. */
export function RunScreen({ id, beside }: Props) {
  const run = useRun(id);
  const other = useRun(beside);
  useTabTitle(run.data ? `${run.data.name}, training run` : null);
  if (run.isError && !run.data) {
    const fault = faultOf(run.error);
    if (fault.code !== 'unknown_run')
      return (
        <Page title="Training run">
          <FailedQuery what="this run" error={run.error} retry={run.refetch} />
        </Page>
      );
    return <UnknownRun id={id} fault={fault} />;
  }
  if (!run.data) {
    return (
      <Page title="Training run">
        <Loading what="the run">
          <Skeleton className="h-[60rem] w-full" />
        </Loading>
      </Page>
    );
  }
  return (
    <Page title={run.data.name} lead={<Lead run={run.data} />} actions={<ButtonLink href="/agents/training">All runs</ButtonLink>}>
      <div className="space-y-8">
        <Figures run={run.data} />
        <Warnings run={run.data} />
        <Section title="Curves" aside={<Overlay run={run.data} beside={beside} />}>
          {other.isError ? <FailedQuery what="the second run" error={other.error} retry={other.refetch} /> : null}
          {other.data ? <RunKey runs={shownRuns(run.data, other.data)} /> : null}
          <RunPanels runs={shownRuns(run.data, other.data ?? null)} />
        </Section>
        <RunReplays run={run.data} />
        <MadeWith run={run.data} />
        <Notes run={run.data} />
      </div>
      <ConnectionBar lost={run.isError} />
    </Page>
  );
}

/** A run of this machine is nothing to whoever is not its operator. */
function UnknownRun({ id, fault }: { id: string; fault: ReturnType<typeof faultOf> }) {
  const all = <ButtonLink href="/agents/training">All runs</ButtonLink>;
  if (!id.startsWith('here.')) return <NothingHere title="Training run" fault={fault} action={all} />;
  return (
    <Page title="Training run" width="text" actions={all}>
      <div className="space-y-4">
        <ErrorNote title="There is no such run, or only the operator can see it.">{fault.message}</ErrorNote>
        <OperatorGate what="seeing runs of this machine" />
      </div>
    </Page>
  );
}

function Lead({ run }: { run: RunSheet }) {
  const now = useNow();
  const { words, tone } = STATUS_LABELS[run.status];
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone}>{words}</Badge>
      <span>
        {kindLabel(run.kind)}
        {run.game === null ? '' : `, ${gameTitle(run.game)}`}. {originSentence(run)}
        {run.began === null || Number.isNaN(Date.parse(run.began)) ? '' : ` Began ${formatMoment(run.began)}.`}
        {run.written === null ? '' : ` Last written ${formatAgo(run.written, Math.max(now, Date.parse(run.written)))}.`}
      </span>
    </span>
  );
}

function Figures({ run: { step, steps, tokens, samples, seconds, cost, gain } }: { run: RunSheet }) {
  const figures: NotedFigure[] = [
    ['Step', step === null ? '–' : formatCount(step), steps === null ? 'no plan in the log' : `of ${formatCount(steps)} planned`],
    [
      'Tokens',
      tokens === null ? '–' : formatCount(tokens),
      samples === null ? (tokens === null ? 'not in the log' : 'trained on') : `${formatCount(samples)} samples`,
    ],
    ['Time', seconds === null ? '–' : formatSpan(seconds), seconds === null ? 'not in the log' : 'of training'],
    ['Cost', cost === null ? '–' : `$${formatNumber(cost)}`, cost === null ? 'not in the log' : 'as logged'],
    ['Gain', gain === null ? '–' : formatNumber(gain), gain === null ? 'not in the log' : 'last validation'],
  ];
  return <NotedFigures figures={figures} />;
}

function Warnings({ run: { status, reason, warnings, unread, cutAt } }: { run: RunSheet }) {
  const sentences = [
    ...warnings,
    ...(unread === null
      ? []
      : [`${unread.lines === 1 ? '1 line' : `${formatCount(unread.lines)} lines`} of the log could not be read; ${unread.first}.`]),
    ...(cutAt === null ? [] : [`The log is longer than ${formatCount(cutAt / 1024 / 1024)} MB. What comes after that is not drawn.`]),
  ];
  return (
    <>
      {status === 'failed' ? <ErrorNote title="This run failed.">{reason ?? 'The log gives no reason.'}</ErrorNote> : null}
      {status === 'interrupted' ? <p className="rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">{reason}</p> : null}
      {sentences.length === 0 ? null : (
        <ul aria-label="Needs your attention" className="space-y-2 text-small">
          {sentences.map((sentence) => (
            <li key={sentence} className="rounded-md border border-amber bg-amber-wash px-3 py-2 break-words">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Any other run in the same panels; the address keeps the choice. */
function Overlay({ run, beside }: { run: RunSheet; beside: string | null }) {
  const trpc = useTRPC();
  const router = useRouter();
  const list = useQuery({ ...trpc.training.list.queryOptions(), staleTime: 0 });
  const others = (list.data?.runs ?? []).filter(({ id }) => id !== run.id);
  return (
    <SelectField
      label="Compare with"
      className="w-72 max-w-full"
      value={beside ?? ''}
      onChange={(event) => router.replace(runAddress(run.id, event.target.value || null), { scroll: false })}
    >
      <option value="">no other run</option>
      {SOURCES.map((source) => (
        <Options key={source} label={SOURCE_LABELS[source]} runs={others.filter((one) => one.source === source)} />
      ))}
    </SelectField>
  );
}

function Options({ label, runs }: { label: string; runs: readonly RunCard[] }) {
  if (runs.length === 0) return null;
  return (
    <optgroup label={label}>
      {runs.map(({ id, name, kind }) => (
        <option key={id} value={id}>
          {name} ({kindLabel(kind)})
        </option>
      ))}
    </optgroup>
  );
}

function MadeWith({ run: { command, versions, settings, digests, source_note } }: { run: RunSheet }) {
  return (
    <Section title="Command, versions and digests" note={source_note === null ? undefined : `Source: ${source_note}`}>
      <div className="space-y-6">
        {command === null ? (
          <p className="text-ink-2 text-small">The log has no command.</p>
        ) : (
          <CodeBlock label="Command of this run" code={command} wrap />
        )}
        <div className="grid gap-x-10 gap-y-6 text-small min-[900px]:grid-cols-3">
          <FactList title="Versions" facts={versions} />
          <FactList title="Settings" facts={settings} />
          <FactList title="Digests" facts={digests} />
        </div>
      </div>
    </Section>
  );
}

function FactList({ title, facts }: { title: string; facts: readonly RunFact[] }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {facts.length === 0 ? (
        <p className="text-ink-2">None in the log.</p>
      ) : (
        <Facts
          facts={facts.map(([name, value]) => [
            name,
            <span key={name} className="code break-all">
              {value}
            </span>,
          ])}
        />
      )}
    </div>
  );
}

function Notes({ run: { notes } }: { run: RunSheet }) {
  if (notes.length === 0) return null;
  return (
    <Section title="Notes" note="Everything else that the log or its publisher says.">
      <ul className="max-w-3xl space-y-1.5 text-small">
        {notes.map(({ step, words }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat word for word, and only grow
          <li key={place} className="break-words">
            {step === null ? '' : `Step ${formatCount(step)}: `}
            {words}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const WHILE_IT_RUNS_MS = 2_000;
/** A run that has ended may be resumed. */
const OTHERWISE_MS = 15_000;

/** A run as its log says, asked for again while it may change; null: none is chosen. */
function useRun(id: string | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.training.get.queryOptions(id === null ? skipToken : { id }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'running' ? WHILE_IT_RUNS_MS : data?.source === 'here' ? OTHERWISE_MS : false,
  });
}
