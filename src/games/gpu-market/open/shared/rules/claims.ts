/**
 * Reads claims about jobs from a pitch's own words: a job's name, and numbers next to words that say what they are. What is denied, asked,
 * hedged or a range is not a claim (docs/judge.md).
 */

import type { Claim, ClaimField } from '../types';
import { type Reading, readField, type Span } from './claim-fields';
import { isAsserted } from './claim-guards';
import { type Cut, cut, type Token } from './claim-tokens';
import { means } from './claim-words';

export interface FoundClaim extends Claim {
  /** The words it was read from. */
  quote: string;
}

/** Every claim that the text makes about a job it names, in text order; repeated claims count once. */
export function findClaims(text: string, asserted: typeof isAsserted = isAsserted): FoundClaim[] {
  const parts = cut(text);
  if (!parts.tokens.some((token) => token.kind === 'job')) return [];
  const found = new Map<string, FoundClaim>();
  for (const span of numbersOf(parts.tokens)) {
    const reading = asserted(parts, span.first, span.last) ? readField(parts.tokens, span) : null;
    if (reading === null) continue;
    for (const claim of claimsOf(parts, span, reading)) {
      const key = `${claim.job_id} ${claim.field} ${claim.value}`;
      if (!found.has(key)) found.set(key, { ...claim, quote: quoteOf(text, parts.tokens, reading) });
    }
  }
  return [...found.values()];
}

/** Numbers one by one, or as a list that shares its unit: "4 and 8 hours", "rounds 11 and 10". */
function numbersOf(tokens: readonly Token[]): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens[i]?.kind !== 'number') continue;
    let last = i;
    while (!isSingular(tokens, i) && tokens[last + 1]?.sentence === tokens[i]?.sentence && nextOfList(tokens, last) > 0) {
      last += nextOfList(tokens, last);
    }
    spans.push({ first: i, last });
    i = last;
  }
  return spans;
}

/** How far ahead the list's next number is; 0 when the list ends here. */
function nextOfList(tokens: readonly Token[], at: number): number {
  const [next, second] = [tokens[at + 1], tokens[at + 2]];
  if (next?.kind === 'word' && means(next.word, 'link') && second?.kind === 'number' && !second.ordinal) return 2;
  const inList = next?.kind === 'number' && next.afterComma && !next.ranged && nextOfListAfter(tokens, at + 1);
  return inList ? 1 : 0;
}

function nextOfListAfter(tokens: readonly Token[], at: number): boolean {
  const [next, second] = [tokens[at + 1], tokens[at + 2]];
  return (next?.kind === 'word' && means(next.word, 'link') && second?.kind === 'number') || (next?.kind === 'number' && next.afterComma);
}

/** "round 7 and 6 hours" is not a list. */
function isSingular(tokens: readonly Token[], at: number): boolean {
  return /^(round|rd|r|deadline|due|\$|€)$/.test(tokens[at - 1]?.word ?? '') || tokens[at]?.ordinal === true;
}

function claimsOf({ tokens }: Cut, span: Span, { field, to }: Reading): Claim[] {
  const values = tokens.slice(span.first, span.last + 1).filter((token) => token.kind === 'number');
  const jobs = jobsFor(tokens, { ...span, to }, field);
  if (values.length > 1) {
    return jobs.length === values.length ? jobs.map((job_id, i) => ({ job_id, field, value: toldValue(field, values[i]) })) : [];
  }
  return jobs.map((job_id) => ({ job_id, field, value: toldValue(field, values[0]) }));
}

/** A reliability may be given in percent. */
function toldValue(field: ClaimField, token: Token | undefined): number {
  const value = token?.value ?? Number.NaN;
  return field === 'reliability' && value > 1 ? Math.round(value * 100) / 10000 : value;
}

function quoteOf(text: string, tokens: readonly Token[], { from, to }: Reading): string {
  return text.slice(tokens[from]?.at ?? 0, tokens[to]?.end ?? text.length);
}

// Which job a number is about: the last one named before it, unless the words say otherwise.

interface Place {
  first: number;
  last: number;
  /** The last quoted token. */
  to: number;
}

/** The job ids; several when the words before name several in a row. */
function jobsFor(tokens: readonly Token[], place: Place, field: ClaimField): string[] {
  const named = namedAfter(tokens, place.to);
  if (named !== null) return [named];
  const group = groupFor(tokens, place.first);
  const count = tokens.slice(place.first, place.last + 1).filter((token) => token.kind === 'number').length;
  if (group.length <= 1 || count > 1) return group;
  return appliesToEach(tokens, place, field) ? group : [];
}

/** "9 hours to fill for j_11_0": the job comes after the number. */
function namedAfter(tokens: readonly Token[], to: number): string | null {
  const here = tokens[to];
  for (let i = to + 1; i <= to + 5; i += 1) {
    const token = tokens[i];
    if (token === undefined || token.fragment !== here?.fragment || token.kind === 'number') return null;
    if (token.kind === 'job') return /^(for|on|from|with|job|our|project)$/.test(tokens[i - 1]?.word ?? '') ? token.word : null;
    if (means(token.word, 'link')) return null;
  }
  return null;
}

/** The jobs named in a row last before the number in its sentence; else after it there; else in the sentences before. */
function groupFor(tokens: readonly Token[], index: number): string[] {
  const here = tokens[index];
  const before = tokens.findLastIndex((token, i) => i < index && token.kind === 'job');
  if (before >= 0 && tokens[before]?.sentence === here?.sentence) return groupAt(tokens, before);
  const after = tokens.findIndex((token, i) => i > index && token.kind === 'job');
  const behind = after >= 0 && (before < 0 || tokens[after]?.sentence === here?.sentence);
  if (behind && !(before >= 0 && speaksOfIt(tokens, index))) return groupAt(tokens, after);
  return before >= 0 ? groupAt(tokens, before) : [];
}

/** The sentence began with a word that refers to what was named before. */
function speaksOfIt(tokens: readonly Token[], index: number): boolean {
  const sentence = tokens[index]?.sentence;
  for (let i = index - 1; i >= 0 && tokens[i]?.sentence === sentence; i -= 1)
    if (/^(it|its|it's|this)$/.test(tokens[i]?.word ?? '')) return true;
  return false;
}

/** The names next to this one, joined by commas and "and". */
function groupAt(tokens: readonly Token[], index: number): string[] {
  let first = index;
  while (joinsBack(tokens, first) > 0) first -= joinsBack(tokens, first);
  let last = index;
  while (last + 1 < tokens.length && stepOn(tokens, last) > 0) last += stepOn(tokens, last);
  const ids = tokens.slice(first, last + 1).flatMap((token) => (token.kind === 'job' ? [token.word] : []));
  return [...new Set(ids)];
}

function joinsBack(tokens: readonly Token[], at: number): number {
  for (const step of [1, 2]) if (at >= step && tokens[at - step]?.kind === 'job' && stepOn(tokens, at - step) === step) return step;
  return 0;
}

function stepOn(tokens: readonly Token[], at: number): number {
  const [here, next, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (next?.kind === 'job' && next.sentence === here?.sentence) return 1;
  const linked = next?.kind === 'word' && (means(next.word, 'link') || next.word === 'or');
  return linked && second?.kind === 'job' && second.sentence === here?.sentence ? 2 : 0;
}

/** Several jobs may share a deadline or a floor; hours and money apply to each only where the text says so. */
function appliesToEach(tokens: readonly Token[], { first }: Place, field: ClaimField): boolean {
  const words = tokens.filter((token) => token.sentence === tokens[first]?.sentence).map((token) => token.word);
  if (words.some((word) => means(word, 'sum'))) return false;
  return field === 'deadline' || field === 'reliability' || words.some((word) => means(word, 'each'));
}
