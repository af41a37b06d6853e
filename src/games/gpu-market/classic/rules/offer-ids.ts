/** `o_1`, `o_2`, … in order of creation; the first ones are cached. */
const USUAL = Array.from({ length: 64 }, (_, i) => `o_${i}`);

export function offerId(number: number): string {
  return USUAL[number] ?? `o_${number}`;
}
