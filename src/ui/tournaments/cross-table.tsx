'use client';
import { clsx } from 'clsx';
import { policyWords } from '~/contract/player';
import { formatCounted, formatExact, formatFixedDelta } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import type { CrossCell } from '~/store/tournaments/tournament';
import type { PairOfEntrants } from './pair-dialog';
import { figureLabel, matchesLabel } from './tournament-labels';

interface Props {
  /** In the order of the standings. */
  entrants: readonly string[];
  cells: readonly CrossCell[];
  onOpen: (pair: PairOfEntrants) => void;
}

/** The row's mean lead over the column in matches that both played. Every cell opens these matches. */
export function CrossTable({ entrants, cells, onOpen }: Props) {
  const byPlace = new Map(cells.map((cell) => [`${cell.row}\n${cell.column}`, cell]));
  const met = entrants.filter((name) => cells.some(({ row, played }) => row === name && played > 0));
  if (met.length < 2) return null;
  return (
    <Section
      title="Who against whom"
      note="The row’s mean score minus the column’s in the same matches. Bold: the 95% interval excludes zero. Select a cell to see its matches."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="relative overflow-x-auto" aria-label="Cross-table" tabIndex={0}>
        <table className="border-collapse text-small">
          <caption className="sr-only">Mean lead of each row over each column</caption>
          <thead>
            <tr>
              <td />
              {met.map((name) => (
                <th key={name} scope="col" className="max-w-32 px-2.5 pb-1.5 text-right align-bottom font-medium text-ink-2 break-words">
                  <PlayerName name={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {met.map((row) => (
              <tr key={row}>
                <th
                  scope="row"
                  className="left-0 max-w-44 py-0.5 pr-3 text-left font-medium break-words max-sm:sticky max-sm:max-w-28 max-sm:bg-(--behind)"
                >
                  <PlayerName name={row} />
                </th>
                {met.map((column) => (
                  <td key={column} className="p-0.5">
                    {row === column ? (
                      <div className="h-11 min-w-24 rounded-sm bg-sunk" />
                    ) : (
                      <Cell cell={byPlace.get(`${row}\n${column}`)} onOpen={onOpen} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

function Cell({ cell, onOpen }: { cell: CrossCell | undefined; onOpen: Props['onOpen'] }) {
  if (!cell || cell.played === 0) return <div className="grid h-11 min-w-24 place-items-center text-ink-3">–</div>;
  const { row, column, difference, played } = cell;
  const isClear = difference?.interval ? difference.interval[0] > 0 || difference.interval[1] < 0 : false;
  return (
    <button
      type="button"
      onClick={() => onOpen({ names: [row, column], met: true, note: noteOf(cell), leader: leaderOf(cell) })}
      aria-label={`${policyWords(row)} against ${policyWords(column)}: ${difference ? formatFixedDelta(difference.mean, 3) : 'no score'}, ${matchesLabel(played)}`}
      title={difference?.interval?.map(formatExact).join(' to ')}
      className="num flex h-11 w-full min-w-24 flex-col items-end justify-center rounded-sm border bg-panel px-2 hover:border-accent"
    >
      <span className={clsx(isClear && 'font-semibold')}>{difference ? formatFixedDelta(difference.mean, 3) : '–'}</span>
      <span className="text-micro text-ink-2">{matchesLabel(played)}</span>
    </button>
  );
}

function leaderOf({ row, column, difference }: CrossCell): string | null {
  if (!difference || difference.mean === 0) return null;
  return difference.mean > 0 ? row : column;
}

function noteOf({ difference, played }: CrossCell): string {
  const lead = difference ? `Mean lead ${figureLabel(difference)} over ${formatCounted(difference.n, 'world')}, ` : '';
  return `${lead}${matchesLabel(played)}.`;
}
