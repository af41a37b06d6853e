import { clsx } from 'clsx';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { type WhiskerScale, whiskerScale } from '~/kit/charts/whisker-geometry';
import { SplitKey, WhiskerAxis, WhiskerPair } from '~/kit/charts/whiskers';
import { formatFixed } from '~/kit/format';
import { seedLabel } from '~/kit/seed-labels';
import { fallbackWords, isMostlyFallback } from '~/lib/play/whose-play';
import { PolicyCell } from './policy-cell';
import { type ReportRow, type ReportTable, rangeOf, useTaskTitles } from './report';

/** Every policy's mean with its interval: one panel per task, with seed ranges below each other. */
export function ReportWhiskers({ tables }: { tables: readonly ReportTable[] }) {
  const scale = whiskerScale(tables.flatMap(({ rows }) => rows));
  const tasks = [...new Set(tables.map(({ task }) => task))];
  return (
    <ChartFrame title="Mean score of each policy, by task" note={<Key tables={tables} />} file="mandi-report" table={behind(tables)}>
      <div className={clsx('mt-4 grid gap-x-10 gap-y-8', tasks.length > 1 && 'lg:grid-cols-2')}>
        {tasks.map((task) => (
          <TaskPanel key={task} task={task} tables={tables.filter((table) => table.task === task)} scale={scale} />
        ))}
      </div>
    </ChartFrame>
  );
}

function Key({ tables }: { tables: readonly ReportTable[] }) {
  const ranges = new Map(tables.map((table) => [table.range, table]));
  return (
    <>
      {[...ranges.values()].map((table) => (
        <span key={table.range} className="mr-3 inline-block">
          <SplitKey split={rangeOf(table)} /> {table.range}, seeds {seedLabel(table.seeds)}, n = {table.n}
        </span>
      ))}
      <span className="inline-block">Whiskers: 95% bootstrap interval of the mean.</span>
    </>
  );
}

function TaskPanel({ task, tables, scale }: { task: string; tables: readonly ReportTable[]; scale: WhiskerScale }) {
  const titleOf = useTaskTitles();
  const rows = tables[0]?.rows ?? [];
  return (
    <div className="min-w-0">
      <h4 className="font-medium text-small">{titleOf(task)}</h4>
      <ul>
        {rows.map((row, at) => {
          const own = tables.flatMap((table) =>
            table.rows.filter(({ policy }) => policy === row.policy).map((one) => ({ table, row: one })),
          );
          return (
            <li
              key={row.policy}
              className={clsx('border-t py-1.5', rows[at - 1] && rows[at - 1]?.role !== row.role && 'border-line-strong')}
            >
              <div className="grid grid-cols-[minmax(0,1fr)_3.25rem] items-center gap-x-3 max-sm:gap-y-2.5 sm:grid-cols-[12rem_minmax(0,1fr)_3.25rem]">
                <div className="min-w-0 break-words max-sm:col-span-2">
                  <PolicyCell {...row} counts={own.find((one) => isFallbacks(one.row))?.row.counts} />
                </div>
                <WhiskerPair
                  figures={own.map(({ table, row: one }) => ({ split: rangeOf(table), row: one }))}
                  scale={scale}
                  role={row.role}
                />
                <div className="num text-right text-micro leading-[14px]">
                  {own.map(({ table, row: one }) => (
                    <div key={table.seeds} title={spoken(table, one)}>
                      {formatFixed(one.mean, 3)}
                    </div>
                  ))}
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mr-16 sm:ml-[12.75rem]">
        <WhiskerAxis scale={scale} />
      </div>
    </div>
  );
}

function isFallbacks({ counts }: ReportRow): boolean {
  return counts !== undefined && isMostlyFallback(counts);
}

function spoken({ range, n }: ReportTable, row: ReportRow): string {
  const { mean, ci95, counts } = row;
  const interval = ci95 ? `, 95% interval ${formatFixed(ci95[0], 3)} to ${formatFixed(ci95[1], 3)}` : '';
  const whose = counts && isFallbacks(row) ? `; ${fallbackWords(counts)}` : '';
  return `${range}: mean ${formatFixed(mean, 3)}${interval}, n = ${n}${whose}`;
}

function behind(tables: readonly ReportTable[]) {
  return {
    columns: [
      'policy',
      'role',
      'task',
      'range',
      'seeds',
      'n',
      'mean',
      'median',
      'std',
      'ci95_low',
      'ci95_high',
      'refused',
      'handed_in',
      'score_of',
    ],
    rows: tables.flatMap(({ task, range, rows }) =>
      rows.map(({ policy, role, seeds, n, mean, median = null, std, ci95, invalid, handedIn, counts }) => [
        policy,
        role,
        task,
        range,
        seeds,
        n,
        mean,
        median,
        std,
        ci95?.[0] ?? null,
        ci95?.[1] ?? null,
        invalid,
        handedIn,
        counts && isMostlyFallback(counts) ? 'fallback' : 'own',
      ]),
    ),
  };
}
