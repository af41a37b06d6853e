/** Is it what JSON can carry? And is it the same? */

/** The path to what JSON would lose or change, and what it is; null: it comes back as it was. */
export function whyNotPlain(value: unknown): string | null {
  const what = strangeness(value);
  if (what !== null) return what === '' ? null : `the whole is ${what}`;
  for (const key of Object.keys(value as object)) {
    const why = whyNotPlain((value as Record<string, unknown>)[key]);
    if (why !== null) return why.startsWith('the whole is') ? `${key} is${why.slice('the whole is'.length)}` : `${key}.${why}`;
  }
  return null;
}

/** '': as plain as can be; null: its parts decide. */
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

/** As text, whatever the order in which its fields were set. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Where two texts part, for a person; null: nowhere. */
export function difference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 40);
  return `"${around(one)}" and "${around(other)}"`;
}

/** Whoever writes to it, or to what is in it, fails. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
