/** Which names look alike: Unicode's skeletons (UTS 39, section 4) with the confusables of the package `unhomoglyph`. */
import unhomoglyph from 'unhomoglyph';

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The skeleton of UTS 39: texts with the same one look alike. It is for comparing, never for showing. */
export function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD').replace(IGNORABLE, '')).normalize('NFD');
}

export type LookAlikeKeys = readonly [asWritten: string, anyCase: string, inCapitals: string];

/**
 * Two names can be confused when they share a key, by their letters as written, in whatever case, or in capitals. Three keys, because Greek's
 * capital `Η` looks like `H` while its `η` does not look like `h`, because `I` looks like `l` and is `i` in another case, and because `мах`
 * looks like `max` only once it is shouted.
 */
export function lookAlikeKeys(name: string): LookAlikeKeys {
  const plain = name.normalize('NFKC').replace(IGNORABLE, '').replace(/\s+/gu, ' ').trim();
  const folded = plain.toLowerCase().normalize('NFKC');
  const keys = [`=${skeleton(plain).toLowerCase()}`, `~${skeleton(folded).toLowerCase()}`] as const;
  return [...keys, `^${skeleton(plain.toUpperCase())}`];
}

/** Without accents of Latin, Greek and Cyrillic letters, and without spaces: marks of other scripts are letters there. */
export function withoutAccents(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\s]/gu, '')
    .normalize('NFC');
}

/** Do they look alike, or differ in nothing but accents and spaces? For names beside each other; `José` and `Jose` may be two owners. */
export function isEasilyMistaken(one: string, other: string): boolean {
  return looksLike(one, other) || looksLike(withoutAccents(one), withoutAccents(other));
}

/** Could a reader take one name for the other? */
export function looksLike(one: string, other: string): boolean {
  const keys = lookAlikeKeys(other);
  return lookAlikeKeys(one).some((key, i) => key === keys[i]);
}
