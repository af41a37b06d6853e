'use client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '~/kit/button';
import { useDesk, useLive } from '../desk-context';

interface Props {
  /** Why it cannot be added; null if it can. */
  wrong: string | null;
  onAdd: () => void;
  onClose: () => void;
  children: ReactNode;
  /** A preview of the result. */
  preview?: ReactNode;
}

/** Fields, a preview, and one button that adds the action to the turn. */
export function FormFrame({ wrong, onAdd, onClose, children, preview }: Props) {
  const { locked, draft, observation, say } = useDesk();
  const { clock } = useLive();
  const now = observation.round_index;
  const [madeFor, setMadeFor] = useState(now);
  const full =
    draft.actions.length >= observation.actions_per_round
      ? `Your turn is full (${observation.actions_per_round} actions). Remove one first.`
      : null;
  const late = now === madeFor ? null : 'Check it, then use it in this round.';
  const why = locked ?? late ?? full ?? wrong;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (why !== null) return;
    onAdd();
    onClose();
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      {children}
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 max-h-[46vh] space-y-3 overflow-y-auto border-t bg-panel px-5 pt-3 pb-4">
        {late === null ? null : (
          <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md border border-amber bg-amber-wash px-3 py-2 text-small">
            <p className="min-w-0 flex-1">
              Round {now} has begun. You filled in this form for round {madeFor} and didn’t add it to your turn.
            </p>
            <Button size="small" onClick={() => setMadeFor(now)}>
              Use it in round {now}
            </Button>
          </div>
        )}
        {preview ? (
          <div role="status" aria-label="Preview" className="space-y-1">
            {preview}
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button type="submit" look="primary" disabled={why !== null}>
            Add to the turn
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <p className="min-w-0 basis-full text-small text-ink-2 sm:basis-0 sm:flex-1">{why === null ? null : say(why)}</p>
          <span className="text-small">{clock}</span>
        </div>
      </div>
    </form>
  );
}
