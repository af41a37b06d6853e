import type { Robustness, RobustnessPoint } from '~/eval/robustness';
import { fixed } from '~/eval/study-labels';
import { ownTurnsWords } from '~/lib/play/whose-play';
import { intervalText } from './figure-text';
import { type Column, textTable } from './text-table';

const COLUMNS: readonly Column<RobustnessPoint>[] = [
  { title: 'task', align: 'left', text: (point) => point.task },
  { title: 'shock', align: 'left', text: (point) => point.kind },
  { title: 'policy', align: 'left', text: (point) => point.policy },
  { title: 'strikes', align: 'right', text: (point) => String(point.strikes) },
  { title: 'mean', align: 'right', text: (point) => fixed(point.mean) },
  { title: '95% interval', align: 'right', text: (point) => intervalText(point.ci95) || '–' },
  { title: 'change', align: 'right', text: ({ change }) => (change ? fixed(change.mean) : '–') },
  { title: '95% interval', align: 'right', text: ({ change }) => intervalText(change?.ci95) || '–' },
];

/** The grid as a table; changes are relative to the same worlds without shocks. */
export function robustnessText({ points, seeds, splits, command }: Robustness): string {
  const sorted = [...points].sort((a, b) => order(a, b));
  return [
    `robustness: seeds ${seeds} (${splits.join(' + ')}), n = ${points[0]?.n ?? 0}; change: paired, world by world`,
    '',
    textTable(columnsFor(points), sorted),
    '',
    command,
  ].join('\n');
}

/** A mean of a model or program is shown with its share of own turns. */
function columnsFor(points: readonly RobustnessPoint[]): readonly Column<RobustnessPoint>[] {
  const own: Column<RobustnessPoint> = { title: 'own turns', align: 'right', text: ({ played }) => ownTurnsWords(played) };
  const hasOwn = points.some(({ played }) => played);
  return hasOwn ? COLUMNS.flatMap((column) => (column.title === 'mean' ? [column, own] : [column])) : COLUMNS;
}

/** Keeps an agent's curve together. */
function order(a: RobustnessPoint, b: RobustnessPoint): number {
  const name = (point: RobustnessPoint) => `${point.task} ${point.kind} ${point.policy}`;
  return name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a.strikes - b.strikes;
}
