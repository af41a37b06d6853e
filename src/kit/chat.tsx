import { clsx } from 'clsx';
import type { Bubble } from '~/contract/screens';
import { rightSide } from './chat-sides';
import { SeatChip } from './seat-chip';

export interface ShownBubble extends Bubble {
  seq: number;
}

interface Props {
  bubbles: readonly ShownBubble[];
  /** In the game's order. */
  seats: readonly string[];
  /** The reader's seat; absent: a watcher. */
  me?: string;
  empty: string;
}

/** A conversation: the reader on the right, others on the left, with the price or similar on the bubble. */
export function Chat({ bubbles, seats, me, empty }: Props) {
  const isRight = rightSide(seats, me ?? null);
  if (bubbles.length === 0) return <p className="p-4 text-ink-2 text-small">{empty}</p>;
  return (
    <ol aria-label="Conversation" className="space-y-2 p-4">
      {bubbles.map((bubble) => (
        <li key={bubble.seq}>
          <ChatBubble bubble={bubble} right={isRight(bubble.seat)} />
        </li>
      ))}
    </ol>
  );
}

/** One message: speaker, value and text. */
export function ChatBubble({ bubble: { seat, text, chip }, right }: { bubble: Bubble; right: boolean }) {
  return (
    <div className={clsx('flex flex-col gap-1', right ? 'items-end' : 'items-start')}>
      <SeatChip seat={seat} named className="text-micro" />
      <p className="max-w-[85%] rounded-lg border bg-panel px-3 py-2 text-small [overflow-wrap:anywhere]">
        {chip === undefined ? null : <strong className="num mr-2 font-semibold text-body">{chip}</strong>}
        {text}
      </p>
    </div>
  );
}
