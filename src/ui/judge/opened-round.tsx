import { formatFixed } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import type { BallotRound } from './ballot-words';

type Opened = NonNullable<BallotRound['opened']>[number];

/** A round whose names are known: who said what, and what everybody gave. */
export function OpenedRound({ round, opened }: { round: BallotRound; opened: readonly Opened[] }) {
  const mine = new Map(round.pitches.map(({ letter, marks }) => [letter, marks?.overall ?? null]));
  const columns: Column<Opened>[] = [
    { key: 'letter', head: 'Pitch', cell: ({ letter }) => <span className="font-semibold">{letter}</span> },
    {
      key: 'lab',
      head: 'Lab',
      cell: ({ labId, player }) => (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <SeatChip seat={labId} named />
          <span className="text-ink-2">{player}</span>
        </span>
      ),
    },
    { key: 'mine', head: 'You', align: 'right', cell: ({ letter }) => mine.get(letter) ?? '–' },
    { key: 'all', head: 'All judges', align: 'right', cell: ({ overall }) => (overall.length === 0 ? '–' : overall.join(' ')) },
    { key: 'rule', head: 'Rule judge', align: 'right', cell: ({ ruleScore }) => formatFixed(ruleScore, 2) },
    {
      key: 'text',
      head: 'What it said',
      className: 'min-w-64',
      cell: ({ text }) => <span className="whitespace-pre-wrap break-words">{text}</span>,
    },
  ];
  return (
    <Table
      caption={`Round ${round.round}: pitches with their labs, overall marks and the rule judge’s scores`}
      columns={columns}
      rows={opened}
      rowKey={({ letter }) => letter}
    />
  );
}
