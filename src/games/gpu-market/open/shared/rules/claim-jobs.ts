/** Which job a number speaks of: the one named last before it, unless the words say otherwise. */
import type { ClaimField } from '../types';
import type { Token } from './claim-tokens';
import { means } from './claim-words';

export interface Place {
  first: number;
  last: number;
  /** The last token of what is quoted. */
  to: number;
}

/** The ids; several when the words before name several in a row. */
export function jobsFor(tokens: readonly Token[], place: Place, field: ClaimField): string[] {
  const named = namedAfter(tokens, place.to);
  if (named !== null) return [named];
  const group = groupFor(tokens, place.first);
  const count = tokens.slice(place.first, place.last + 1).filter((token) => token.kind === 'number').length;
  if (group.length <= 1 || count > 1) return group;
  return appliesToEach(tokens, place, field) ? group : [];
}

/** "9 hours to fill for j_11_0": the job stands behind the number. */
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

/** The jobs named in a row last before the number, in its sentence if there is one, else behind it there, else in the sentences before. */
function groupFor(tokens: readonly Token[], index: number): string[] {
  const here = tokens[index];
  const before = tokens.findLastIndex((token, i) => i < index && token.kind === 'job');
  if (before >= 0 && tokens[before]?.sentence === here?.sentence) return groupAt(tokens, before);
  const after = tokens.findIndex((token, i) => i > index && token.kind === 'job');
  const behind = after >= 0 && (before < 0 || tokens[after]?.sentence === here?.sentence);
  if (behind && !(before >= 0 && speaksOfIt(tokens, index))) return groupAt(tokens, after);
  return before >= 0 ? groupAt(tokens, before) : [];
}

/** The sentence began with a word for what was named before. */
function speaksOfIt(tokens: readonly Token[], index: number): boolean {
  const sentence = tokens[index]?.sentence;
  for (let i = index - 1; i >= 0 && tokens[i]?.sentence === sentence; i -= 1)
    if (/^(it|its|it's|this)$/.test(tokens[i]?.word ?? '')) return true;
  return false;
}

/** The names that stand side by side with this one, joined by commas and "and". */
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

/** Several jobs have a deadline or a floor in common; hours and money only where it is said that each has them. */
function appliesToEach(tokens: readonly Token[], { first }: Place, field: ClaimField): boolean {
  const words = tokens.filter((token) => token.sentence === tokens[first]?.sentence).map((token) => token.word);
  if (words.some((word) => means(word, 'sum'))) return false;
  return field === 'deadline' || field === 'reliability' || words.some((word) => means(word, 'each'));
}
