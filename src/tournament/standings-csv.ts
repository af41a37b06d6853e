import { isMostlyFallback } from '~/lib/play/whose-play';
import { csvTable } from '~/lib/text/csv';
import type { Figure, StandingRow, Standings } from '~/store/tournaments/tournament';

type Cell = string | number | null;

const DECIMALS = 6;
const COLUMNS: readonly [name: string, of: (row: StandingRow) => Cell][] = [
  ['entrant', ({ entrant }) => entrant],
  ['rank', ({ rank }) => rank],
  ['matches', ({ matches }) => matches],
  ['score', ({ score }) => score?.mean ?? null],
  ['score_low', ({ score }) => score?.interval?.[0] ?? null],
  ['score_high', ({ score }) => score?.interval?.[1] ?? null],
  ['profit', ({ profit }) => profit?.mean ?? null],
  ['profit_low', ({ profit }) => profit?.interval?.[0] ?? null],
  ['profit_high', ({ profit }) => profit?.interval?.[1] ?? null],
  ['mu', ({ skill }) => skill?.mu ?? null],
  ['sigma', ({ skill }) => skill?.sigma ?? null],
  ['elo', ({ elo }) => elo?.elo ?? null],
  ['elo_low', ({ elo }) => elo?.interval?.[0] ?? null],
  ['elo_high', ({ elo }) => elo?.interval?.[1] ?? null],
  ['points', ({ points }) => points],
  ['refused', ({ refused }) => refused],
  ['timeouts', ({ timeouts }) => timeouts],
  ['own', ({ origins }) => origins?.own ?? null],
  ['repaired', ({ origins }) => origins?.repaired ?? null],
  ['guarded', ({ origins }) => origins?.guarded ?? null],
  ['fallbacks', ({ fallbacks }) => fallbacks],
  ['walk_backs', ({ walkBacks }) => walkBacks],
  ['turns', ({ turns }) => turns],
  ['tokens', ({ tokens }) => tokens],
  ['cost', ({ cost }) => cost],
  ['failed', ({ failed }) => failed],
  ['fault', ({ fault }) => fault],
];

/**
 * One row per entrant, in rank order, with column names in the first line and figures rounded to meaningful digits. Every row repeats the
 * table's own values: seed range and efficiency. With several tasks, the score of each follows. Columns of the newer method come last.
 */
export function standingsCsv(standings: Pick<Standings, 'rows' | 'range' | 'efficiency' | 'statistics'>): string {
  const { rows, range, efficiency, statistics = 'percentile-1' } = standings;
  const isNewer = statistics !== 'percentile-1';
  const tasks = (rows[0]?.tasks ?? []).length > 1 ? (rows[0]?.tasks ?? []).map(({ task }) => task) : [];
  const ofTable: Cell[] = [range, ...figureCells(efficiency)];
  const whoseTasks = rows.some((row) => row.tasks.some(({ origins }) => origins)) ? tasks : [];
  return csvTable(
    [
      ...COLUMNS.map(([name]) => name),
      'range',
      ...figureNames('efficiency'),
      ...tasks.flatMap((task) => figureNames(`score_${task}`)),
      ...(isNewer ? ['score_median', 'statistics'] : []),
      'score_of',
      'unranked',
      ...whoseTasks.map((task) => `score_${task}_of`),
      'over_budget',
      'not_asked',
    ],
    rows.map((row) =>
      [
        ...COLUMNS.map(([, of]) => of(row)),
        ...ofTable,
        ...(tasks.length > 0 ? row.tasks.flatMap(cellsOfTask) : []),
        ...(isNewer ? [row.score?.median ?? null, statistics] : []),
        ...whoseCells(row),
        ...(whoseTasks.length > 0 ? row.tasks.map(({ origins }) => (origins && isMostlyFallback(origins) ? 'fallback' : 'own')) : []),
        ...partsCells(row),
      ].map(rounded),
    ),
  );
}

/** Removes floating-point noise: an Elo of -7.7e-10 becomes 0. */
export function rounded(cell: Cell): Cell {
  return typeof cell === 'number' ? Number(cell.toFixed(DECIMALS)) + 0 : cell;
}

/** Whose play the score reflects, and why the row has no rank. */
function whoseCells({ turns, fallbacks, unranked }: StandingRow): Cell[] {
  return [isMostlyFallback({ turns, fallback: fallbacks }) ? 'fallback' : 'own', unranked];
}

/** Reasons for its fallback turns. In the others it was asked and could not answer. */
function partsCells({ origins }: StandingRow): Cell[] {
  return origins ? [origins.overBudget ?? 0, origins.notAsked ?? 0] : [null, null];
}

function figureNames(name: string): string[] {
  return [name, `${name}_low`, `${name}_high`];
}

function figureCells(figure: Figure | null): Cell[] {
  return [figure?.mean ?? null, figure?.interval?.[0] ?? null, figure?.interval?.[1] ?? null];
}

function cellsOfTask({ score }: StandingRow['tasks'][number]): Cell[] {
  return figureCells(score);
}
