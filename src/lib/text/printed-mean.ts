/** A mean at the places of a printed one, halves away from zero: what a table of it would show. */
export function printedLike(mean: number, printed: string): string {
  const unit = 10 ** placesOf(printed);
  const rounded = (Math.sign(mean) * Math.floor(Math.abs(mean) * unit + 0.5 + 1e-7)) / unit;
  return (rounded + 0).toFixed(placesOf(printed));
}

/** Ours equals the printed one when it rounds to it: it lies at most half a unit of the last printed place away. */
export function isEqual(mean: number, printed: string): boolean {
  return Math.abs(mean - Number(printed)) <= 0.5 * 10 ** -placesOf(printed) + 1e-12;
}

function placesOf(printed: string): number {
  return printed.split('.')[1]?.length ?? 0;
}
