interface Asked {
  /** The seat in the address. */
  seat: string | null;
  /** `watcher`: the view of someone without a seat. */
  as: string | null;
  /** The instant in the address. */
  at: number | null;
  isLive: boolean;
}

/**
 * The seat whose screen is shown; null: the watchers' view. Holders see their seat while the match runs. A link to an instant is shown as
 * shared, and after the end everyone sees the same result, unless a seat is named.
 */
export function sideOf(mine: readonly string[], { seat, as, at, isLive }: Asked): string | null {
  if (as === 'watcher') return null;
  if (seat !== null && seat !== '') return seat;
  return isLive && at === null ? (mine[0] ?? null) : null;
}
