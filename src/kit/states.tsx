import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { UntilUnlocked } from './until-unlocked';

/** An empty state, with one next step. */
export function Empty({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-6 py-8 text-center">
      <p className="font-medium">{title}</p>
      {children ? <div className="mx-auto mt-1 max-w-md text-balance text-small text-ink-2">{children}</div> : null}
      {action ? <div className="mt-4 flex justify-center">{action}</div> : null}
    </div>
  );
}

/** An error and how to fix it, with the code as a tooltip. Errors for missing operator rights disappear once this browser is unlocked. */
export function ErrorNote({
  title,
  children,
  action,
  code,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  code?: string | undefined;
}) {
  const note = (
    <div role="alert" title={code} className="rounded-lg border border-red bg-red-wash px-4 py-3">
      <p className="font-medium text-red">{title}</p>
      {children ? <div className="mt-1 text-small">{children}</div> : null}
      {action ? <div className="mt-3 flex gap-2">{action}</div> : null}
    </div>
  );
  return code === 'operator_needed' ? <UntilUnlocked>{note}</UntilUnlocked> : note;
}

/** A placeholder of the final size, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={clsx('rounded-md bg-line motion-safe:animate-[shimmer_900ms_ease-in-out_infinite_alternate]', className)} />
  );
}

export function Loading({ what, children }: { what: string; children?: ReactNode }) {
  return (
    <div role="status" aria-live="polite">
      <span className="sr-only">Loading {what}</span>
      {children ?? <Skeleton className="h-24 w-full" />}
    </div>
  );
}
