interface Asked {
  /** The seat that the address names. */
  seat: string | null;
  /** `watcher`: as those see it who hold no seat. */
  as: string | null;
  /** The instant that the address names. */
  at: number | null;
  isLive: boolean;
}

/**
 * The seat whose screen is shown; null: the match as watchers see it. Who holds a seat plays it while the match runs. A link to an instant
 * is shown as it was shared, and after the end everybody sees the same result; a seat that is named is shown all the same.
 */
export function sideOf(mine: readonly string[], { seat, as, at, isLive }: Asked): string | null {
  if (as === 'watcher') return null;
  if (seat !== null && seat !== '') return seat;
  return isLive && at === null ? (mine[0] ?? null) : null;
}
