import { clsx } from 'clsx';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** text: a column to read; wide: tables and charts. */
  width?: 'text' | 'wide';
  children: ReactNode;
}

/** The frame of every screen except the match: heading, purpose, actions. */
export function Page({ title, lead, actions, width = 'wide', children }: Props) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={clsx('mx-auto w-full px-4 pt-8 pb-16 outline-none sm:px-6', width === 'text' ? 'max-w-3xl' : 'max-w-6xl')}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 pb-6">
        <div className="max-w-2xl">
          <h1 className="font-semibold text-display tracking-tight">{title}</h1>
          {lead ? <p className="mt-2 text-pretty text-ink-2">{lead}</p> : null}
        </div>
        {actions ? <div className="flex min-h-9 flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </main>
  );
}

/** A part of a long page that a link at its top leads to. */
export interface PagePart {
  id: string;
  title: string;
}

/** Links to the parts of a long page. Stays at the top while the page scrolls. */
export function JumpLinks({ parts }: { parts: readonly PagePart[] }) {
  return (
    <nav aria-label="On this page" className="no-print sticky top-0 z-20 -mx-4 overflow-x-auto bg-paper px-4 sm:-mx-6 sm:px-6">
      <ul className="flex gap-5 whitespace-nowrap border-b text-small">
        {parts.map(({ id, title }) => (
          <li key={id}>
            {/* Not an anchor: the way back from another page needs the router’s own entry in the history. */}
            <Link href={`#${id}`} className="flex h-10 items-center text-ink-2 hover:text-accent hover:underline">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="scroll-mt-14 space-y-8 empty:hidden">
      {children}
    </div>
  );
}
