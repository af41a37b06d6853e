/** Where a number makes no claim that could be true or false: denied, asked, supposed, hedged, a range, or someone else's opinion. */
import type { Cut, Token } from './claim-tokens';
import { type Meaning, means } from './claim-words';

/** How far a word may be from the number that it affects. */
const REACH = 7;

export function isAsserted({ tokens, sentences }: Cut, first: number, last: number): boolean {
  const token = tokens[first];
  if (token === undefined || sentences[token.sentence]?.asked) return false;
  return !isRange(tokens, first, last) && !isHedged(tokens, first, last) && !isElsewhere(tokens, first) && !isDenied(tokens, first);
}

/** The nearest word before with that meaning, within reach, in the same sentence, with no number in between; -1 when there is none. */
export function nearestBefore(tokens: readonly Token[], from: number, meaning: Meaning): number {
  for (let i = from - 1; i >= Math.max(0, from - REACH); i -= 1) {
    const token = tokens[i];
    if (token === undefined || token.sentence !== tokens[from]?.sentence || token.kind === 'number') return -1;
    if (token.kind === 'word' && means(token.word, meaning)) return i;
  }
  return -1;
}

export function wordAt(tokens: readonly Token[], index: number, beside: Token | undefined): string {
  const token = tokens[index];
  return token?.kind === 'word' && token.sentence === beside?.sentence ? token.word : '';
}

/** The tokens of the sentence within reach of these two, by the words' meaning. */
export function somewhere(tokens: readonly Token[], index: number, meaning: Meaning): boolean {
  const here = tokens[index];
  for (let i = index - REACH; i <= index + REACH; i += 1) {
    const token = tokens[i];
    if (token?.kind === 'word' && token.sentence === here?.sentence && means(token.word, meaning)) return true;
  }
  return false;
}

/** "4-6", "4 to 6", "between 4 and 6", "4 or 6". */
function isRange(tokens: readonly Token[], first: number, last: number): boolean {
  const [before, start] = [tokens[first - 1], tokens[first]];
  const [end, after] = [tokens[last], tokens[last + 1]];
  if (start?.ranged && before?.kind === 'number') return true;
  if (after?.kind === 'number' && after.ranged && after.sentence === end?.sentence) return true;
  const joins = (word: string) => word === 'to' || word === 'or';
  const beyond = [1, 2].some((on) => joins(wordAt(tokens, last + on, end)) && tokens[last + on + 1]?.kind === 'number');
  if (beyond) return true;
  if (joins(wordAt(tokens, first - 1, start)) && numberBefore(tokens, first - 1)) return true;
  return wordAt(tokens, first - 1, start) === 'between';
}

/** A number, or a number with its unit, ends here: "4 hours to 6 hours". */
function numberBefore(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.kind === 'number' || (tokens[index - 2]?.kind === 'number' && tokens[index - 1]?.kind === 'word');
}

function isHedged(tokens: readonly Token[], first: number, last: number): boolean {
  const start = tokens[first];
  const before = [1, 2].map((back) => wordAt(tokens, first - back, start));
  if (before.some((word, i) => means(word, 'hedge') && (i === 0 || !isVerb(before[0])))) return true;
  if (before[0] === 'to' && before[1] === 'up') return true;
  const after = [1, 2, 3].map((on) => wordAt(tokens, last + on, tokens[last]));
  const tail = after.join(' ');
  return /^(\w+ )?(ish\b|or so\b|or thereabouts|give or take|more or less|something)/.test(tail);
}

function isVerb(word: string | undefined): boolean {
  return word !== undefined && (means(word, 'need') || means(word, 'value'));
}

/** Supposed, or said by someone else, and not taken back by a "but". */
function isElsewhere(tokens: readonly Token[], index: number): boolean {
  const here = tokens[index];
  const sentence = sentenceOf(tokens, index);
  const isBut = (token: Token) => token.kind === 'word' && token.word === 'but';
  const alive = sentence.findLastIndex((token) => isBut(token) && token.at < (here?.at ?? 0));
  const until = sentence.findIndex((token) => isBut(token) && token.at > (here?.at ?? 0));
  const near = sentence.slice(alive + 1, until === -1 ? undefined : until);
  return near.some((token, i) => {
    if (token.kind !== 'word' || token.fragment > (here?.fragment ?? 0)) return false;
    if (means(token.word, 'suppose')) return true;
    if (token.word === 'what' && near[i + 1]?.word === 'if') return true;
    if (!means(token.word, 'report')) return false;
    const speaker = near[i - 1]?.word ?? '';
    return !means(speaker, 'we') && !/^(to|the|)$/.test(speaker);
  });
}

/** "does not need 8 hours"; but "if it is not ready by round 8" still states when it is due. */
function isDenied(tokens: readonly Token[], index: number): boolean {
  const here = tokens[index];
  for (let i = index - 1; i >= Math.max(0, index - REACH); i -= 1) {
    const token = tokens[i];
    if (token === undefined || token.fragment !== here?.fragment || token.word === 'but') return false;
    if (token.kind === 'word' && isNegation(tokens, i)) return !isMinimum(tokens, index) && !isConditional(tokens, i);
  }
  return false;
}

function isNegation(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? '';
  if (!means(word, 'negation') && !word.endsWith("n't")) return false;
  return !['only', 'just', 'later', 'matter', 'doubt'].includes(wordAt(tokens, index + 1, tokens[index]));
}

/** "not less than 8", "cannot do without 8", "nothing under 8": a denial of less. */
export function isMinimum(tokens: readonly Token[], index: number): boolean {
  const here = tokens[index];
  const [last, lastBut] = [wordAt(tokens, index - 1, here), wordAt(tokens, index - 2, here)];
  return last === 'without' || means(last, 'under') || (last === 'than' && means(lastBut, 'under'));
}

function isConditional(tokens: readonly Token[], index: number): boolean {
  const here = tokens[index];
  for (let i = index - 1; i >= 0 && tokens[i]?.sentence === here?.sentence; i -= 1)
    if (means(tokens[i]?.word ?? '', 'condition')) return true;
  return false;
}

function sentenceOf(tokens: readonly Token[], index: number): Token[] {
  const near = tokens.slice(Math.max(0, index - 40), index + 40);
  return near.filter((token) => token.sentence === tokens[index]?.sentence);
}
