/** Which names look alike: Unicode's skeletons (UTS 39, section 4) with the confusables of the package `unhomoglyph`. */
import unhomoglyph from 'unhomoglyph';

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The skeleton of UTS 39: texts with the same one look alike. It is for comparing, never for showing. */
export function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD').replace(IGNORABLE, '')).normalize('NFD');
}

/**
 * Two names can be confused when they share a key, by their letters as written or in whatever case. Two keys, because Greek's capital `Η`
 * looks like `H` while its `η` does not look like `h`, and because `I` looks like `l` and is `i` in another case.
 */
export function lookAlikeKeys(name: string): [asWritten: string, anyCase: string] {
  const plain = name.normalize('NFKC').replace(IGNORABLE, '').replace(/\s+/gu, ' ').trim();
  const folded = plain.toLowerCase().normalize('NFKC');
  return [`=${skeleton(plain).toLowerCase()}`, `~${skeleton(folded).toLowerCase()}`];
}

/** Could a reader take one name for the other? */
export function looksLike(one: string, other: string): boolean {
  const keys = lookAlikeKeys(other);
  return lookAlikeKeys(one).some((key, i) => key === keys[i]);
}
