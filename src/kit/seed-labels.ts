/** A seed list for display, with an en dash in ranges such as `50000-50007`. */
export function seedLabel(seeds: string): string {
  return seeds.replaceAll('-', '–').replaceAll(',', ', ');
}
