/** False for texts with a zero character. Postgres cannot store one, so such a name cannot exist. */
export function isStorable(...texts: readonly (string | undefined)[]): boolean {
  return !texts.some((text) => text?.includes('\0'));
}
