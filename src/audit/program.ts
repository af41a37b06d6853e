/** The programs that an audit searches: generated randomly, mutated and crossed. Small enough to read, expressive enough to farm. */
import { FIELDS, type Field, HONEST, HONEST_WITH, type Language, type Program, type Step, stepOf } from '~/contract/audit';

export type Random = () => number;

/** Only honest play; the search extends it with other actions. */
export const HONEST_PROGRAM: Program = [stepOf(HONEST)];

export function randomProgram(language: Language, random: Random, longest = language.longest): Program {
  const length = 1 + Math.floor(random() * longest);
  return Array.from({ length }, () => randomStep(language, random));
}

/** One change: a step is altered, inserted, removed, or moved. */
export function mutate(program: Program, language: Language, random: Random): Program {
  const at = Math.floor(random() * program.length);
  const kind = random();
  if (kind < 0.15 && program.length < language.longest)
    return [...program.slice(0, at), randomStep(language, random), ...program.slice(at)];
  if (kind < 0.35 && program.length > 1) return program.filter((_, i) => i !== at);
  if (kind < 0.6) return program.map((step, i) => (i === at ? randomStep(language, random) : step));
  return program.map((step, i) => (i === at ? alter(step, language, random) : step));
}

/** The first part of one and the last part of the other. */
export function cross(a: Program, b: Program, { language, random }: { language: Language; random: Random }): Program {
  const child = [...a.slice(0, 1 + Math.floor(random() * a.length)), ...b.slice(Math.floor(random() * b.length))];
  return child.slice(0, language.longest);
}

/** `loop: form_coalition (pick rotate) | wait` */
export function describeProgram(program: Program): string {
  return `loop: ${program.map(describeStep).join(' | ')}`;
}

export function randomStep(language: Language, random: Random): Step {
  const type = oneOf(language.types, random);
  const fields = language.fieldsOf(type).map((field) => [field, drawField(language, field, random)]);
  return stepOf(type, Object.fromEntries(fields) as Partial<Step>);
}

/** Fields that rarely differ from their default. */
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

/** Lists only fields that differ from their default. */
function describeStep(step: Step): string {
  if (step.type.startsWith(HONEST_WITH)) return `${step.type} ${step.by}${step.when === 'always' ? '' : ` (${step.when})`}`;
  const fields = (Object.keys(FIELDS) as Field[]).filter((field) => step[field] !== FIELDS[field][0]);
  const said = fields.map((field) => {
    if (field === 'seat') return 'second seat';
    return field === 'when' ? step.when : `${field} ${step[field]}`;
  });
  return said.length === 0 ? step.type : `${step.type} (${said.join(', ')})`;
}
