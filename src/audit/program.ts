/**
 * The programs that an audit searches: a short loop of steps, one a round. A step names an action type and how its fields are filled
 * from the legal list; where it cannot be done, the loop's next one is tried. Small enough to be read, rich enough to farm.
 */

export const PICKS = ['first', 'last', 'rotate', 'spread'] as const;
/** Which of several choices: the first, the last, another one each round, or one by its place in the loop. */
export type Pick = (typeof PICKS)[number];

export const AMOUNTS = ['none', 'little', 'half', 'all'] as const;
export type Amount = (typeof AMOUNTS)[number];

export const WORDS = ['none', 'plain', 'keywords', 'facts'] as const;
export type Words = (typeof WORDS)[number];

/** A step of this type is what the honest player would do, so that what pays only beside honest work is found as well. */
export const HONEST = 'honest';

export interface Step {
  /** An action type, or `HONEST`. */
  type: string;
  pick: Pick;
  /** Of things: blocks, jobs, members. */
  things: Amount;
  /** Of money that is given, and that is asked for. */
  give: Amount;
  ask: Amount;
  words: Words;
}

export type Program = readonly Step[];

export const LONGEST = 6;

/** Where a program stands, for whoever fills in a step. */
export interface Place {
  round: number;
  /** The step's place in its loop. */
  index: number;
}

export type Random = () => number;

/** Nothing but the honest player: from it the search goes on to those who do something beside. */
export const HONEST_PROGRAM: Program = [{ type: HONEST, pick: 'first', things: 'none', give: 'none', ask: 'none', words: 'none' }];

export function randomProgram(types: readonly string[], random: Random): Program {
  const length = 1 + Math.floor(random() * LONGEST);
  return Array.from({ length }, () => randomStep(types, random));
}

/** One change: a step is altered, put in, taken out, or moved. */
export function mutate(program: Program, types: readonly string[], random: Random): Program {
  const at = Math.floor(random() * program.length);
  const kind = random();
  if (kind < 0.15 && program.length < LONGEST) return [...program.slice(0, at), randomStep(types, random), ...program.slice(at)];
  if (kind < 0.35 && program.length > 1) return program.filter((_, i) => i !== at);
  if (kind < 0.6) return program.map((step, i) => (i === at ? randomStep(types, random) : step));
  return program.map((step, i) => (i === at ? alter(step, types, random) : step));
}

/** The first part of one and the last of the other. */
export function cross(a: Program, b: Program, random: Random): Program {
  const child = [...a.slice(0, 1 + Math.floor(random() * a.length)), ...b.slice(Math.floor(random() * b.length))];
  return child.slice(0, LONGEST);
}

/** `loop: form_coalition (rotate) | wait` */
export function describeProgram(program: Program): string {
  return `loop: ${program.map(describeStep).join(' | ')}`;
}

/** The place of a choice among `n`; `n` is at least 1. */
export function placeOf(pick: Pick, n: number, { round, index }: Place): number {
  switch (pick) {
    case 'first':
      return 0;
    case 'last':
      return n - 1;
    case 'rotate':
      return round % n;
    case 'spread':
      return index % n;
  }
}

/** How much of a range or how many of a list. */
export const SHARES: Record<Amount, number> = { none: 0, little: 0.1, half: 0.5, all: 1 };

function randomStep(types: readonly string[], random: Random): Step {
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return {
    type: oneOf(types),
    pick: oneOf(PICKS),
    things: oneOf(AMOUNTS),
    give: oneOf(AMOUNTS),
    ask: oneOf(AMOUNTS),
    words: oneOf(WORDS),
  };
}

function alter(step: Step, types: readonly string[], random: Random): Step {
  const other = randomStep(types, random);
  const fields = Object.keys(step) as (keyof Step)[];
  const field = fields[Math.floor(random() * fields.length)] ?? 'pick';
  return { ...step, [field]: other[field] };
}

function describeStep({ type, pick, things, give, ask, words }: Step): string {
  if (type === HONEST) return HONEST;
  const said = [pick, `things ${things}`, `give ${give}`, `ask ${ask}`, `words ${words}`];
  return `${type} (${said.join(', ')})`;
}
