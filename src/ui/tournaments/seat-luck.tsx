import { formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { type Column, Table } from '~/kit/table';
import type { SeatLuck } from '~/tournament/tournament';
import { FigureWhisker, scaleFor, WhiskerAxis } from './figure-whisker';
import { figureWords } from './tournament-words';

const WHAT = 'Mean score of all entrants in each seat; luck is what that is above the mean of all seats of the same world.';

/** What entrants earned in each seat: is one luckier? */
export function SeatLuckTable({ seats, rotation }: { seats: readonly SeatLuck[]; rotation: 'full' | 'none' }) {
  if (seats.length === 0) return null;
  const tasks = [...new Set(seats.map(({ task }) => task))];
  const inOrder = seats.toSorted(
    (one, other) => tasks.indexOf(one.task) - tasks.indexOf(other.task) || one.seat.localeCompare(other.seat, 'en', { numeric: true }),
  );
  const scale = scaleFor(seats.map(({ score }) => score));
  const columns: Column<SeatLuck>[] = [
    { key: 'seat', head: 'Seat', cell: ({ seat }) => <SeatChip seat={seat} named /> },
    {
      key: 'whisker',
      head: <WhiskerAxis scale={scale} />,
      cell: ({ score }) => <FigureWhisker figure={score} scale={scale} />,
      className: 'w-1/2 min-w-40 px-4 align-middle max-sm:hidden',
    },
    { key: 'score', head: 'Mean score', align: 'right', cell: ({ score }) => figureWords(score), className: 'whitespace-nowrap' },
    { key: 'luck', head: 'Luck', align: 'right', cell: ({ luck }) => (luck ? figureWords(luck) : '–'), className: 'whitespace-nowrap' },
    { key: 'n', head: 'Worlds', align: 'right', cell: ({ score }) => formatCount(score.n) },
  ];
  if (tasks.length > 1) columns.unshift({ key: 'task', head: 'Task', cell: ({ task }) => task });
  const note =
    rotation === 'full'
      ? `${WHAT} Every entrant sits in every seat, so luck of a seat is nobody’s lead.`
      : `${WHAT} Seats were drawn, not rotated: a lucky seat may favour somebody.`;
  return (
    <Section title="Seats" note={note}>
      <Table caption="Mean score by seat" columns={columns} rows={inOrder} rowKey={({ task, seat }) => `${task} ${seat}`} />
    </Section>
  );
}
