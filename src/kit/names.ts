import type { Thing } from '~/contract/shown';

/** Things that a sentence may name, by name. `label`: what to show instead. */
export type NamedThings = ReadonlyMap<string, Thing & { label?: string }>;

export type Piece = string | (Thing & { text: string; label?: string });

/** Splits a sentence into plain text and the things it names. */
export function piecesOf(sentence: string, names: NamedThings): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(patternOf(names))) {
    const thing = names.get(match[0]);
    if (!thing) continue;
    if (match.index > from) pieces.push(sentence.slice(from, match.index));
    pieces.push({ ...thing, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < sentence.length) pieces.push(sentence.slice(from));
  return pieces;
}

/** The sentence with labels instead of ids. */
export function labelled(sentence: string, names: NamedThings): string {
  return piecesOf(sentence, names)
    .map((piece) => (typeof piece === 'string' ? piece : (piece.label ?? piece.text)))
    .join('');
}

const PATTERNS = new WeakMap<NamedThings, RegExp>();
const NOTHING = /(?!)/g;

/** Matches any of the names, longest first: `Lab 10` is not `Lab 1`. */
function patternOf(names: NamedThings): RegExp {
  const known = PATTERNS.get(names);
  if (known) return known;
  const words = [...names.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = words.length === 0 ? NOTHING : new RegExp(`(?<!\\w)(?:${words.join('|')})(?!\\w)`, 'g');
  PATTERNS.set(names, pattern);
  return pattern;
}
