/** A seed list as it is read: `50000-50007` with a dash between the ends. */
export function seedLabel(seeds: string): string {
  return seeds.replaceAll('-', '–').replaceAll(',', ', ');
}
