/** Cuts a pitch into jobs, numbers, words and marks, each with its place in the text, so that a quote is the text's own. */

import { mended } from './claim-words';

export interface Token {
  kind: 'job' | 'number' | 'word';
  /** Lower case, with typos fixed; or a job's id. */
  word: string;
  /** The value of a number. */
  value: number;
  ordinal: boolean;
  at: number;
  end: number;
  /** The sentence's number in the text. */
  sentence: number;
  /** The number of the part between commas, dashes and slashes. */
  fragment: number;
  /** A range sign is before it: 4-6. */
  ranged: boolean;
  /** A comma is before it. */
  afterComma: boolean;
}

export interface Sentence {
  asked: boolean;
}

export interface Cut {
  tokens: Token[];
  sentences: Sentence[];
}

const PARTS =
  /(?<job>(?<![\w])j_\d+_[a-z0-9_]*[a-z0-9]|(?<![\w])\d+_(?:\d+|surge_\d+)(?![\w]))|(?<id>\b[bc]_[a-z0-9_]+|\blab_\d+)|(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+[.,]\d+|\d+|\.\d+)(?<th>st|nd|rd|th)?(?![\d_])|(?<word>[a-z]+(?:'[a-z]+)?)|(?<sign>[%$€&])|(?<stop>[.!?;\n…]+)|(?<mark>[,/()|•]|\s[-–—]+\s|[–—]|-|:)/gi;

/** After these, a full stop ends an abbreviation, not a sentence. */
const SHORT_FORMS = new Set('hrs hr cr rel min approx ca rd dl'.split(' '));

export function cut(text: string): Cut {
  const tokens: Token[] = [];
  const sentences: Sentence[] = [{ asked: false }];
  const place = { sentence: 0, fragment: 0, ranged: false, afterComma: false };
  for (const match of text.replaceAll('’', "'").matchAll(PARTS)) {
    const groups = match.groups ?? {};
    if (isModelName(groups, { at: match.index, last: tokens.at(-1) })) continue;
    if (groups.stop !== undefined) stopAt(groups.stop, { place, sentences, last: tokens.at(-1) });
    else if (groups.mark !== undefined) markAt(groups.mark, { place, text, after: match.index + match[0].length });
    else {
      tokens.push({ ...tokenOf(groups, match), ...place });
      place.ranged = false;
      place.afterComma = false;
    }
  }
  return { tokens: joinNumbers(tokens), sentences };
}

/** "H200": digits attached to letters are not a number, except in forms such as "r7" and "v92". */
function isModelName({ number }: Record<string, string | undefined>, { at, last }: { at: number; last: Token | undefined }): boolean {
  return number !== undefined && last?.kind === 'word' && last.end === at && /[a-z]/.test(last.word) && !/^(r|rd|round|v)$/.test(last.word);
}

type Place = Pick<Token, 'sentence' | 'fragment' | 'ranged' | 'afterComma'>;

function stopAt(stop: string, { place, sentences, last }: { place: Place; sentences: Sentence[]; last: Token | undefined }): void {
  if (stop === '.' && last?.kind === 'word' && SHORT_FORMS.has(last.word)) return;
  const sentence = sentences[place.sentence];
  if (sentence) sentence.asked = stop.includes('?');
  sentences.push({ asked: false });
  place.sentence += 1;
  place.fragment += 1;
}

function markAt(mark: string, { place, text, after }: { place: Place; text: string; after: number }): void {
  const numberNext = /^\s*[$€]?[\d.]/.test(text.slice(after, after + 4));
  if (mark === '-' || mark === '–' || mark === '—') place.ranged = true;
  else if (mark === ':' && numberNext) return;
  else place.fragment += 1;
  if (mark === ',') place.afterComma = true;
}

function tokenOf(groups: Record<string, string | undefined>, match: RegExpMatchArray): Omit<Token, keyof Place> {
  const at = match.index ?? 0;
  const base = { at, end: at + match[0].length, value: Number.NaN, ordinal: false };
  const { job, id, number, th, word, sign } = groups;
  if (job !== undefined) return { ...base, kind: 'job', word: /^j_/i.test(job) ? job.toLowerCase() : `j_${job.toLowerCase()}` };
  if (id !== undefined) return { ...base, kind: 'word', word: /^b_/i.test(id) ? 'block' : id.toLowerCase() };
  if (number !== undefined) return { ...base, kind: 'number', word: number, value: digitNumber(number), ordinal: th !== undefined };
  return { ...base, kind: 'word', word: word === undefined ? (sign ?? '') : mended(bare(word.toLowerCase())) };
}

/** "block's" becomes "block"; "it's" stays. */
function bare(word: string): string {
  return word.endsWith("'s") && !/^(it|that|what|there|here|he|she|let)'s$/.test(word) ? word.slice(0, -2) : word;
}

/** Words that spell a number become one token. */
function joinNumbers(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i];
    if (token === undefined) break;
    const spelled = token.kind === 'word' ? spelledNumber(wordsFrom(tokens, i)) : null;
    const last = tokens[i + (spelled?.words ?? 1) - 1] ?? token;
    joined.push(spelled === null ? token : { ...token, kind: 'number', value: spelled.value, ordinal: spelled.ordinal, end: last.end });
    i += spelled?.words ?? 1;
  }
  return joined;
}

const LONGEST_NUMBER = 10;

function wordsFrom(tokens: readonly Token[], from: number): string[] {
  const words: string[] = [];
  for (let i = from; i < tokens.length && words.length < LONGEST_NUMBER; i += 1) {
    const token = tokens[i];
    if (token?.kind !== 'word' || (i > from && token.fragment !== tokens[from]?.fragment)) break;
    words.push(token.word);
  }
  return words;
}

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

/** A number that began at a word, and how many words it used. */
interface SpelledNumber {
  value: number;
  ordinal: boolean;
  words: number;
}

/** The number that a list of words begins with; null when there is none. */
function spelledNumber(words: readonly string[]): SpelledNumber | null {
  const sum = { total: 0, part: 0, words: 0, ordinal: false };
  while (sum.words < words.length && !sum.ordinal) if (!takeWord(sum, words)) break;
  if (sum.words === 0) return words[0] === 'point' ? decimals(words, { value: 0, words: 0 }) : null;
  const whole = { value: sum.total + sum.part, words: sum.words };
  if (!sum.ordinal && words[sum.words] === 'point') return decimals(words, whole) ?? { ...whole, ordinal: false };
  return { ...whole, ordinal: sum.ordinal };
}

/** Digits with a decimal point or comma, or with commas between thousands. */
function digitNumber(text: string): number {
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

/** A unit follows only a ten or a scale: "six seven" is two numbers. */
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
