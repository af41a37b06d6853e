'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PanelAnswer } from '~/api/judge-words';
import { Button } from '~/kit/button';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { type BallotPitch, type BallotRound, completeIn, type Draft, draftOf, isChanged, missingIn, withMark } from './ballot-words';
import { MarkRow } from './mark-row';
import { questionId } from './rubric';

interface Props {
  panel: PanelAnswer;
  round: BallotRound;
  onAnswer: (answer: PanelAnswer) => void;
}

/** The marks of one round, given together: pitches are judged beside each other. */
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
          {stateWords({ given: round.given, missing, changed })}
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

function stateWords({ given, missing, changed }: { given: boolean; missing: number; changed: boolean }): string {
  if (missing > 0) return missing === 1 ? 'One mark is still missing.' : `${missing} marks are still missing.`;
  if (!given) return 'All marks are there. You can change them until you ask for the names.';
  return changed ? 'Not sent yet.' : 'Given. Once you have seen the names, your marks of this round stand.';
}
