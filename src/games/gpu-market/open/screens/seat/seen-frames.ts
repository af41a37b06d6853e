import type { ShownReel } from '~/contract/shown';
import type { ToldOpenEvent } from '../../shared/told/told';
import type { OpenMarketView } from '../../shared/told/view';
import type { SeenFrame } from './story';

/** Is it all there? Where many events came at once, only the last of their frames brings the view; before the first there is none. */
export function isWhole(view: Partial<OpenMarketView> | undefined): view is OpenMarketView {
  return view?.labs !== undefined && view.coalitions !== undefined;
}

/** Frames with their views, for those who tell them; a frame from before the first whole view borrows that one. */
export function seenFrames(reel: ShownReel<OpenMarketView>): SeenFrame[] {
  const first = reel.views.find(isWhole);
  if (first === undefined) return [];
  return reel.frames.map((frame, place) => {
    const seen = { seq: frame.seq, event: frame.event as ToldOpenEvent | null };
    const view = reel.views[place];
    return isWhole(view) ? { ...seen, view } : { ...seen, view: first, borrowed: true };
  });
}
