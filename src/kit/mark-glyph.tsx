import type { MarkKind } from '~/contract/screens';

const SHAPES: Record<MarkKind, { path: string; colour: string; filled: boolean; word: string }> = {
  trade: { path: 'M5 0.5 9.5 5 5 9.5 0.5 5Z', colour: 'var(--ink)', filled: true, word: 'trade' },
  coalition: { path: 'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8Z', colour: 'var(--ink)', filled: false, word: 'coalition' },
  pitch: { path: 'M1 1.5H9V7H5L2.5 9.5V7H1Z', colour: 'var(--ink-2)', filled: true, word: 'pitches judged' },
  shock: { path: 'M6.2 0 1.5 5.8H4.4L3.4 10 8.5 3.9H5.4Z', colour: 'var(--amber)', filled: true, word: 'shock' },
  settlement: { path: 'M1 5.2 3.9 8.2 9 2', colour: 'var(--green)', filled: false, word: 'job paid' },
  refusal: { path: 'M1.5 1.5 8.5 8.5M8.5 1.5 1.5 8.5', colour: 'var(--red)', filled: false, word: 'refusal' },
  breach: { path: 'M1 1H9V9H1ZM3 7 7 3', colour: 'var(--red)', filled: false, word: 'breach' },
};

/** One shape per kind of event, so that color is never the only difference. */
export function MarkGlyph({ kind, size = 10 }: { kind: MarkKind; size?: number }) {
  const shape = SHAPES[kind];
  return (
    <svg viewBox="0 0 10 10" width={size} height={size} aria-hidden className="shrink-0">
      <path d={shape.path} fill={shape.filled ? shape.colour : 'none'} stroke={shape.colour} strokeWidth={shape.filled ? 0 : 1.6} />
    </svg>
  );
}

export function markWord(kind: MarkKind): string {
  return SHAPES[kind].word;
}
