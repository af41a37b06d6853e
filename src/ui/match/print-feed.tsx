'use client';
import { useMedia } from '~/kit/use-media';
import type { FeedLine } from './feed-lines';
import { linesUntil } from './feed-lines';

/** On paper the whole record stands, not only what would be in view. */
export function PrintFeed({ lines, at }: { lines: readonly FeedLine[]; at: number }) {
  const printing = useMedia('print');
  if (!printing) return null;
  return (
    <section className="px-4 text-small">
      <h2 className="pt-4 pb-1 font-semibold text-body">What happened</h2>
      {lines.slice(0, linesUntil(lines, at)).map((line) =>
        line.kind === 'round' ? (
          <h3 key={`round-${line.seq}`} className="pt-2 font-semibold">
            Round {line.round}
          </h3>
        ) : (
          <p key={line.seq}>
            <span className="num inline-block w-10 text-ink-2">{line.seq}</span> {line.text}
          </p>
        ),
      )}
    </section>
  );
}
