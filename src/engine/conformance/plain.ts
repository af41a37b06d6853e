/** Checks whether values survive JSON, and compares them. */

/** The path and kind of the first value that JSON would lose or change; null if all survive. */
export function whyNotPlain(value: unknown): string | null {
  const what = strangeness(value);
  if (what !== null) return what === '' ? null : `the whole is ${what}`;
  for (const key of Object.keys(value as object)) {
    const why = whyNotPlain((value as Record<string, unknown>)[key]);
    if (why !== null) return why.startsWith('the whole is') ? `${key} is${why.slice('the whole is'.length)}` : `${key}.${why}`;
  }
  return null;
}

/** '' for plain values; null if it depends on the parts. */
function strangeness(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return '';
    case 'number':
      return Number.isFinite(value) ? '' : String(value);
    case 'object':
      return value === null ? '' : strangeObject(value);
    default:
      return typeof value;
  }
}

function strangeObject(value: object): string | null {
  if (Array.isArray(value)) return Object.keys(value).length === value.length ? null : 'a list with holes';
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? null : `a ${value.constructor?.name ?? 'strange object'}`;
}

/** JSON text that does not depend on key order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Where two texts first differ, for a person; null if they are equal. */
export function difference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 40);
  return `"${around(one)}" and "${around(other)}"`;
}

/** Deep-freezes a value: any write to it throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
