import type { OptionField } from '~/contract/options';
import type { AnyGame, SettingCard } from './game';

/** What a match of a task can be made of; the task's own values are the defaults. */
export function optionFields({ settings }: Pick<AnyGame, 'settings'>, task: string): OptionField[] {
  return settings.flatMap((card) => fieldOf(card, card.usual[task]) ?? []);
}

/** null: the task has no such setting. */
function fieldOf(
  { name: id, type, summary: help, min, max, choices }: SettingCard,
  usual: number | boolean | string | undefined,
): OptionField | null {
  const words = { id, title: titleOf(id), help };
  if (typeof usual === 'boolean') return { ...words, kind: 'flag', default: usual };
  if (typeof usual === 'string') return { ...words, kind: 'choice', of: choices ?? [usual], default: usual };
  if (typeof usual !== 'number') return null;
  const bounds = { min: min ?? Number.MIN_SAFE_INTEGER, max: max ?? Number.MAX_SAFE_INTEGER };
  return { ...words, ...bounds, kind: type === 'integer' ? 'int' : 'number', default: usual };
}

/** `actions_per_round` becomes `Actions per round`. */
function titleOf(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replaceAll('_', ' ');
}
