/**
 * Reads claims about jobs from a pitch's own words: a job's name, and numbers beside the words that tell what they are. What is
 * denied, asked, hedged or a range claims nothing (docs/judge.md).
 */
import type { Claim, ClaimField } from '../types';
import { type Reading, readField, type Span } from './claim-fields';
import { isAsserted } from './claim-guards';
import { jobsFor } from './claim-jobs';
import { type Cut, cut, type Token } from './claim-tokens';
import { means } from './claim-words';

export interface FoundClaim extends Claim {
  /** The words it was read from. */
  quote: string;
}

/** Every claim that the text makes about a job it names, in the order of its words; the same twice is one. */
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

/** How far on the list's next number stands; 0 when it ends here. */
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

/** "round 7 and 6 hours" is no list. */
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

/** A reliability may be told in hundredths. */
function toldValue(field: ClaimField, token: Token | undefined): number {
  const value = token?.value ?? Number.NaN;
  return field === 'reliability' && value > 1 ? Math.round(value * 100) / 10000 : value;
}

function quoteOf(text: string, tokens: readonly Token[], { from, to }: Reading): string {
  return text.slice(tokens[from]?.at ?? 0, tokens[to]?.end ?? text.length);
}
