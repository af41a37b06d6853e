/**
 * Decides what a number in a pitch is: hours, a deadline, a value, a reliability, or none of these; by its unit, else by the words before
 * it.
 */
import type { ClaimField } from '../types';
import { isMinimum, nearestBefore, somewhere, wordAt } from './claim-guards';
import type { Token } from './claim-tokens';
import { means } from './claim-words';

export interface Reading {
  field: ClaimField;
  /** The quoted tokens: from the word that decides to the unit. */
  from: number;
  to: number;
}

/** `first` and `last`: the numbers of a list ("4 and 8 hours"), or the same number twice. */
export interface Span {
  first: number;
  last: number;
}

/** Adjectives between a number and its unit. */
const PADDING = new Set('solid full whole long required needed'.split(' '));
/** A bare number is the hours needed when one of these words follows, or nothing. */
const GOES_ON = new Set(
  'and but by before after until till in for to from at on of with without as if when because since so that which while though or now only then too back each please plus alone right'.split(
    ' ',
  ),
);

export function readField(tokens: readonly Token[], span: Span): Reading | null {
  const unit = unitAfter(tokens, span.last);
  const before = wordAt(tokens, span.first - 1, tokens[span.first]);
  if (means(before, 'round') || (tokens[span.first]?.ordinal && unit?.kind === 'round')) return readRound(tokens, span, unit);
  if (tokens[span.first]?.ordinal || before === 'per') return null;
  if (unit !== null && isRate(tokens, unit.at + 1, tokens[span.last])) return null;
  if (unit?.kind === 'hours') return readHours(tokens, span, unit.at);
  if (unit?.kind === 'percent' || isFraction(tokens, span)) return readReliability(tokens, span, unit?.at ?? span.last);
  if (unit?.kind === 'money' || before === '$' || before === '€') return readMoney(tokens, span, unit?.at ?? span.last);
  return unit === null ? readBare(tokens, span) : null;
}

type Unit = { kind: 'hours' | 'round' | 'money' | 'percent' | 'other'; at: number };

function unitAfter(tokens: readonly Token[], last: number): Unit | null {
  const here = tokens[last];
  let at = last + 1;
  while (PADDING.has(wordAt(tokens, at, here)) || means(wordAt(tokens, at, here), 'gpu')) at += 1;
  const word = tokens[at]?.fragment === here?.fragment ? wordAt(tokens, at, here) : '';
  for (const kind of ['hours', 'round', 'money', 'percent'] as const) if (means(word, kind)) return { kind, at };
  if (means(word, 'missing') && means(wordAt(tokens, at + 1, here), 'hours')) return { kind: 'other', at };
  return at > last + 1 ? { kind: 'other', at: at - 1 } : null;
}

/** "24 hours a day", "13 credits per hour". */
function isRate(tokens: readonly Token[], index: number, beside: Token | undefined): boolean {
  const [word, next] = [wordAt(tokens, index, beside), wordAt(tokens, index + 1, beside)];
  return word === 'per' || word === 'each way' || (/^(a|an|every)$/.test(word) && /^(day|week|round|hour|gpu)$/.test(next));
}

function readHours(tokens: readonly Token[], span: Span, to: number): Reading | null {
  const here = tokens[span.first];
  const after = wordAt(tokens, to + 1, here);
  const before = wordAt(tokens, span.first - 1, here);
  if (/^(within|in|another)$/.test(before) || means(before, 'missing') || means(before, 'we')) return null;
  if (
    means(after, 'missing') ||
    means(after, 'block') ||
    after === 'ago' ||
    (after === 'already' && before !== 'its') ||
    isPart(tokens, to)
  )
    return null;
  if (before === 'of' && means(wordAt(tokens, span.first - 2, here), 'missing')) return null;
  const owner = ownerOf(tokens, span.first);
  if (owner === 'block' || (owner === 'have' && after !== 'to')) return null;
  return { field: 'hours', from: cueBefore(tokens, span.first, ['need', 'hours']), to };
}

/** "4 hours of its 6". */
function isPart(tokens: readonly Token[], to: number): boolean {
  return /^of (its|the|those|our|their)$/.test(`${wordAt(tokens, to + 1, tokens[to])} ${wordAt(tokens, to + 2, tokens[to])}`);
}

/** Whose hours they are, by the nearest deciding word before them: hours that a job needs, a block brings, or someone has. */
function ownerOf(tokens: readonly Token[], index: number): 'job' | 'block' | 'have' | null {
  const here = tokens[index];
  for (let i = index - 1; i >= 0 && tokens[i]?.sentence === here?.sentence; i -= 1) {
    const token = tokens[i];
    if (token === undefined || token.kind === 'number') return null;
    if (token.kind === 'job' || means(token.word, 'need')) return 'job';
    if (means(token.word, 'block')) return isForeign(tokens, i, index) ? null : 'block';
    if (means(token.word, 'have') && !['must', 'to', 'should'].includes(tokens[i - 1]?.word ?? '')) return 'have';
  }
  return null;
}

/** The block is in another part of the sentence, and no word says that it brings something. */
function isForeign(tokens: readonly Token[], block: number, index: number): boolean {
  if (tokens[block]?.fragment === tokens[index]?.fragment) return false;
  return !tokens.slice(block, index).some((token) => token.kind === 'word' && means(token.word, 'supply'));
}

function readRound(tokens: readonly Token[], span: Span, unit: Unit | null): Reading | null {
  const here = tokens[span.first];
  const to = unit?.kind === 'round' ? unit.at : span.last;
  const start = unit?.kind === 'round' && !means(wordAt(tokens, span.first - 1, here), 'round') ? span.first : span.first - 1;
  const cue = cueOfRound(tokens, start);
  if (cue !== null) return { field: 'deadline', from: cue, to };
  const after = [1, 2, 3].map((on) => wordAt(tokens, to + on, here));
  const told = after.findIndex((word) => means(word, 'latest') || means(word, 'due'));
  if (told >= 0) return { field: 'deadline', from: start, to: to + told + 1 };
  if (after.join(' ').includes('when it') && somewhere(tokens, span.last, 'due')) return { field: 'deadline', from: start, to };
  return isAlone(tokens, { first: start, last: to }) ? { field: 'deadline', from: start, to } : null;
}

/** "by the end of round", "due in round", "must be ready in round", "run out in rounds". */
function cueOfRound(tokens: readonly Token[], start: number): number | null {
  const here = tokens[start];
  let i = start - 1;
  const ending: string[] = [];
  while (i >= 0 && start - i <= 8 && tokens[i]?.sentence === here?.sentence && tokens[i]?.kind === 'word') {
    const word = tokens[i]?.word ?? '';
    if (means(word, 'by') || means(word, 'due') || means(word, 'latest')) return i;
    if (word === 'last' && i === start - 1) return i;
    if (word === 'later' && wordAt(tokens, i + 1, here) === 'than') return Math.max(0, i - 1);
    if (word === 'before' && ending.includes('end')) return i;
    if (means(word, 'ending') && isEnding(word, ending)) return i;
    if (/^(ready|done|finished|complete|completed|delivered|in)$/.test(word) && isDuty(tokens, i)) return i;
    ending.push(word);
    i -= 1;
  }
  return null;
}

/** "runs out in", "is over in", "ends with"; but "runs in rounds" is not an end. */
function isEnding(word: string, after: readonly string[]): boolean {
  if (/^(run|runs)$/.test(word)) return after.includes('out');
  return word !== 'end' && word !== 'close' && /^(in|at|with|after)$/.test(after.at(-1) ?? '');
}

function isDuty(tokens: readonly Token[], index: number): boolean {
  const before = [1, 2, 3, 4].map((back) => wordAt(tokens, index - back, tokens[index])).join(' ');
  return /\b(must|gotta|to has|to have|to needs)\b/.test(before);
}

function readReliability(tokens: readonly Token[], span: Span, to: number): Reading | null {
  const here = tokens[span.first];
  const after = [1, 2, 3, 4].findIndex((on) => means(wordAt(tokens, to + on, here), 'reliability'));
  const before = nearestBefore(tokens, span.first, 'reliability');
  if (before >= 0) {
    const whose = wordAt(tokens, before - 1, tokens[before]);
    if (means(whose, 'we') || means(whose, 'block') || isBlocks(tokens, before)) return null;
    return isCompared(tokens, span.first) ? null : { field: 'reliability', from: before, to };
  }
  if (after >= 0) {
    if (ownerOf(tokens, span.first) === 'block' && nearestBefore(tokens, span.first, 'need') < 0) return null;
    if (means(wordAt(tokens, span.first - 1, here), 'we') || isCompared(tokens, span.first)) return null;
    return { field: 'reliability', from: span.first, to: to + after + 1 };
  }
  if ([1, 2].some((on) => means(wordAt(tokens, to + on, here), 'floor')) && tokens[to + 1]?.fragment === here?.fragment) {
    return { field: 'reliability', from: span.first, to: means(wordAt(tokens, to + 1, here), 'floor') ? to + 1 : to + 2 };
  }
  const floor = nearestBefore(tokens, span.first, 'floor');
  if (floor >= 0 && !isCompared(tokens, span.first)) return { field: 'reliability', from: floor, to };
  const isBare = isAlone(tokens, { first: span.first, last: to }) && !means(wordAt(tokens, span.first - 1, here), 'block');
  return isBare ? { field: 'reliability', from: span.first, to } : null;
}

/** "the block's reliability". */
function isBlocks(tokens: readonly Token[], cue: number): boolean {
  const block = nearestBefore(tokens, cue, 'block');
  return block >= 0 && tokens[block]?.fragment === tokens[cue]?.fragment && nearestBefore(tokens, block, 'need') < 0;
}

/** Below something is a floor only where it is refused: "anything under 82%", "cannot live with less than 71%". */
function isCompared(tokens: readonly Token[], index: number): boolean {
  if (!isMinimum(tokens, index)) return false;
  const words = tokens.filter((token) => token.sentence === tokens[index]?.sentence).map((token) => token.word);
  return !words.some((word) => means(word, 'negation') || word.endsWith("n't") || /^(anything|nothing|useless)$/.test(word));
}

function isFraction(tokens: readonly Token[], { first, last }: Span): boolean {
  return tokens.slice(first, last + 1).every((token) => token.kind !== 'number' || (token.value > 0 && token.value < 1));
}

function readMoney(tokens: readonly Token[], span: Span, to: number): Reading | null {
  const start = /^[$€]$/.test(wordAt(tokens, span.first - 1, tokens[span.first])) ? span.first - 1 : span.first;
  if (isSpending(tokens, start) || isBound(tokens, start)) return null;
  return { field: 'value', from: cueBefore(tokens, start, ['value']), to };
}

/** The speaker's own money: a bid, a price, a budget. */
function isSpending(tokens: readonly Token[], index: number): boolean {
  const spend = nearestBefore(tokens, index, 'spend');
  if (spend < 0) return false;
  const word = tokens[spend]?.word ?? '';
  if (!/^(pay|paying|give)$/.test(word)) return true;
  return [1, 2, 3].some((back) => means(wordAt(tokens, spend - back, tokens[spend]), 'we'));
}

/** "over 120", "at least 100", "less than 90": not a single value. */
function isBound(tokens: readonly Token[], index: number): boolean {
  const here = tokens[index];
  const words = [1, 2].map((back) => wordAt(tokens, index - back, here));
  return words.some((word) => means(word, 'over') || means(word, 'under') || word === 'least' || word === 'most');
}

/** No unit: the nearest deciding word before it decides. */
function readBare(tokens: readonly Token[], span: Span): Reading | null {
  const here = tokens[span.first];
  for (let i = span.first - 1; i >= Math.max(0, span.first - 6); i -= 1) {
    const token = tokens[i];
    if (token === undefined || token.sentence !== here?.sentence || token.kind === 'number') return null;
    const field = bareField(tokens, span, i);
    if (field !== null) return field === 'none' ? null : { field, from: i, to: span.last };
  }
  return null;
}

function bareField(tokens: readonly Token[], span: Span, cue: number): ClaimField | 'none' | null {
  const word = tokens[cue]?.kind === 'word' ? (tokens[cue]?.word ?? '') : '';
  const counted = isCounted(tokens, span.last);
  const whole = Number.isInteger(tokens[span.first]?.value);
  if (means(word, 'reliability')) return means(wordAt(tokens, cue - 1, tokens[cue]), 'we') ? 'none' : 'reliability';
  if (means(word, 'due')) return whole && !counted ? 'deadline' : 'none';
  if (means(word, 'value')) return counted || isSpending(tokens, span.first) || isBound(tokens, span.first) ? 'none' : 'value';
  if (means(word, 'hours')) return whole && !counted && tokens[cue]?.fragment === tokens[span.first]?.fragment ? 'hours' : 'none';
  if (means(word, 'need')) return whole && !counted && isNext(tokens, cue, span.first) ? 'hours' : 'none';
  return null;
}

/** "3 blocks", "100 times": the number counts something that is not one of our units. */
function isCounted(tokens: readonly Token[], last: number): boolean {
  const next = tokens[last + 1];
  if (next === undefined || next.fragment !== tokens[last]?.fragment || next.kind !== 'word') return false;
  return !GOES_ON.has(next.word) && !means(next.word, 'link');
}

/** Only words such as "at least", "only", "just" in between. */
function isNext(tokens: readonly Token[], cue: number, index: number): boolean {
  return tokens.slice(cue + 1, index).every((token) => /^(only|just|exactly|at|least|a|all|of|is)$/.test(token.word));
}

/** Shorthand: between its marks there are only the number, its unit, and a job's name. */
function isAlone(tokens: readonly Token[], { first, last }: Span): boolean {
  const fragment = tokens[first]?.fragment;
  const others = tokens.filter((token, i) => token.fragment === fragment && (i < first || i > last));
  return others.every((token) => token.kind === 'job' || /^(the|in|at|s|is|only|just)$/.test(token.word));
}

/** Where the quote begins: at the deciding word, when it is close by. */
function cueBefore(tokens: readonly Token[], index: number, meanings: readonly ('need' | 'hours' | 'value')[]): number {
  const cues = meanings.map((meaning) => nearestBefore(tokens, index, meaning)).filter((cue) => cue >= 0 && index - cue <= 4);
  const cue = Math.max(-1, ...cues);
  return cue >= 0 && tokens[cue]?.fragment === tokens[index]?.fragment ? cue : index;
}
