import { clsx } from 'clsx';

/** Says calmly that the line is down; what was received stays on screen. It lies over the page, so that nothing moves. */
export function ConnectionBar({ lost }: { lost: boolean }) {
  return (
    <div
      aria-live="polite"
      className={clsx('no-print pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center', lost || 'invisible')}
    >
      {lost ? (
        <p className="rounded-md border border-amber bg-amber-wash px-4 py-2 text-amber text-small shadow-[0_4px_16px_var(--shade)]">
          Connection lost, reconnecting. What you see is the last that arrived.
        </p>
      ) : null}
    </div>
  );
}
