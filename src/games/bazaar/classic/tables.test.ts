/** The published tables (tests/fixtures/bazaar-v1), by the functions behind `npx mandi eval`. */
import { describe, expect, it } from 'vitest';
import { planEval } from '~/eval/eval-plan';
import { runEval } from '~/eval/run-eval';
import { recorded } from '../../../../tests/fixtures/bazaar-v1/recorded';

interface Row {
  policy: string;
  task: string;
  seeds: string;
  episodes: number | null;
  n: number;
  mean: number;
  surplus: number;
  deal_rate: number;
  rounds: number;
  reward: number;
}

const rows = recorded<Row[]>('tables');
const COLUMNS = ['n', 'mean', 'surplus', 'deal_rate', 'rounds', 'reward'] as const;

describe('the recorded tables', () => {
  const groups = groupBy(rows, ({ seeds, episodes }) => `${seeds} ${episodes ?? 'all'}`);

  it.each([...groups].map(([name, of]) => ({ name, of })))('for seeds and episodes $name', async ({ of }) => {
    const [first] = of;
    const names = (key: 'policy' | 'task') => [...new Set(of.map((row) => row[key]))].join(',');
    const plan = planEval({
      game: 'bazaar/classic',
      policies: names('policy'),
      tasks: names('task'),
      seeds: first?.seeds,
      ...(first?.episodes != null && { options: { episodes: first.episodes } }),
    });
    if (!plan.ok) throw new Error(plan.why);
    const report = await runEval(plan.value, { workers: 0 });
    for (const row of of) {
      const ours = report.rows.find(({ policy, task }) => policy === row.policy && task === row.task);
      for (const column of COLUMNS) expect(ours?.[column], `${row.policy} ${row.task} ${column}`).toBeCloseTo(row[column], 9);
    }
    expect(of.length).toBeGreaterThan(0);
  });
});

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
