export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Way = 'left' | 'right' | 'up' | 'down';

/** Being off to the side counts so much more than being far. */
const ASIDE = 3;

/** Which of the boxes lies next in a direction: the place in the list; null: none lies there. */
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

/** From middle to middle. */
function aheadOf(from: Box, to: Box, way: Way): number {
  const [dx, dy] = [middle(to.left, to.right) - middle(from.left, from.right), middle(to.top, to.bottom) - middle(from.top, from.bottom)];
  return { left: -dx, right: dx, up: -dy, down: dy }[way];
}

/** The gap between them across the direction; boxes that overlap there have none, but for their middles. */
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
