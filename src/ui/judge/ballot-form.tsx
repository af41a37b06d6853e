'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PanelAnswer } from '~/api/judge/types';
import { Button } from '~/kit/button';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import {
  type BallotPitch,
  type BallotRound,
  type Criterion,
  completeIn,
  type Draft,
  draftOf,
  isChanged,
  missingIn,
  withMark,
} from './ballot-labels';
import { questionId } from './rubric';

interface Props {
  panel: PanelAnswer;
  round: BallotRound;
  onAnswer: (answer: PanelAnswer) => void;
}

/** The marks of one round, submitted together, because pitches are judged in comparison. */
export function BallotForm({ panel, round, onAnswer }: Props) {
  const trpc = useTRPC();
  const [draft, setDraft] = useState<Draft>(() => draftOf(round));
  const give = useMutation(trpc.judge.give.mutationOptions({ onSuccess: onAnswer }));
  const open = useMutation(trpc.judge.open.mutationOptions({ onSuccess: onAnswer }));
  const giveOnce = useOnce(give);
  const { id } = panel.card;
  const missing = missingIn(draft, round, panel.criteria);
  const changed = isChanged(draft, round);
  const failed = give.error ?? open.error;
  function submit(event: FormEvent) {
    event.preventDefault();
    const marks = completeIn(draft, round);
    if (marks) giveOnce({ id, round: round.round, marks });
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <ol className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {round.pitches.map((pitch) => (
          <PitchMarks key={pitch.letter} {...{ panel, round, pitch, draft }} onDraft={setDraft} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={missing > 0 || !changed || give.isPending}>
          {round.given ? 'Change the marks' : 'Give these marks'}
        </Button>
        {round.given ? (
          <Button disabled={changed || open.isPending} onClick={() => open.mutate({ id, round: round.round })}>
            Show names and other marks
          </Button>
        ) : null}
        <p className="text-small text-ink-2" role="status">
          {stateLabel({ given: round.given, missing, changed })}
        </p>
      </div>
      {failed ? (
        <p role="alert" className="text-small text-red">
          {faultOf(failed).message}
        </p>
      ) : null}
    </form>
  );
}

interface PitchProps {
  panel: PanelAnswer;
  round: BallotRound;
  pitch: BallotPitch;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

function PitchMarks({ panel, round, pitch: { letter, text }, draft, onDraft }: PitchProps) {
  return (
    <li className="flex flex-col rounded-lg border bg-panel p-4">
      <h3 className="font-semibold text-body">Pitch {letter}</h3>
      <blockquote className="mt-1 whitespace-pre-wrap break-words border-l-2 border-line-strong pl-3 text-body">{text}</blockquote>
      <div className="mt-auto space-y-1.5 pt-4">
        {panel.criteria.map((criterion) => (
          <MarkRow
            key={criterion.id}
            name={`${round.round}-${letter}-${criterion.id}`}
            askedIn={questionId(criterion.id)}
            criterion={criterion}
            lowest={panel.lowest}
            highest={panel.highest}
            value={draft[letter]?.[criterion.id]}
            onValue={(mark) => onDraft(withMark(draft, { letter, criterion: criterion.id, mark }))}
          />
        ))}
      </div>
    </li>
  );
}

function stateLabel({ given, missing, changed }: { given: boolean; missing: number; changed: boolean }): string {
  if (missing > 0) return missing === 1 ? 'One mark is still missing.' : `${missing} marks are still missing.`;
  if (!given) return 'All marks are set. You can change them until you ask for the names.';
  return changed ? 'Not sent yet.' : 'Saved. Once you see the names, your marks for this round are final.';
}

interface MarkRowProps {
  name: string;
  /** Id of the element with the rubric's question. */
  askedIn: string;
  criterion: Criterion;
  lowest: number;
  highest: number;
  value: number | undefined;
  onValue: (mark: number) => void;
}

/** One criterion: five marks side by side, by mouse, touch or arrow keys. */
function MarkRow({ name, askedIn, criterion, lowest, highest, value, onValue }: MarkRowProps) {
  const marks = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
  return (
    <fieldset aria-describedby={askedIn}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <legend className="float-left font-medium text-small">{criterion.title}</legend>
        <div className="flex gap-1">
          {marks.map((mark) => (
            <label
              key={mark}
              className="num relative flex size-9 cursor-pointer items-center justify-center rounded-md border border-line-strong bg-panel text-small has-checked:border-accent has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                value={mark}
                checked={mark === value}
                onChange={() => onValue(mark)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                aria-label={markLabel(mark, { lowest, highest })}
              />
              <span aria-hidden>{mark}</span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

function markLabel(mark: number, { lowest, highest }: { lowest: number; highest: number }): string {
  if (mark === lowest) return `${mark}, not at all`;
  return mark === highest ? `${mark}, fully` : String(mark);
}
