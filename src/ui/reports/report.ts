import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import type { AppRouter } from '~/api/router';
import { policyWords } from '~/contract/player';
import type { Range } from '~/kit/charts/whiskers';
import { seedLabel } from '~/kit/seed-labels';
import { taskTitle } from '../task-title';

/** A stored report, as returned by the API. */
export type Report = inferRouterOutputs<AppRouter>['report']['get'];
export type ReportTable = Report['tables'][number];
export type ReportRow = ReportTable['rows'][number];
export type BeforeAfter = NonNullable<Report['beforeAfter']>;
export type Robustness = NonNullable<Report['robustness']>;
export type Populations = NonNullable<Report['populations']>;

export type Stress = NonNullable<inferRouterInputs<AppRouter>['report']['replay']['stress']>;

/** The game of the shown report. */
export const ReportGame = createContext('');

/** Titles of its tasks. */
export function useTaskTitles(): (task: string) => string {
  const key = useContext(ReportGame);
  return (task) => taskTitle({ key, task });
}

const RANGES: Record<string, Range> = { train: 'train', validation: 'validation', test: 'holdout' };

/** For the tab: `Report: planner, greedy`. Null policies and farmers are in every report. */
export function reportTitle({ tables }: { tables: readonly { rows: readonly Pick<ReportRow, 'policy' | 'role'>[] }[] }): string {
  const names = new Set(tables.flatMap(({ rows }) => rows.flatMap(({ policy, role }) => (role === 'contestant' ? [policy] : []))));
  const [first, second, ...more] = names;
  if (first === undefined) return 'Report';
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `Report: ${second === undefined ? first : `${first}, ${second}${others}`}`;
}

/** What a stored report compares, from its command: who, and where. */
export function reportWords({ command, game }: { command: string; game: string }): { who: string; where: string } {
  const flag = (name: string) => new RegExp(`--${name} (\\S+)`).exec(command)?.[1];
  const listOf = (text: string | undefined) => text?.split(',').filter((one) => one !== 'all') ?? [];
  const [players, tasks, seeds] = [listOf(flag('policies')), listOf(flag('tasks')), flag('seeds')];
  const who = players.length === 0 ? 'All scripted policies' : players.map(policyWords).join(', ');
  const parts = [
    tasks.length === 0 ? 'all tasks' : tasks.map((task) => taskTitle({ key: game, task })).join(', '),
    seeds === undefined ? '' : `seeds ${seedLabel(seeds)}`,
    ...['robustness', 'populations'].filter((part) => command.includes(`--${part}`)),
  ];
  const where = parts.filter(Boolean).join(', ');
  return { who, where: where.charAt(0).toUpperCase() + where.slice(1) };
}

/** The whiskers' name of a seed range. */
export function rangeOf({ range }: Pick<ReportTable, 'range'>): Range {
  return RANGES[range] ?? 'mixed';
}

export const ROLE_NOTE: Record<ReportRow['role'], string | null> = {
  contestant: null,
  variant: 'variant, not ranked',
  null: 'baseline',
  farmer: 'tries to farm the score',
};

/** The numbers of a seed list: `0-2,7` is 0, 1, 2, 7. */
export function seedsIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** `energy spike, struck 2 times` */
export function stressLabel({ kind, strikes }: Stress): string {
  if (strikes === 0) return 'without shocks';
  return `${kind.replaceAll('_', ' ')}, struck ${strikes === 1 ? 'once' : `${strikes} times`}`;
}
