import type { Operation } from 'fast-json-patch';
import { applyOperation, unescapePathComponent } from 'fast-json-patch/index.mjs';
import type { Frame } from '~/live/protocol';

/** A match as received: frame n (from 1) and the view after it are both at index n-1. Views share unchanged parts. */
export interface Reel<View extends object = object> {
  frames: readonly Frame[];
  views: readonly View[];
}

export const EMPTY_REEL: Reel<never> = { frames: [], views: [] };

/** Sequence number of the newest frame; 0 before the first. */
export function headOf(reel: Reel): number {
  return reel.frames.length;
}

/** Appends the frames that continue without a gap and skips known ones. `rest`: frames after a gap. */
export function wind<View extends object>(reel: Reel<View>, frames: readonly Frame[]): { reel: Reel<View>; rest: Frame[] } {
  const fresh = frames.filter((frame) => frame.seq > headOf(reel)).sort((a, b) => a.seq - b.seq);
  const added: Frame[] = [];
  const views: View[] = [];
  let view = reel.views.at(-1) ?? ({} as View);
  for (const frame of fresh) {
    if (frame.seq !== headOf(reel) + added.length + 1) continue;
    view = patchView(view, frame.patch);
    added.push(frame);
    views.push(view);
  }
  const head = headOf(reel) + added.length;
  const rest = fresh.filter((frame) => frame.seq > head);
  if (added.length === 0) return { reel, rest };
  return { reel: { frames: [...reel.frames, ...added], views: [...reel.views, ...views] }, rest };
}

/** The view after frame `seq`, or the nearest available. */
export function viewAt<View extends object>(reel: Reel<View>, seq: number): View | null {
  const place = Math.min(Math.max(1, seq), reel.views.length) - 1;
  return reel.views[place] ?? null;
}

type Container = Record<string, unknown> | unknown[];

/**
 * Applies a JSON Patch without changing the old document; unchanged parts are shared. So each view costs only what changed, and components
 * that show unchanged parts need not render again.
 */
export function patchView<T extends object>(document: T, patch: readonly Operation[]): T {
  const fresh = new Set<object>();
  let root: unknown = copyOnce(document, fresh);
  for (const operation of patch) {
    unshare(root, operation.path, fresh);
    if ('from' in operation) unshare(root, operation.from, fresh);
    root = applyOperation(root, operation, false, true, false).newDocument;
  }
  return root as T;
}

/** Copies every container between the root and the target's parent, so that the operation changes only copies. */
function unshare(root: unknown, pointer: string, fresh: Set<object>): void {
  const keys = pointer.split('/').slice(1, -1).map(unescapePathComponent);
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
