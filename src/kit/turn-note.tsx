'use client';
import type { TurnState } from '~/contract/play-screens';
import { Button } from './button';

/** State of a person's turn. `waiting`: whom the match still waits for once it is submitted. */
export function TurnNote({ state, waiting, onAgain }: { state: TurnState; waiting: string; onAgain: () => void }) {
  return (
    <div role="status" aria-label="Where your turn is" className="text-small empty:hidden">
      {state.kind === 'composing' && state.note !== null ? <p className="text-red">{state.note}</p> : null}
      {state.kind === 'sending' ? <p>Submitting…</p> : null}
      {state.kind === 'unsure' ? (
        <div className="space-y-2">
          <p className="text-amber">{state.note}</p>
          <Button size="small" onClick={onAgain}>
            Send it again
          </Button>
        </div>
      ) : null}
      {state.kind === 'forestalled' ? (
        <p className="rounded-md border border-amber bg-amber-wash px-3 py-2 text-amber">
          Another turn for this seat was submitted first, and that one counts. {waiting}
        </p>
      ) : null}
      {state.kind === 'taken' ? (
        <p className="rounded-md border border-green bg-green-wash px-3 py-2 text-green">Submitted. {waiting}</p>
      ) : null}
    </div>
  );
}

/** Limits that bind models and warn people; the turn is not submitted yet. `next`: how to submit it anyway, if no button says so. */
export function TurnWarnings({ warnings, next }: { warnings: readonly string[]; next?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {warnings.length === 0 ? null : (
        <div className="space-y-1 rounded-md border border-amber bg-amber-wash px-3 py-2 text-amber text-small">
          <p>Not submitted yet. Check this first:</p>
          <ul className="list-disc pl-4">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          {next === undefined ? null : <p>{next}</p>}
        </div>
      )}
    </div>
  );
}

/** Text of an empty list of actions; null: none. */
export function emptyTurnLabel(state: TurnState, locked: boolean): string | null {
  switch (state.kind) {
    case 'composing':
      return locked ? null : 'Nothing yet. Your choices are listed here before you submit them.';
    case 'sending':
    case 'unsure':
      return NO_ACTION;
    case 'taken':
      return state.here
        ? NO_ACTION
        : 'A policy or another page of yours submitted this turn. When the round closes, you can see here what was played.';
    case 'forestalled':
      return null;
  }
}

const NO_ACTION = 'No action: you wait this round.';
