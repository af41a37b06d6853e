import type { ReactNode } from 'react';

interface Props {
  /** Each fill of a bar and its meaning, in display order. */
  fills: readonly (readonly [string, string])[];
  /** The lines after them, one `li` each. */
  children: ReactNode;
}

/** The legend under a floor: its fills and signs. */
export function KeyOfSigns({ fills, children }: Props) {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-panel px-4 py-1.5 text-ink-2 text-micro sm:px-6 [--lab:var(--ink-2)]">
      {fills.map(([status, word]) => (
        <li key={status} className="flex items-center gap-1.5">
          <span aria-hidden className={`bar bar-${status} inline-block h-3 w-6 rounded-sm`} />
          {word}
        </li>
      ))}
      {children}
    </ul>
  );
}

/** The bar of a job, with its meaning. */
export function JobSign({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="job-bar job-open relative inline-block h-2.5 w-8">
        <span className="job-fill absolute inset-y-0 left-0 w-1/2" />
      </span>
      {children}
    </li>
  );
}

/** The meaning of the tab on a block and of the band behind blocks. */
export function SoldAndJoined() {
  return (
    <>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="bar bar-available bar-sold relative inline-block h-3 w-6 rounded-sm">
          <span className="bar-tab bg-(--lab-3)" />
        </span>
        bought: the tab is the seller’s
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="coalition-band inline-block h-3 w-6" />a coalition, also after it ended
      </li>
    </>
  );
}

/** The arc of an offer to one lab, with its meaning. */
export function OfferSign({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden>
        <path d="M2 2C18 2 18 10 7 10" fill="none" stroke="var(--ink-2)" strokeWidth="1.5" />
        <path d="M2 10l6-3v6z" fill="var(--ink-2)" />
      </svg>
      {children}
    </li>
  );
}
