/**
 * The programs that an audit searches: a short loop of steps. A step names an action type, when it is done, by which seat, and how
 * each of its fields is filled from the legal list. Small enough to be read, rich enough to farm.
 */

/** What a field of a step may say; the first is what goes without saying. */
export const FIELDS = {
  /** Whose action it is: the audited seat's, or its owner's second seat's. */
  seat: ['own', 'second'],
  when: [
    'always',
    'first round',
    'second round',
    'middle round',
    'last three rounds',
    'last two rounds',
    'last round',
    'odd rounds',
    'even rounds',
  ],
  /** Which of several choices: the first, the last, another one each round, one by its place in the loop, or the owner's other seat's. */
  pick: ['first', 'last', 'rotate', 'spread', 'partner'],
  /** Of things: blocks, members. */
  things: ['none', 'one', 'little', 'half', 'all'],
  /** Of things that are asked for, and of jobs. */
  wants: ['none', 'one', 'half', 'all'],
  /** Of money that is given, and that is asked for: from a cent to more than there is. */
  give: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  ask: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  /** Conditions of an offer. */
  terms: ['none', 'no resale', 'use next round', 'use by the end', 'coalition only', 'unknown'],
  deposit: ['none', 'cent', 'little', 'half', 'all', 'more', 'most'],
  /** How long an offer or a pledge stands. */
  until: ['usual', 'shortest', 'longest', 'too long'],
  split: ['equal', 'contribution', 'shapley', 'unknown'],
  words: ['none', 'plain', 'keywords', 'facts', 'lies', 'claims', 'long'],
  /** What is wrong with the input. */
  fault: ['none', 'negative', 'somebody else’s', 'twice', 'numbers as text', 'no such id', 'things not listed', 'target not listed'],
  /** What becomes of a number of the honest player's. */
  by: ['× 0', '× 0.5', '× 0.9', '× 1.1', '× 2', '× 3', '× 10', '+ 1', '+ 10', '+ 30', '+ 100', 'left out'],
} as const;

export type Field = keyof typeof FIELDS;
export type Pick = (typeof FIELDS)['pick'][number];
export type Amount = (typeof FIELDS)['give'][number] | 'one';

/** A step of this type is what the honest player would do, so that what pays only beside honest work is found as well. */
export const HONEST = 'honest';
/** The honest player's turn with one field of it changed: `honest with reserve`. */
export const HONEST_WITH = 'honest with ';

export type Step = { type: string } & { [F in Field]: (typeof FIELDS)[F][number] };

export type Program = readonly Step[];

/** What programs are made of: action types, and for each the fields that make a difference. */
export interface Language {
  types: readonly string[];
  fieldsOf(type: string): readonly Field[];
  /** Where a field says less than it could. */
  values?: Partial<Record<Field, readonly string[]>>;
  longest: number;
}

export const LONGEST = 6;

/** Where a program stands, for whoever fills in a step. */
export interface Place {
  round: number;
  /** The step's place in its loop. */
  index: number;
}

export type Random = () => number;

export function stepOf(type: string, fields: Partial<Step> = {}): Step {
  const plain = Object.fromEntries(Object.entries(FIELDS).map(([field, [first]]) => [field, first])) as Omit<Step, 'type'>;
  return { ...plain, ...fields, type };
}

/** Nothing but the honest player: from it the search goes on to those who do something beside. */
export const HONEST_PROGRAM: Program = [stepOf(HONEST)];

export function isHonest({ type }: Step): boolean {
  return type === HONEST || type.startsWith(HONEST_WITH);
}

export function randomProgram(language: Language, random: Random, longest = language.longest): Program {
  const length = 1 + Math.floor(random() * longest);
  return Array.from({ length }, () => randomStep(language, random));
}

/** One change: a step is altered, put in, taken out, or moved. */
export function mutate(program: Program, language: Language, random: Random): Program {
  const at = Math.floor(random() * program.length);
  const kind = random();
  if (kind < 0.15 && program.length < language.longest)
    return [...program.slice(0, at), randomStep(language, random), ...program.slice(at)];
  if (kind < 0.35 && program.length > 1) return program.filter((_, i) => i !== at);
  if (kind < 0.6) return program.map((step, i) => (i === at ? randomStep(language, random) : step));
  return program.map((step, i) => (i === at ? alter(step, language, random) : step));
}

/** The first part of one and the last of the other. */
export function cross(a: Program, b: Program, { language, random }: { language: Language; random: Random }): Program {
  const child = [...a.slice(0, 1 + Math.floor(random() * a.length)), ...b.slice(Math.floor(random() * b.length))];
  return child.slice(0, language.longest);
}

/** `loop: form_coalition (pick rotate) | wait` */
export function describeProgram(program: Program): string {
  return `loop: ${program.map(describeStep).join(' | ')}`;
}

/** The place of a choice among `n`; `n` is at least 1. */
export function placeOf(pick: Pick, n: number, { round, index }: Place): number {
  switch (pick) {
    case 'first':
    case 'partner':
      return 0;
    case 'last':
      return n - 1;
    case 'rotate':
      return round % n;
    case 'spread':
      return index % n;
  }
}

/** How much of a range or how many of a list; `one` and `cent` are themselves. */
export const SHARES: Record<Amount, number> = { none: 0, one: 0, cent: 0, little: 0.1, half: 0.5, all: 1, more: 3, most: 1 };

export function take<T>(list: readonly T[], amount: Amount): T[] {
  if (amount === 'one' || amount === 'cent') return list.slice(0, 1);
  return list.slice(0, Math.ceil(list.length * SHARES[amount]));
}

export function randomStep(language: Language, random: Random): Step {
  const type = oneOf(language.types, random);
  const fields = language.fieldsOf(type).map((field) => [field, drawField(language, field, random)]);
  return stepOf(type, Object.fromEntries(fields) as Partial<Step>);
}

/** In these, anything but the usual is the exception. */
const RARELY: readonly Field[] = ['fault', 'when', 'terms', 'deposit', 'until'];
const USUALLY = 0.6;

function drawField(language: Language, field: Field, random: Random): string {
  if (RARELY.includes(field) && random() < USUALLY) return FIELDS[field][0];
  return oneOf(valuesOf(language, field), random);
}

function valuesOf({ values }: Language, field: Field): readonly string[] {
  return values?.[field] ?? FIELDS[field];
}

function alter(step: Step, language: Language, random: Random): Step {
  const fields = language.fieldsOf(step.type);
  if (fields.length === 0) return randomStep(language, random);
  const field = oneOf(fields, random);
  return { ...step, [field]: oneOf(valuesOf(language, field), random) };
}

function oneOf<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Only what differs from the usual is said. */
function describeStep(step: Step): string {
  if (step.type.startsWith(HONEST_WITH)) return `${step.type} ${step.by}${step.when === 'always' ? '' : ` (${step.when})`}`;
  const fields = (Object.keys(FIELDS) as Field[]).filter((field) => step[field] !== FIELDS[field][0]);
  const said = fields.map((field) => {
    if (field === 'seat') return 'second seat';
    return field === 'when' ? step.when : `${field} ${step[field]}`;
  });
  return said.length === 0 ? step.type : `${step.type} (${said.join(', ')})`;
}
