import type { ShownReel } from '~/contract/shown';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenMarketView } from '../../shared/told/view';
import type { SeenFrame } from './story';

/** Whether the view is complete. Of several frames sent together, only the last has a view; before the first there is none. */
export function isWhole(view: Partial<OpenMarketView> | undefined): view is OpenMarketView {
  return view?.labs !== undefined && view.coalitions !== undefined;
}

/** Frames with their views. A frame before the first complete view uses that one. */
export function seenFrames(reel: ShownReel<OpenMarketView>): SeenFrame[] {
  const first = reel.views.find(isWhole);
  if (first === undefined) return [];
  return reel.frames.map((frame, place) => {
    const seen = { seq: frame.seq, event: frame.event as ToldOpenEvent | null };
    const view = reel.views[place];
    return isWhole(view) ? { ...seen, view } : { ...seen, view: first, borrowed: true };
  });
}
