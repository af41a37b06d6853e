import { csvTable } from '~/eval/csv';
import type { StandingRow, Standings } from './tournament';

type Cell = string | number | null;

const COLUMNS: readonly [name: string, of: (row: StandingRow) => Cell][] = [
  ['entrant', ({ entrant }) => entrant],
  ['rank', ({ rank }) => rank],
  ['matches', ({ matches }) => matches],
  ['score', ({ score }) => score?.mean ?? null],
  ['score_low', ({ score }) => score?.interval?.[0] ?? null],
  ['score_high', ({ score }) => score?.interval?.[1] ?? null],
  ['profit', ({ profit }) => profit?.mean ?? null],
  ['mu', ({ skill }) => skill?.mu ?? null],
  ['sigma', ({ skill }) => skill?.sigma ?? null],
  ['elo', ({ elo }) => elo?.elo ?? null],
  ['elo_low', ({ elo }) => elo?.interval?.[0] ?? null],
  ['elo_high', ({ elo }) => elo?.interval?.[1] ?? null],
  ['points', ({ points }) => points],
  ['refused', ({ refused }) => refused],
  ['timeouts', ({ timeouts }) => timeouts],
  ['fallbacks', ({ fallbacks }) => fallbacks],
  ['walk_backs', ({ walkBacks }) => walkBacks],
  ['turns', ({ turns }) => turns],
  ['tokens', ({ tokens }) => tokens],
  ['cost', ({ cost }) => cost],
  ['failed', ({ failed }) => failed],
  ['fault', ({ fault }) => fault],
];

/** A row an entrant, as ranked; the first line names the columns, and figures have all their digits. */
export function standingsCsv({ rows }: Pick<Standings, 'rows'>): string {
  return csvTable(
    COLUMNS.map(([name]) => name),
    rows.map((row) => COLUMNS.map(([, of]) => of(row))),
  );
}
