/**
 * An independent copy of `after` that shares with `before` whatever is equal in both, as JSON would carry it: what has no change is
 * the very same object, so that comparing the two stops there. `before` is such a copy already.
 */
export function shareUnchanged(before: unknown, after: unknown): unknown {
  if (typeof after !== 'object' || after === null) return after === 0 ? 0 : after; // JSON knows no -0
  return Array.isArray(after) ? shareList(before, after) : shareRecord(before, after as Record<string, unknown>);
}

function shareList(before: unknown, after: readonly unknown[]): unknown[] {
  const old: readonly unknown[] = Array.isArray(before) ? before : [];
  const copy = after.map((item, index) => shareUnchanged(old[index], item));
  const isSame = Array.isArray(before) && before.length === copy.length && copy.every((item, index) => item === before[index]);
  return isSame ? before : copy;
}

function shareRecord(before: unknown, after: Record<string, unknown>): Record<string, unknown> {
  const old = isRecord(before) ? before : {};
  const copy: Record<string, unknown> = {};
  let isSame = isRecord(before);
  let count = 0;
  for (const key of Object.keys(after)) {
    const value = after[key];
    if (value === undefined) continue; // JSON leaves it out
    const was = Object.hasOwn(old, key) ? old[key] : undefined;
    const shared = shareUnchanged(was, value);
    put(copy, key, shared);
    count += 1;
    if (shared !== was) isSame = false;
  }
  return isSame && Object.keys(old).length === count ? old : copy;
}

/** Also under the one name that would else set the record's prototype. */
function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
  else record[key] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
