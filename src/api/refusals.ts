/** Counts this process's refusals by code. */
import type { ErrorCode } from './errors';

const refusals = new Map<ErrorCode, number>();

export function noteRefusal(code: ErrorCode): void {
  refusals.set(code, (refusals.get(code) ?? 0) + 1);
}

/** Counts a refusal and returns it. */
export function noted<Words extends { code: ErrorCode }>(words: Words): Words {
  noteRefusal(words.code);
  return words;
}

export function refusalsSoFar(): ReadonlyMap<ErrorCode, number> {
  return refusals;
}
