/** Nothing in the games is nested this deep. Deeper input would break serializers. */
export const MOST_LEVELS = 32;

export const TOO_DEEP = `lists and objects may be nested up to ${MOST_LEVELS} levels deep`;

/** Whether a JSON value is nested too deep. Recurses only to the limit, because a frame of 1 MiB can have half a million levels. */
export function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (level > MOST_LEVELS) return true;
  if (Array.isArray(value)) return value.some((inner) => isTooDeep(inner, level + 1));
  const fields = value as Record<string, unknown>;
  for (const name in fields) if (isTooDeep(fields[name], level + 1)) return true;
  return false;
}
