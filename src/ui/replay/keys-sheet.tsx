'use client';
import type { FeedLabels } from '~/contract/screens';
import { Dialog } from '~/kit/dialog';
import { MarkGlyph } from '~/kit/mark-glyph';

const KEYS = [
  ['← →', 'one event back, one on'],
  ['Shift ← →', 'one round back, one on'],
  ['Space', 'play and stop; on a live match: hold this instant, follow again'],
  ['Home', 'the opening'],
  ['End', 'the end, or the present of a live match'],
  ['[ ]', 'the chapter before, the next one'],
  ['Tab', 'goes to the score, the board and the story; what is focused lights up everywhere'],
  ['Arrows', 'on the board: from thing to thing'],
  ['Enter', 'everything about what is focused'],
  ['?', 'this sheet'],
  ['Esc', 'closes it'],
] as const;

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  marks: FeedLabels['marks'];
}

export function KeysSheet({ open, onOpen, marks }: Props) {
  return (
    <Dialog open={open} onOpen={onOpen} title="Keys and marks">
      <dl className="grid grid-cols-[7rem_1fr] gap-y-1.5 text-small">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="code rounded-sm border border-line-strong bg-sunk px-1.5 py-0.5">{keys}</kbd>
            </dt>
            <dd className="text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 font-semibold text-small">Marks on the time line</h3>
      <ul className="grid grid-cols-2 gap-1.5 text-small">
        {marks.map(({ kind, word }) => (
          <li key={kind} className="flex items-center gap-2">
            <MarkGlyph kind={kind} /> {word}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
