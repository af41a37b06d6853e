import { clsx } from 'clsx';

/**
 * Shows that the connection is lost or why a replay is delayed. What was received stays on screen. Overlays the page, so that nothing
 * moves.
 */
export function ConnectionBar({ lost, waiting = null }: { lost: boolean; waiting?: string | null }) {
  const said = lost ? 'Connection lost. Reconnecting… This page shows the last data it received.' : waiting;
  return (
    <div
      aria-live="polite"
      className={clsx('no-print pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center', said === null && 'invisible')}
    >
      {said !== null ? (
        <p className="rounded-md border border-amber bg-amber-wash px-4 py-2 text-amber text-small shadow-[0_4px_16px_var(--shade)]">
          {said}
        </p>
      ) : null}
    </div>
  );
}
