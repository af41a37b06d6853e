import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, one per line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Name, value and explanation of a figure. */
export type NotedFigure = readonly [name: string, value: string, note: string];

/** A few figures side by side, each with a note below. */
export function NotedFigures({ figures }: { figures: readonly NotedFigure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
      {figures.map(([name, value, note]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-2 text-small">{name}</dt>
          <dd className="num font-semibold text-title">{value}</dd>
          <dd className="text-ink-2 text-micro">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
