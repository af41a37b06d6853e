import type { Frame } from '~/live/protocol';
import { patchView } from './patch-view';

/** A match as it came in: frame n (from 1) and the view after it, both at place n-1. Views share what did not change. */
export interface Reel<View extends object = object> {
  frames: readonly Frame[];
  views: readonly View[];
}

export const EMPTY_REEL: Reel<never> = { frames: [], views: [] };

/** The sequence number of the newest frame; 0 before the first. */
export function headOf(reel: Reel): number {
  return reel.frames.length;
}

/**
 * Winds on the frames that follow without a gap; those it already has are passed over. `rest` are frames that came too early:
 * something between was missed.
 */
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

/** What stood on the floor after frame `seq`; the nearest there is. */
export function viewAt<View extends object>(reel: Reel<View>, seq: number): View | null {
  const place = Math.min(Math.max(1, seq), reel.views.length) - 1;
  return reel.views[place] ?? null;
}
