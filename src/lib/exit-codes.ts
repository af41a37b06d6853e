/** Exit code of an export that found no rows. It is not an error. */
export const NOTHING_WRITTEN = 3;
