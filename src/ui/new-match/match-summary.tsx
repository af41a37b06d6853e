'use client';
import { clsx } from 'clsx';
import type { OfferedTask } from '~/api/catalog/types';
import { Button } from '~/kit/button';
import { CommandWords } from '~/kit/command-words';
import { CopyButton } from '~/kit/copy-button';
import { Panel } from '~/kit/panel';
import { ErrorNote } from '~/kit/states';
import type { Fault } from '~/ui/api-fault';
import { type Draft, durationLabel, playCommand, seatsOf } from './draft';
import { readSeed } from './read-seed';

interface Props {
  draft: Draft;
  /** Its title. */
  policy: string;
  task: OfferedTask | undefined;
  fault: Fault | null;
  busy: boolean;
}

/** A sentence about the match, and the start button. */
export function MatchSummary({ draft, policy, task, fault, busy }: Props) {
  const seed = readSeed(draft.seed);
  return (
    <Panel title="What will be played">
      <p className="min-h-[3lh] text-small">
        <strong className="font-medium">{policy}</strong> plays {whom(draft, task)} in {task?.title ?? draft.task},{' '}
        {seed.ok ? `seed ${seed.value}` : 'no seed yet'}, judge {draft.judgeMode}. {durationLabel(task, draft.pace)}
      </p>
      <Button type="submit" form="new-match" look="primary" className="mt-4 w-full" disabled={busy}>
        {busy ? 'Starting the match' : 'Start the match'}
      </Button>
      {fault ? (
        <div className="mt-3">
          <ErrorNote title="The match was not started." code={fault.code}>
            {fault.message}
          </ErrorNote>
        </div>
      ) : null}
      {/* Hidden but not removed while the seed is invalid, so that the panel keeps its size. */}
      <div className={clsx('mt-4 border-t pt-3 text-small', !seed.ok && 'invisible')}>
        <p className="text-ink-2">The same on the command line</p>
        <p className="code mt-1">
          <CommandWords command={playCommand(draft, task)} />
        </p>
        <div className="-ml-2.5">
          <CopyButton text={playCommand(draft, task)}>Copy the command</CopyButton>
        </div>
      </div>
    </Panel>
  );
}

/** Which seats the policy plays: the one that is scored, all, or the remaining ones. */
function whom(draft: Draft, task: OfferedTask | undefined): string {
  const seats = seatsOf(task);
  if (seats.length === 0) return 'the scored seat';
  const others = seats.filter((seat) => draft.seats[seat] && draft.seats[seat] !== draft.policy).length;
  return others === 0 ? `all ${seats.length} seats` : `${seats.length - others} of ${seats.length} seats`;
}
