/** The exit code of an export that found no row: nothing went wrong. */
export const NOTHING_WRITTEN = 3;
