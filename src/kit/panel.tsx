import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface Props {
  title?: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page with a thin line and a heading. The usual way to divide a page. */
export function Section({ title, note, aside, className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={title ? id : undefined} className={clsx('border-t pt-4', className)}>
      <Heading {...{ id, title, note, aside }} />
      {children}
    </section>
  );
}

/** A separate box, for content used as a unit (a form, a chart with its table). */
export function Panel({ title, note, aside, className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={title ? id : undefined} className={clsx('rounded-lg border bg-panel p-4 [--behind:var(--panel)]', className)}>
      <Heading {...{ id, title, note, aside }} />
      {children}
    </section>
  );
}

/** The classes of a list of cards: up to three in a row, and no row with a gap, however many there are. */
export function cardGrid(count: number): string {
  return clsx(
    'grid gap-4',
    count > 1 && 'sm:grid-cols-2 sm:[&>li:last-child:nth-child(odd)]:col-span-2',
    count % 3 === 0 && 'lg:grid-cols-3 lg:[&>li:last-child:nth-child(odd)]:col-span-1',
  );
}

function Heading({ id, title, note, aside }: { id: string; title: ReactNode; note: ReactNode; aside: ReactNode }) {
  if (!title && !aside) return null;
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
      <div className="min-w-0 max-w-3xl flex-[1_1_16rem]">
        <h2 id={id} className="font-semibold text-body">
          {title}
        </h2>
        {note ? <p className="text-small text-ink-2">{note}</p> : null}
      </div>
      {aside ? <div className="text-small">{aside}</div> : null}
    </div>
  );
}
