'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { ReplayLink } from './replay-link';
import { type BeforeAfter, type Report, seedsIn, useTaskTitles } from './report';

/** Two players in the same world, by round; others can be chosen. */
export function BeforeAfterSection({ report, first }: { report: Report; first: BeforeAfter }) {
  const trpc = useTRPC();
  const play = useMutation(trpc.report.beside.mutationOptions());
  const shown = play.data ?? first;
  const titleOf = useTaskTitles();
  return (
    <Section
      title="The same world, two players"
      note={`${titleOf(shown.task)}, seed ${shown.seed}: what the first seat did round by round, and what happened to it.`}
    >
      <Chooser report={report} first={first} busy={play.isPending} onChoose={(choice) => play.mutate({ id: report.id, ...choice })} />
      {play.isError ? <ErrorNote title="These matches were not played.">{faultOf(play.error).message}</ErrorNote> : null}
      <Transcripts id={report.id} shown={shown} />
    </Section>
  );
}

interface Choice {
  task: string;
  seed: number;
  before: string;
  after: string;
}

interface ChooserProps {
  report: Report;
  first: BeforeAfter;
  busy: boolean;
  onChoose: (choice: Choice) => void;
}

function Chooser({ report, first, busy, onChoose }: ChooserProps) {
  const [choice, setChoice] = useState<Choice>({
    task: first.task,
    seed: first.seed,
    before: first.before.policy,
    after: first.after.policy,
  });
  const titleOf = useTaskTitles();
  const tasks = [...new Set(report.tables.map(({ task }) => task))];
  const seeds = [...new Set(report.tables.flatMap((table) => seedsIn(table.seeds)))];
  const policies = [...new Set(report.tables.flatMap(({ rows }) => rows.map(({ policy }) => policy)))];
  const set = (part: Partial<Choice>) => setChoice({ ...choice, ...part });
  return (
    <div className="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
      <Choose label="Before" value={choice.before} of={policies} onValue={(before) => set({ before })} />
      <Choose label="After" value={choice.after} of={policies} onValue={(after) => set({ after })} />
      <Choose label="Task" value={choice.task} of={tasks} titleOf={titleOf} onValue={(task) => set({ task })} />
      <Choose label="Seed" value={String(choice.seed)} of={seeds.map(String)} onValue={(seed) => set({ seed: Number(seed) })} />
      <Button disabled={busy} onClick={() => onChoose(choice)}>
        {busy ? 'Playing' : 'Show these'}
      </Button>
    </div>
  );
}

interface ChooseProps {
  label: string;
  value: string;
  of: readonly string[];
  titleOf?: (one: string) => string;
  onValue: (value: string) => void;
}

function Choose({ label, value, of, titleOf = (one) => one, onValue }: ChooseProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onValue(event.target.value)}>
      {of.map((one) => (
        <option key={one} value={one}>
          {titleOf(one)}
        </option>
      ))}
    </SelectField>
  );
}

function Transcripts({ id, shown }: { id: string; shown: BeforeAfter }) {
  const sides = [shown.before, shown.after];
  const rounds = [...new Set(sides.flatMap((side) => side.rounds.map(({ round }) => round)))].sort((a, b) => a - b);
  const linesOf = (side: BeforeAfter['before'], round: number) => side.rounds.find((one) => one.round === round)?.lines ?? [];
  const parting = rounds.find((round) => linesOf(shown.before, round).join('\n') !== linesOf(shown.after, round).join('\n'));
  return (
    <div className="space-y-3">
      <div className="grid gap-x-8 gap-y-1 md:grid-cols-2">
        {sides.map((side, at) => (
          <p key={at === 0 ? 'before' : 'after'} className="text-small">
            <span className="text-ink-2">{at === 0 ? 'Before: ' : 'After: '}</span>
            <span className="code font-medium">{side.policy}</span>, score <span className="num">{formatFixed(side.score, 4)}</span>,{' '}
            {side.invalid} refused.{' '}
            <ReplayLink id={id} task={shown.task} seed={shown.seed} policy={side.policy}>
              Replay it
            </ReplayLink>
          </p>
        ))}
      </div>
      {rounds.map((round) => (
        <details key={round} open={round === parting} className="border-t pt-2">
          <summary className="mb-0.5 font-medium text-small">
            Round {round}
            {round === parting ? <span className="font-normal text-ink-2">, the first in which they differ</span> : null}
          </summary>
          <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
            {sides.map((side, at) => (
              <Lines key={at === 0 ? 'before' : 'after'} who={side.policy} lines={linesOf(side, round)} />
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}

function Lines({ who, lines }: { who: string; lines: readonly string[] }) {
  return (
    <div className="min-w-0">
      <p className="code text-micro text-ink-2 md:sr-only">{who}</p>
      {lines.length === 0 ? (
        <p className="text-small text-ink-2">Nothing.</p>
      ) : (
        <ul className="list-disc space-y-0.5 pl-4 text-small break-words">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their places
            <li key={at}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
