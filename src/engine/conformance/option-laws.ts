/** Options at their limits and beyond them. */
import type { AnyGame } from '~/contract/game';
import type { OptionField, OptionValue } from '~/contract/options';
import type { Draws } from '~/lib/random/draws';
import type { Bench } from './laws';

/** Options may exclude each other: as many others are tried beside one that is at its limit. */
const ATTEMPTS = 300;

export function optionLaws(rules: AnyGame, bench: Bench, draws: Draws): void {
  for (const { id: task_type } of rules.tasks) {
    bench.hold('options', rules.parseConfig({ task_type }).ok, () => `task ${task_type} is refused as it is`);
    for (const field of rules.options(task_type)) {
      for (const value of [field.default, ...limitsOf(field)]) {
        const isAccepted = accepts(rules, { task_type, [field.id]: value }, draws);
        bench.hold('options', isAccepted, () => `${task_type}: ${field.id} ${JSON.stringify(value)} is refused`);
      }
      for (const value of beyond(field)) {
        const read = rules.parseConfig({ task_type, [field.id]: value });
        bench.hold('options', !read.ok && read.why.trim() !== '', () => `${task_type}: ${field.id} ${JSON.stringify(value)} is accepted`);
      }
    }
  }
  for (const raw of [{ task_type: 'no such task' }, { seed: -1 }, { seed: 0.5 }, { judge_mode: 'no such mode' }])
    bench.hold('options', !rules.parseConfig(raw).ok, () => `${JSON.stringify(raw)} is accepted`);
}

/** Alone, or, where the game says that some exclude each other, beside others that are at a limit of their own. */
function accepts(rules: AnyGame, raw: { task_type: string; [option: string]: OptionValue }, draws: Draws): boolean {
  if (rules.parseConfig(raw).ok) return true;
  if (rules.together.length === 0) return false;
  const others = rules.options(raw.task_type).filter(({ id }) => raw[id] === undefined);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const beside = others.map((field) => [field.id, draws.choice([field.default, ...limitsOf(field)])]);
    if (rules.parseConfig({ ...Object.fromEntries(beside), ...raw }).ok) return true;
  }
  return false;
}

function limitsOf(field: OptionField): OptionValue[] {
  switch (field.kind) {
    case 'int':
    case 'number':
      return [field.min, field.max];
    case 'range':
      return [
        [field.min, field.min],
        [field.min, field.max],
        [field.max, field.max],
      ];
    case 'choice':
      return field.many === true ? field.of.map((one) => [one]) : [...field.of];
    case 'flag':
      return [true, false];
    case 'rows':
      return [[]];
  }
}

function beyond(field: OptionField): unknown[] {
  switch (field.kind) {
    case 'int':
    case 'number':
      return [...beyondEnds(field, field.kind), Number.NaN, Number.POSITIVE_INFINITY, 'many', true];
    case 'range':
      return [...beyondEnds(field, field.of).map((end) => [end, end]), [field.max, field.min], [field.min], field.min, 'many'];
    case 'choice':
      return field.many === true ? [['no such choice'], 'no such choice', 1] : ['no such choice', 1, true];
    case 'flag':
      return ['yes', 1];
    case 'rows':
      return [{}, 'rows', [7], Array.from({ length: field.most + 1 }, () => ({}))];
  }
}

function beyondEnds({ min, max }: { min: number; max: number }, kind: 'int' | 'number'): number[] {
  return kind === 'int' ? [min - 1, max + 1, min + 0.5] : [min - 0.001, max + 0.001];
}
