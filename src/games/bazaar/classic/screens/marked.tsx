import type { ReactNode } from 'react';
import type { SignalKind, Span } from '../calls/highlight';

/** A line style per signal, shown under the words and in the legend. */
const LINES: Readonly<Record<SignalKind, string>> = {
  urgency: 'decoration-solid decoration-amber',
  deception: 'decoration-wavy decoration-red',
  confidence: 'decoration-double decoration-accent',
  condition: 'decoration-dotted decoration-green',
};

/** A message with the words underlined that the published game marks. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }): ReactNode {
  const points = Array.from(text);
  return cutAt(points.length, spans).map(([from, to]) => {
    const words = points.slice(from, to).join('');
    const signal = strongest(spans, from);
    return signal === null ? (
      words
    ) : (
      <mark key={from} title={signal} className={`bg-transparent text-ink underline decoration-2 underline-offset-4 ${LINES[signal]}`}>
        {words}
      </mark>
    );
  });
}

/** Splits the text where the set of signals changes. */
function cutAt(length: number, spans: readonly Span[]): [number, number][] {
  const ends = [...spans.map(([from]) => from), ...spans.map(([, to]) => to)];
  const edges = [...new Set([0, length, ...ends])].sort((a, b) => a - b);
  return edges.slice(1).map((to, at) => [edges[at] ?? 0, to]);
}

function strongest(spans: readonly Span[], at: number): SignalKind | null {
  const over = spans.filter(([from, to]) => from <= at && at < to).sort((a, b) => b[3] - a[3]);
  return over[0]?.[2] ?? null;
}
