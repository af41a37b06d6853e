/** Postgres' text has no zero character: what holds one is the name of nothing that is stored. */
export function isStorable(...texts: readonly (string | undefined)[]): boolean {
  return !texts.some((text) => text?.includes('\0'));
}
