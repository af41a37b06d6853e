'use client';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { TurnControl } from '~/contract/play-screens';
import { Button } from '~/kit/button';
import { ArrowDown, ArrowUp, X } from '~/kit/icons';
import { emptyTurnLabel, TurnNote, TurnWarnings } from '~/kit/turn-note';
import { actionSentence } from './action-words';
import { bargainOf, loosened } from './bargain';
import { useDesk, useLive } from './desk-context';
import { actionsOf, type DraftTurn, moveAction, onlyPledged } from './draft-turn';
import { clashes } from './draft-worth';
import { idleWords, silenceWords } from './silence';
import { useBlockDrop } from './turn/dragging';
import { Receipt, useExpected } from './turn/receipt';
import { and, calledLab, plural, signedCr } from './words';

/** The turn in preparation, in order and editable; after submission, who is still awaited. */
export function TurnPanel({ control, heading = true }: { control: TurnControl<DraftTurn>; heading?: boolean }) {
  const { observation, draft, locked, spoken, say } = useDesk();
  const { clock } = useLive();
  const expected = useExpected();
  const waiting = useWaiting();
  const loose = useMemo(() => loosened(observation), [observation]);
  const worked = useMemo(() => {
    const pledged = bargainOf(observation) === null ? new Set<string>() : onlyPledged(draft);
    return new Set([...spoken].filter((id) => !pledged.has(id)));
  }, [observation, draft, spoken]);
  const { isOver, ...drop } = useBlockDrop('turn');
  const { state } = control;
  const open = state.kind === 'composing' && locked === null;
  const warnings = (state.kind === 'composing' && state.warnings) || [];
  const counted = open || draft.actions.length > 0; // the number of actions is unknown if the turn was submitted elsewhere
  return (
    <section
      id="turn"
      tabIndex={-1}
      aria-label="Your turn"
      {...drop}
      className={clsx('space-y-3 rounded-md', isOver && 'outline-2 outline-accent outline-offset-4')}
    >
      {heading ? (
        <h2 className="flex items-baseline justify-between gap-3 font-semibold text-body">
          <span className="flex-1">Your turn</span>
          {clock}
          {counted ? (
            <span className="num font-normal text-ink-2 text-small">
              {draft.actions.length} of {observation.actions_per_round} actions
            </span>
          ) : null}
        </h2>
      ) : (
        <p className="flex items-baseline justify-between gap-3 text-small">
          {clock}
          {counted ? (
            <span className="num text-ink-2">
              {draft.actions.length} of {observation.actions_per_round} actions
            </span>
          ) : null}
        </p>
      )}
      {state.kind === 'forestalled' && draft.actions.length > 0 ? <p className="font-medium text-small">Not submitted:</p> : null}
      <Lines open={open} locked={locked !== null} control={control} parts={expected.parts} />
      <TurnNote state={state} waiting={waiting} onAgain={control.again} />
      {open ? (
        <>
          <Receipt expected={expected} />
          <TurnWarnings warnings={warnings} />
          <Button look="primary" className="w-full" onClick={() => void control.submit(actionsOf(draft), warnings.length > 0)}>
            {warnings.length > 0 ? 'Submit anyway' : 'Submit turn'}
          </Button>
          <p className="text-small text-ink-2">
            {draft.actions.length === 0 ? 'With no action you wait this round. ' : ''}
            {say(`${idleWords(loose, worked) ?? ''} ${silenceWords(loose)}`)}
          </p>
          <details className="text-small">
            <summary className="text-ink-2">How a round is played</summary>
            <p className="mt-1">
              You can list actions in any order. Each round plays replies first, then deals, new offers, pledges and joint plans. Blocks go
              to work last.
            </p>
          </details>
          <Finish />
        </>
      ) : null}
      {state.kind === 'composing' && locked !== null ? <p className="text-small">{locked}</p> : null}
    </section>
  );
}

/** Waits until the end of the match; requires confirmation. */
function Finish() {
  const { add, draft } = useDesk();
  if (draft.actions.some(({ action }) => action.action_type === 'finish')) return null;
  return (
    <details className="text-small">
      <summary className="text-ink-2">Pass until the end</summary>
      <p className="mt-1">
        After this turn you wait in every later round. Your promises and open offers stay.{' '}
        <button type="button" className="text-accent hover:underline" onClick={() => add({ action_type: 'finish' })}>
          Add “finish” to the turn
        </button>
      </p>
    </details>
  );
}

interface LinesProps {
  open: boolean;
  locked: boolean;
  control: TurnControl<DraftTurn>;
  /** What each action adds to the expected profit. */
  parts: ReadonlyMap<number, number>;
}

function Lines({ open, locked, control, parts }: LinesProps) {
  const { observation, draft, remove, say } = useDesk();
  const warned = useMemo(() => clashes(observation, draft.actions), [observation, draft.actions]);
  if (draft.actions.length === 0) {
    const words = emptyTurnLabel(control.state, locked);
    return words === null ? null : <p className="rounded-md border border-dashed p-3 text-small text-ink-2">{words}</p>;
  }
  return (
    <ol aria-label="Actions of this turn" className="divide-y rounded-md border bg-panel">
      {draft.actions.map(({ id, action }, place) => {
        const words = say(actionSentence(action, observation));
        return (
          <li key={id} className="flex items-start gap-2 p-2 text-small">
            <span className="num text-ink-2">{place + 1}</span>
            <span className="min-w-0 flex-1 break-words">
              {words}
              {open && parts.has(id) ? (
                <span className="num ml-1 whitespace-nowrap font-medium">{signedCr(parts.get(id) ?? 0)}</span>
              ) : null}
              {(open ? (warned.get(id) ?? []) : []).map((line) => (
                <span key={line} className="mt-0.5 block text-amber">
                  {line}
                </span>
              ))}
            </span>
            {open ? (
              <span className="flex shrink-0">
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Earlier: ${words}`}
                  disabled={place === 0}
                  onClick={() => control.change((now) => moveAction(now, id, -1))}
                >
                  <ArrowUp size={15} aria-hidden />
                </Button>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Later: ${words}`}
                  disabled={place === draft.actions.length - 1}
                  onClick={() => control.change((now) => moveAction(now, id, 1))}
                >
                  <ArrowDown size={15} aria-hidden />
                </Button>
                <Button look="quiet" size="icon" aria-label={`Remove: ${words}`} onClick={() => remove(id)}>
                  <X size={15} aria-hidden />
                </Button>
              </span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** Whom the round still waits for. */
function useWaiting(): string {
  const { seat } = useDesk();
  const { view, card } = useLive();
  const others = view.awaited.filter((lab) => lab !== seat);
  if (others.length === 0) return 'All labs have submitted. The server is closing the round…';
  const named = others.length <= 4 ? `: ${and(others.map((lab) => calledLab(lab, card.seats)))}` : '';
  return `Waiting for ${plural(others.length, 'lab')}${named}.`;
}
