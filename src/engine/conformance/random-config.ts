/** A random configuration: any task, any judge mode, options within their limits. */
import type { AnyGame } from '~/contract/game';
import type { OptionField, OptionRow, OptionValue, PlainField } from '~/contract/options';
import type { Draws } from '~/lib/random/draws';

export interface RawConfig {
  task_type: string;
  seed: number;
  judge_mode: string;
  [option: string]: OptionValue;
}

/** So large that no other number in a match looks like it. */
const LEAST_SEED = 1_000_000_000_000;
/** Some options exclude each other (`together`); then new ones are drawn. */
const ATTEMPTS = 200;
const MOST_ROWS = 5;

export function randomConfig(rules: AnyGame, most: Readonly<Record<string, number>>, draws: Draws): { raw: RawConfig; config: unknown } {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const task = draws.choice(rules.tasks).id;
    const judge_mode = rules.judgeModes.length === 0 ? 'off' : draws.choice(rules.judgeModes);
    const raw: RawConfig = { task_type: task, seed: LEAST_SEED + draws.below(2 ** 31), judge_mode };
    for (const field of rules.options(task)) {
      const isLarge = typeof field.default === 'number' && field.default > (most[field.id] ?? field.default);
      if (isLarge || draws.random() < 0.5) raw[field.id] = anyValue(atMost(field, most[field.id]), draws);
    }
    const read = rules.parseConfig(raw);
    if (read.ok) return { raw, config: read.value };
  }
  throw new Error(`of ${ATTEMPTS} configurations by chance the game accepts none`);
}

function atMost(field: OptionField, most: number | undefined): OptionField {
  if (most === undefined || (field.kind !== 'int' && field.kind !== 'number')) return field;
  return { ...field, max: Math.max(field.min, Math.min(field.max, most)) };
}

function anyValue(field: OptionField, draws: Draws): OptionValue {
  switch (field.kind) {
    case 'int':
    case 'number':
      return anyNumber(field, field.kind, draws);
    case 'range': {
      const [one, other] = [anyNumber(field, field.of, draws), anyNumber(field, field.of, draws)];
      return [Math.min(one, other), Math.max(one, other)];
    }
    case 'choice':
      return field.many === true ? field.of.filter(() => draws.random() < 0.5) : draws.choice(field.of);
    case 'flag':
      return draws.random() < 0.5;
    case 'rows':
      return Array.from({ length: draws.randint(0, Math.min(field.most, MOST_ROWS)) }, () => anyRow(field.columns, draws));
  }
}

function anyRow(columns: readonly PlainField[], draws: Draws): OptionRow {
  return Object.fromEntries(columns.map((column) => [column.id, anyValue(column, draws) as string | number | boolean]));
}

function anyNumber({ min, max }: { min: number; max: number }, kind: 'int' | 'number', draws: Draws): number {
  return kind === 'int' ? draws.randint(min, max) : draws.uniform(min, max);
}
