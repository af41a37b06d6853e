import { unknownName } from '~/lib/text/unknown-name';

/** Typed clients send it with every action; it is nobody's business but theirs. */
const METADATA = 'metadata';

/**
 * Names the first field that is not known there: a program that sends one means something by it, so dropping it would play something else.
 * A field set to null is a field left out. null: all are known.
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
