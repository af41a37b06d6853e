/** Formats a mean with as many decimals as a printed one, rounding halves away from zero. */
export function printedLike(mean: number, printed: string): string {
  const unit = 10 ** placesOf(printed);
  const rounded = (Math.sign(mean) * Math.floor(Math.abs(mean) * unit + 0.5 + 1e-7)) / unit;
  return (rounded + 0).toFixed(placesOf(printed));
}

/** Equal if ours is within half a unit of the last printed digit. */
export function isEqual(mean: number, printed: string): boolean {
  return Math.abs(mean - Number(printed)) <= 0.5 * 10 ** -placesOf(printed) + 1e-12;
}

function placesOf(printed: string): number {
  return printed.split('.')[1]?.length ?? 0;
}
