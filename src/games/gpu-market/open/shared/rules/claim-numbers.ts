/** Numbers as people write them: digits, words, ordinals, dozens. */

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const TENTHS = TENS.map((word) => word.replace(/y$/, 'ieth'));
const SCALES: Record<string, number> = { dozen: 12, hundred: 100, thousand: 1000 };

/** A number that began at a word, and how many words it took. */
export interface SpelledNumber {
  value: number;
  ordinal: boolean;
  words: number;
}

/** The number that a list of words begins with; null when they begin with none. */
export function spelledNumber(words: readonly string[]): SpelledNumber | null {
  const sum = { total: 0, part: 0, words: 0, ordinal: false };
  while (sum.words < words.length && !sum.ordinal) if (!takeWord(sum, words)) break;
  if (sum.words === 0) return words[0] === 'point' ? decimals(words, { value: 0, words: 0 }) : null;
  const whole = { value: sum.total + sum.part, words: sum.words };
  if (!sum.ordinal && words[sum.words] === 'point') return decimals(words, whole) ?? { ...whole, ordinal: false };
  return { ...whole, ordinal: sum.ordinal };
}

/** Digits with a decimal point or comma, or with commas between thousands. */
export function digitNumber(text: string): number {
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : Number(text.replace(',', '.'));
}

interface Sum {
  total: number;
  part: number;
  words: number;
  ordinal: boolean;
}

function takeWord(sum: Sum, words: readonly string[]): boolean {
  const word = words[sum.words] ?? '';
  const next = words[sum.words + 1] ?? '';
  if (sum.words === 0 && (word === 'a' || word === 'an') && next in SCALES) sum.part = 1;
  else if (word === 'and' && sum.words > 0 && isScale(words[sum.words - 1]) && smallNumber(next) !== null) sum.words += 0;
  else if (isScale(word)) scaleUp(sum, SCALES[word] ?? 1);
  else if (!addSmall(sum, word)) return false;
  sum.words += 1;
  return true;
}

function isScale(word: string | undefined): boolean {
  return word !== undefined && Object.hasOwn(SCALES, word);
}

function scaleUp(sum: Sum, scale: number): void {
  sum.part = Math.max(1, sum.part) * scale;
  if (scale < 1000) return;
  sum.total += sum.part;
  sum.part = 0;
}

/** A unit only follows a ten or a scale: "six seven" are two numbers. */
function addSmall(sum: Sum, word: string): boolean {
  const small = smallNumber(word);
  if (small === null) return false;
  const room = sum.part % 100;
  const fits = sum.words === 0 || room === 0 || (room >= 20 && room % 10 === 0 && small.value < 10);
  if (!fits) return false;
  sum.part += small.value;
  sum.ordinal = small.ordinal;
  return true;
}

function smallNumber(word: string): { value: number; ordinal: boolean } | null {
  if (ONES.includes(word)) return { value: ONES.indexOf(word), ordinal: false };
  if (TENS.includes(word)) return { value: (TENS.indexOf(word) + 2) * 10, ordinal: false };
  if (ORDINALS.includes(word)) return { value: ORDINALS.indexOf(word) + 1, ordinal: true };
  return TENTHS.includes(word) ? { value: (TENTHS.indexOf(word) + 2) * 10, ordinal: true } : null;
}

/** "point nine two", "point ninety-two". */
function decimals(words: readonly string[], whole: { value: number; words: number }): SpelledNumber | null {
  let digits = '';
  let taken = whole.words + 1;
  for (; taken < words.length; taken += 1) {
    const small = smallNumber(words[taken] ?? '');
    if (small === null || small.ordinal) break;
    if (small.value < 10 && digits.length === 2 && digits.endsWith('0')) digits = digits.slice(0, 1);
    digits += String(small.value);
  }
  return digits === '' ? null : { value: Number(`${whole.value}.${digits}`), words: taken, ordinal: false };
}
