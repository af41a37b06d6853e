import jsonPatch, { type Operation } from 'fast-json-patch';

type Container = Record<string, unknown> | unknown[];

/**
 * Applies a JSON Patch and leaves the old document as it was; what the patch does not touch is shared between the two. So a view
 * for every frame of a match costs what changed, and a component that shows an untouched part need not draw again.
 */
export function patchView<T extends object>(document: T, patch: readonly Operation[]): T {
  const fresh = new Set<object>();
  let root: unknown = copyOnce(document, fresh);
  for (const operation of patch) {
    unshare(root, operation.path, fresh);
    if ('from' in operation) unshare(root, operation.from, fresh);
    root = jsonPatch.applyOperation(root, operation, false, true, false).newDocument;
  }
  return root as T;
}

/** Copies every container between the root and the target's parent, so that the operation writes to copies alone. */
function unshare(root: unknown, pointer: string, fresh: Set<object>): void {
  const keys = pointer.split('/').slice(1, -1).map(jsonPatch.unescapePathComponent);
  let parent = root;
  for (const key of keys) {
    if (!isContainer(parent)) return;
    const child: unknown = Reflect.get(parent, key);
    if (!isContainer(child)) return;
    const copy = copyOnce(child, fresh);
    Reflect.set(parent, key, copy);
    parent = copy;
  }
}

function copyOnce(value: object, fresh: Set<object>): object {
  if (fresh.has(value)) return value;
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  fresh.add(copy);
  return copy;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
