'use client';
import { useEffect, useRef } from 'react';
import { Button } from '~/kit/button';
import { SeatChip } from '~/kit/seat-chip';
import type { WireMessage } from '../../shared/observation';
import { useDesk, useLive } from './desk-context';
import { whyNoMove } from './forms/choices';
import { calledLab, labOrYou } from './words';

/** Messages to all, to this seat or in its coalitions, with a way to answer. */
export function TalkPanel() {
  const { observation, open, locked } = useDesk();
  const box = useRef<HTMLDivElement>(null);
  const { messages } = useLive().view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest word is shown when one was added
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [messages.length]);
  const noPitch = whyNoMove(observation, 'pitch');
  return (
    <div className="space-y-3">
      <div
        ref={box}
        role="log"
        aria-label="Talk"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        data-scrolls
        className="h-[46dvh] overflow-y-auto rounded-md border bg-panel"
      >
        {messages.length === 0 ? <p className="p-3 text-small text-ink-2">Nobody has said anything yet.</p> : null}
        <ul>
          {messages.map((message, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the record only grows
            <Said key={place} message={message} />
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={locked !== null} onClick={() => open({ kind: 'message' })}>
          Write a message
        </Button>
        <Button disabled={locked !== null || noPitch !== null} onClick={() => open({ kind: 'pitch' })}>
          Make a pitch
        </Button>
        {noPitch === null ? null : <p className="text-small text-ink-2">{noPitch}</p>}
      </div>
    </div>
  );
}

/** How many messages of others came since the seat's last turn. */
export function newMessages(messages: readonly WireMessage[], { seat, round }: { seat: string; round: number }): number {
  return messages.filter(({ from_lab_id, round_index }) => from_lab_id !== seat && round_index >= round - 1).length;
}

function Said({ message }: { message: WireMessage }) {
  const { seat, open, locked, say } = useDesk();
  const { card } = useLive();
  const me = { controlled_lab_id: seat };
  const to =
    message.coalition_id === null
      ? message.to_lab_id === null
        ? 'all'
        : labOrYou(message.to_lab_id, me)
      : say(`coalition ${message.coalition_id}`);
  const other = message.from_lab_id === seat ? null : message.from_lab_id;
  return (
    <li className="border-b border-line/60 px-3 py-1.5 text-small">
      <div className="flex items-center gap-1.5 text-ink-2">
        <SeatChip seat={message.from_lab_id} />
        <span>
          {other === null ? 'You' : calledLab(other, card.seats)} to {to}, round {message.round_index}
        </span>
        {other === null || locked !== null ? null : (
          <button type="button" className="ml-auto text-accent hover:underline" onClick={() => open({ kind: 'message', to: other })}>
            Answer
          </button>
        )}
      </div>
      <p className="break-words">{say(message.message)}</p>
    </li>
  );
}
