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

/** Latin small capitals and the letters beside them: no normalization form makes plain letters of them. */
const SMALL_CAPITALS = new Map(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢᴌʛʁᴎᴙʍ', (letter, i) => [letter, 'abcdefghijklmnopqrstuvwyzlgrnrm'[i] ?? letter]),
);
/** Where A is, of letters that are drawn in a circle or a square: white in black, and those that make flags. */
const DRAWN = [0x1f150, 0x1f170, 0x1f1e6];
const STYLED = new RegExp(`[${[...SMALL_CAPITALS.keys()].join('')}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u{1f1e6}-\\u{1f1ff}]`, 'gu');

function plainLetter(styled: string): string {
  const code = styled.codePointAt(0) ?? 0;
  const a = DRAWN.find((first) => code >= first && code < first + 26);
  return a === undefined ? (SMALL_CAPITALS.get(styled) ?? styled) : String.fromCodePoint('a'.charCodeAt(0) + code - a);
}

/** In plain letters: no small capitals, and no accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters there. */
export function plainLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(STYLED, plainLetter)
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
}

/** In plain letters, and without spaces. */
export function withoutAccents(name: string): string {
  return plainLetters(name).replace(/\s/gu, '');
}

/** Zero first. */
export const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
/** Marks that a reader passes over; other symbols, such as a fox's head, are what tells names apart. */
const PASSED_OVER = /[\p{P}\p{Sm}\p{Sk}\s]/gu;

/** `Lab three` is `Lab 3`. */
function withDigits(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => {
    const number = NUMBER_WORDS.indexOf(word.toLowerCase());
    return number < 0 ? word : String(number);
  });
}

/** The letters and digits alone; a name of nothing but marks stays as it is. */
function bare(name: string): string {
  const plain = withoutAccents(withDigits(name).replace(PASSED_OVER, ' '));
  return plain === '' ? name : plain;
}

/**
 * Do they look alike, or differ in nothing but accents, spaces, punctuation, and numbers written in words? For names beside each other; `José`
 * and `Jose` may be two owners. Double letters tell names apart: Ana and Anna, Eliot and Elliot may sit at one table.
 */
export function isEasilyMistaken(one: string, other: string): boolean {
  return looksLike(one, other) || looksLike(bare(one), bare(other));
}

/** Could a reader take one name for the other? */
export function looksLike(one: string, other: string): boolean {
  const keys = lookAlikeKeys(other);
  return lookAlikeKeys(one).some((key, i) => key === keys[i]);
}

/** The same asked of many names: each is read once, however many there are. */
export class NamesSeen {
  private readonly byKey = new Map<string, Set<string>>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    for (const key of lookAlikeKeys(name)) this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(name));
  }

  /** Another name among them that looks like this one. */
  alike(name: string): string | undefined {
    for (const key of lookAlikeKeys(name)) for (const other of this.byKey.get(key) ?? []) if (other !== name) return other;
    return undefined;
  }
}
