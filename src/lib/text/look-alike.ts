/** Detects names that look alike, with Unicode skeletons (UTS 39, section 4) and the confusables of the package `unhomoglyph`. */
import unhomoglyph from 'unhomoglyph';

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The skeleton of UTS 39: texts with the same skeleton look alike. For comparison only, never for display. */
export function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD').replace(IGNORABLE, '')).normalize('NFD');
}

export type LookAlikeKeys = readonly [asWritten: string, anyCase: string, inCapitals: string];

/**
 * Two names are confusable if they share a key: letters as written, in lower case, or in capitals. Three keys are needed, because Greek
 * capital `Η` looks like `H` but `η` does not look like `h`, because `I` looks like `l` and is `i` in another case, and because `мах` looks
 * like `max` only in capitals.
 */
export function lookAlikeKeys(name: string): LookAlikeKeys {
  const plain = name.normalize('NFKC').replace(IGNORABLE, '').replace(/\s+/gu, ' ').trim();
  const folded = plain.toLowerCase().normalize('NFKC');
  const keys = [`=${skeleton(plain).toLowerCase()}`, `~${skeleton(folded).toLowerCase()}`] as const;
  return [...keys, `^${skeleton(plain.toUpperCase())}`];
}

/** Latin small capitals and related letters, which no normalization form maps to plain letters. */
const SMALL_CAPITALS = new Map(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢᴌʛʁᴎᴙʍ', (letter, i) => [letter, 'abcdefghijklmnopqrstuvwyzlgrnrm'[i] ?? letter]),
);
/** Letters with a stroke, which no normalization form maps to plain letters either. */
const STRUCK = new Map(Array.from('ħŧđłøƀǥɨɉɍʉɏƶɇĦŦĐŁØɃǤƗɈɌɄɎƵɆ', (letter, i) => [letter, 'htdlobgijruyzeHTDLOBGIJRUYZE'[i] ?? letter]));
const STRUCK_LETTER = new RegExp(`[${[...STRUCK.keys()].join('')}]`, 'gu');
/** The code points of A among letters in a circle or a square (white on black) and flag letters. */
const DRAWN = [0x1f150, 0x1f170, 0x1f1e6];
const STYLED = new RegExp(`[${[...SMALL_CAPITALS.keys()].join('')}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u{1f1e6}-\\u{1f1ff}]`, 'gu');

function plainLetter(styled: string): string {
  const code = styled.codePointAt(0) ?? 0;
  const a = DRAWN.find((first) => code >= first && code < first + 26);
  return a === undefined ? (SMALL_CAPITALS.get(styled) ?? styled) : String.fromCodePoint('a'.charCodeAt(0) + code - a);
}

/** In plain letters: no small capitals, and no accents or strokes on Latin, Greek and Cyrillic letters. In other scripts, marks are letters. */
export function plainLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(STYLED, plainLetter)
    .replace(STRUCK_LETTER, (letter) => STRUCK.get(letter) ?? letter)
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
/** Marks that a reader ignores. Other symbols, such as a fox emoji, distinguish names. */
const PASSED_OVER = /[\p{P}\p{Sm}\p{Sk}\s]/gu;

/** `Lab three` becomes `Lab 3`. */
function withDigits(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => {
    const number = NUMBER_WORDS.indexOf(word.toLowerCase());
    return number < 0 ? word : String(number);
  });
}

/** Letters and digits only. A name that consists of marks is unchanged. */
function bare(name: string): string {
  const plain = withoutAccents(withDigits(name).replace(PASSED_OVER, ' '));
  return plain === '' ? name : plain;
}

/**
 * Whether two names look alike, or differ only in accents, spaces, punctuation, and numbers written as words. For names shown together;
 * `José` and `Jose` may be two owners. Double letters count as different: Ana and Anna, Eliot and Elliot may sit at one table.
 */
export function isEasilyMistaken(one: string, other: string): boolean {
  return looksLike(one, other) || looksLike(bare(one), bare(other));
}

/** Whether a reader could confuse the two names. */
export function looksLike(one: string, other: string): boolean {
  const keys = lookAlikeKeys(other);
  return lookAlikeKeys(one).some((key, i) => key === keys[i]);
}

/** The same for many names; each is processed once. */
export class NamesSeen {
  private readonly byKey = new Map<string, Set<string>>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    for (const key of lookAlikeKeys(name)) this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(name));
  }

  /** An earlier name that looks like this one. */
  alike(name: string): string | undefined {
    for (const key of lookAlikeKeys(name)) for (const other of this.byKey.get(key) ?? []) if (other !== name) return other;
    return undefined;
  }
}
