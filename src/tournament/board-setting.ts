/** The conditions of rated matches. Scores under different conditions are not comparable. */
import { optionText } from '~/contract/options';
import { type Method, methodOf, type TournamentPlan } from '~/store/tournaments/tournament';
import { usualOthers } from './read-plan';

export interface BoardSetting {
  /** In words; also the board's name within its task: `2 at a table; labs 8; judge llm`. */
  setting: string;
  /** Only the size of the table differs from the defaults. */
  isUsual: boolean;
}

/** Everything in a plan that affects the meaning of a score. */
export function settingOf(plan: TournamentPlan): BoardSetting {
  const { tableSize, judgeMode, others, limits, rotation } = plan;
  const special = [
    ...Object.entries(plan.options)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name} ${optionText(value)}`),
    ...(judgeMode === 'off' ? [] : [`judge ${judgeMode}`]),
    ...(sameNames(others, usualOthers(plan.game)) ? [] : [`others ${others.join(', ')}`]),
    ...named(limits, (name, value) => `at most ${value} ${name}`),
    ...(rotation === 'none' ? ['seats not rotated'] : []),
    ...(METHOD_WORDS[methodOf(plan)] ?? []),
  ];
  const table = tableSize === 1 ? 'each alone' : `${tableSize} at a table`;
  return { setting: [table, ...special].join('; '), isUsual: special.length === 0 };
}

/** Ranks of earlier methods have separate boards. */
const METHOD_WORDS: Partial<Record<Method, string[]>> = {
  1: ['mean scores (method 1)'],
  2: ['leads over a null policy (method 2)'],
  3: ['opponents met in few worlds count (method 3)'],
};

/** Default settings first, then smaller tables. */
export function bySetting(a: BoardSetting, b: BoardSetting): number {
  return Number(b.isUsual) - Number(a.isUsual) || a.setting.localeCompare(b.setting, 'en', { numeric: true });
}

/** Sorted by name, so that equal settings give equal texts. */
function named<Name extends string>(
  values: { readonly [name in Name]?: number | null },
  words: (name: string, value: number) => string,
): string[] {
  return Object.entries<number | null | undefined>(values)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => (typeof value === 'number' ? [words(name, value)] : []));
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n');
}
