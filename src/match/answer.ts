/** The result of a use case: a value, or a refusal with a code and a sentence for a person. Refusals are not thrown. */
export interface Refused<Code extends string = string> {
  ok: false;
  code: Code;
  why: string;
}

export type Answer<T, Code extends string = string> = { ok: true; value: T } | Refused<Code>;

export function refused<Code extends string>(code: Code, why: string): Refused<Code> {
  return { ok: false, code, why };
}

export function answered<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}
