import { unknownName } from '~/lib/text/unknown-name';

/** Typed clients send it with every action; the market ignores it. */
const METADATA = 'metadata';

/**
 * Names the first unknown field, or null when all are known. A program that sends an unknown field means something by it, so dropping it
 * would play a different action. A field set to null counts as left out.
 */
export function strangeField(what: string, raw: unknown, known: readonly string[]): string | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
  for (const [name, value] of Object.entries(raw)) {
    if (value === null || known.includes(name)) continue;
    if (name === METADATA) {
      if (typeof value === 'object' && !Array.isArray(value)) continue;
      return 'metadata: an object, or null';
    }
    return `${what}: ${unknownName('field', name.slice(0, 60), known)}`;
  }
  return null;
}
