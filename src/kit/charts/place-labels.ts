/**
 * Moves labels apart so that none overlaps: wanted heights in, heights at least `gap` apart out, in the given order. Heights grow
 * downwards; none is below `lowest`, and none above 0 while there is room for all.
 */
export function placeLabels(wanted: readonly number[], gap: number, lowest = Number.POSITIVE_INFINITY): number[] {
  const order = wanted.map((height, place) => ({ height, place })).sort((a, b) => a.height - b.height);
  for (let turn = 0; turn < 8 + 4 * order.length; turn += 1) {
    for (let i = 1; i < order.length; i += 1) pushApart(order[i - 1], order[i], gap);
  }
  const placed = [...wanted];
  let floor = lowest;
  for (const { height, place } of order.toReversed()) {
    placed[place] = Math.min(height, floor);
    floor = Math.min(height, floor) - gap;
  }
  if ((order.length - 1) * gap > lowest) return placed;
  let ceiling = 0;
  for (const { place } of order) {
    placed[place] = Math.max(placed[place] ?? 0, ceiling);
    ceiling = placed[place] + gap;
  }
  return placed;
}

function pushApart(upper: { height: number } | undefined, lower: { height: number } | undefined, gap: number): void {
  if (!upper || !lower) return;
  const missing = gap - (lower.height - upper.height);
  if (missing <= 0) return;
  upper.height -= missing / 2;
  lower.height += missing / 2;
}
