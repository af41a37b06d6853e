export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Way = 'left' | 'right' | 'up' | 'down';

/** Weight of the sideways distance compared with the distance ahead. */
const ASIDE = 3;

/** Index of the nearest box in a direction; null if there is none. */
export function nearest(from: Box, boxes: readonly Box[], way: Way): number | null {
  let best: { place: number; cost: number } | null = null;
  for (const [place, box] of boxes.entries()) {
    const ahead = aheadOf(from, box, way);
    if (ahead <= 0.5) continue;
    const cost = ahead + ASIDE * asideOf(from, box, way);
    if (best === null || cost < best.cost) best = { place, cost };
  }
  return best?.place ?? null;
}

/** Between the centers. */
function aheadOf(from: Box, to: Box, way: Way): number {
  const [dx, dy] = [middle(to.left, to.right) - middle(from.left, from.right), middle(to.top, to.bottom) - middle(from.top, from.bottom)];
  return { left: -dx, right: dx, up: -dy, down: dy }[way];
}

/** The gap between them across the direction; for boxes that overlap there, a fraction of the distance between centers. */
function asideOf(from: Box, to: Box, way: Way): number {
  const isLevel = way === 'left' || way === 'right';
  const [a, b] = isLevel
    ? [[from.top, from.bottom] as const, [to.top, to.bottom] as const]
    : [[from.left, from.right] as const, [to.left, to.right] as const];
  const gap = Math.max(0, b[0] - a[1], a[0] - b[1]);
  return gap + Math.abs(middle(...a) - middle(...b)) / 10;
}

function middle(low: number, high: number): number {
  return (low + high) / 2;
}
