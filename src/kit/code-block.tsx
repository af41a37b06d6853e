import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CommandWords } from './command-words';
import { CopyButton } from './copy-button';

interface Props {
  /** A description for screen readers. */
  label: string;
  code: string;
  /** Next to the copy button, e.g. where to run it. */
  note?: ReactNode;
  /** Breaks long lines instead of scrolling; for a single command. */
  wrap?: boolean;
}

/** Text to copy and run unchanged. */
export function CodeBlock({ label, code, note, wrap = false }: Props) {
  return (
    <div className="min-w-0 rounded-md border bg-sunk">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto px-3 py-2.5">
        <pre className={clsx('code text-small', wrap && 'whitespace-pre-wrap')}>{wrap ? <CommandWords command={code} /> : code}</pre>
      </section>
      <div className="flex items-center justify-between gap-3 border-t py-1 pr-1 pl-3 text-small text-ink-2">
        <span className="min-w-0">{note}</span>
        <CopyButton text={code}>Copy</CopyButton>
      </div>
    </div>
  );
}
