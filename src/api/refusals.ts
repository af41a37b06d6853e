/** How often this process has refused something, by code: a map that is added to, and read when somebody asks. */
import type { ErrorCode } from './errors';

const refusals = new Map<ErrorCode, number>();

export function noteRefusal(code: ErrorCode): void {
  refusals.set(code, (refusals.get(code) ?? 0) + 1);
}

/** Words that are on their way to whoever is refused. */
export function noted<Words extends { code: ErrorCode }>(words: Words): Words {
  noteRefusal(words.code);
  return words;
}

export function refusalsSoFar(): ReadonlyMap<ErrorCode, number> {
  return refusals;
}
