'use client';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Button } from '~/kit/button';
import { Countdown } from '../table/countdown';
import { actionSentence } from './action-words';
import { useDesk, useLive } from './desk-context';
import { actionsOf, moveAction } from './draft-turn';
import { idleWords, silenceWords } from './silence';
import { emptyTurnWords, type TurnState } from './turn-state';
import type { TurnDoor } from './use-turn';
import { and, capital, labOrYou, plural } from './words';

/** The turn as it is composed: in order, to be changed, then handed in; afterwards who is still waited for. */
export function TurnPanel({ door, heading = true }: { door: TurnDoor; heading?: boolean }) {
  const { matchId, observation, draft, locked, spoken } = useDesk();
  const { card } = useLive();
  const { state } = door;
  const open = state.kind === 'composing' && locked === null;
  const warnings = (state.kind === 'composing' && state.warnings) || [];
  const counted = open || draft.actions.length > 0; // of a turn that came from elsewhere nobody here knows the number
  return (
    <section id="turn" tabIndex={-1} aria-label="Your turn" className="space-y-3">
      {heading ? (
        <h2 className="flex items-baseline justify-between gap-3 font-semibold text-body">
          <span className="flex-1">Your turn</span>
          <Countdown matchId={matchId} clock={card.clock} />
          {counted ? (
            <span className="num font-normal text-ink-2 text-small">
              {draft.actions.length} of {observation.actions_per_round} actions
            </span>
          ) : null}
        </h2>
      ) : (
        <p className="flex items-baseline justify-between gap-3 text-small">
          <Countdown matchId={matchId} clock={card.clock} />
          {counted ? (
            <span className="num text-ink-2">
              {draft.actions.length} of {observation.actions_per_round} actions
            </span>
          ) : null}
        </p>
      )}
      {state.kind === 'forestalled' && draft.actions.length > 0 ? <p className="font-medium text-small">Not handed in:</p> : null}
      <Lines open={open} locked={locked !== null} door={door} />
      <StateNote state={state} onAgain={door.again} />
      {open ? (
        <>
          <Warnings warnings={warnings} />
          <Button look="primary" className="w-full" onClick={() => void door.handIn(actionsOf(draft), warnings.length > 0)}>
            {warnings.length > 0 ? 'Hand it in anyway' : 'Hand in the turn'}
          </Button>
          <p className="text-small text-ink-2">
            {draft.actions.length === 0 ? 'With no action you wait this round. ' : ''}
            {idleWords(observation, spoken)} {silenceWords(observation)}
          </p>
          <p className="text-small text-ink-2">
            Whatever the order here, answers and withdrawals come first, then deals, new offers, pledges, joint plans, and your own
            allocations last.
          </p>
          <Finish />
        </>
      ) : null}
      {state.kind === 'composing' && locked !== null ? <p className="text-small">{locked}</p> : null}
    </section>
  );
}

/** What models are held to, and people are told: the turn has not gone out yet. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {warnings.length === 0 ? null : (
        <div className="space-y-1 rounded-md border border-amber bg-amber-wash px-3 py-2 text-amber text-small">
          <p>Not handed in yet. The guards of this game would change it:</p>
          <ul className="list-disc pl-4">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** To wait from here to the end: asked for, never by mistake. */
function Finish() {
  const { add, draft } = useDesk();
  if (draft.actions.some(({ action }) => action.action_type === 'finish')) return null;
  return (
    <details className="text-small">
      <summary className="text-ink-2">Leave the rest of the match to the others</summary>
      <p className="mt-1">
        After this turn you wait in every later round; what you have promised and what stands offered stays.{' '}
        <button type="button" className="text-accent hover:underline" onClick={() => add({ action_type: 'finish' })}>
          Add “finish” to the turn
        </button>
      </p>
    </details>
  );
}

function Lines({ open, locked, door }: { open: boolean; locked: boolean; door: TurnDoor }) {
  const { observation, draft, remove } = useDesk();
  if (draft.actions.length === 0) {
    const words = emptyTurnWords(door.state, locked);
    return words === null ? null : <p className="rounded-md border border-dashed p-3 text-small text-ink-2">{words}</p>;
  }
  return (
    <ol aria-label="Actions of this turn" className="divide-y rounded-md border bg-panel">
      {draft.actions.map(({ id, action }, place) => {
        const words = actionSentence(action, observation);
        return (
          <li key={id} className="flex items-start gap-2 p-2 text-small">
            <span className="num text-ink-2">{place + 1}</span>
            <span className="min-w-0 flex-1 break-words">{words}</span>
            {open ? (
              <span className="flex shrink-0">
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Earlier: ${words}`}
                  disabled={place === 0}
                  onClick={() => door.change((now) => moveAction(now, id, -1))}
                >
                  <ArrowUp size={15} aria-hidden />
                </Button>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Later: ${words}`}
                  disabled={place === draft.actions.length - 1}
                  onClick={() => door.change((now) => moveAction(now, id, 1))}
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

function StateNote({ state, onAgain }: { state: TurnState; onAgain: () => void }) {
  const waiting = useWaiting();
  return (
    <div role="status" aria-label="Where your turn is" className="text-small empty:hidden">
      {state.kind === 'composing' && state.note !== null ? <p className="text-red">{state.note}</p> : null}
      {state.kind === 'sending' ? <p>Handing in…</p> : null}
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
          Another turn of this seat was handed in before this one; it stands. {waiting}
        </p>
      ) : null}
      {state.kind === 'taken' ? (
        <p className="rounded-md border border-green bg-green-wash px-3 py-2 text-green">Handed in. {waiting}</p>
      ) : null}
    </div>
  );
}

/** Who the round still waits for. */
function useWaiting(): string {
  const { seat } = useDesk();
  const { view } = useLive();
  const others = view.awaited.filter((lab) => lab !== seat);
  if (others.length === 0) return 'The round closes.';
  const named = others.length <= 4 ? `: ${and(others.map((lab) => capital(labOrYou(lab, { controlled_lab_id: seat }))))}` : '';
  return `Submitted, waiting for ${plural(others.length, 'lab')}${named}.`;
}
