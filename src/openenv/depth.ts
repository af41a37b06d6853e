/** Nothing of the game nests this deep; what does breaks whoever writes it down again. */
export const MOST_LEVELS = 32;

export const TOO_DEEP = `lists and objects may be nested up to ${MOST_LEVELS} levels deep`;

/** Does a value that JSON carried nest deeper than allowed? Without recursion: a frame of 1 MiB can hold half a million levels. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MOST_LEVELS; depth += 1) {
    const next: unknown[] = [];
    for (const one of level) if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) next.push(inner);
    if (next.length === 0) return false;
    level = next;
  }
  return level.some((one) => typeof one === 'object' && one !== null);
}
