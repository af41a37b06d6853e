import type { DuelAnswer } from '~/api/judge-words';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { isApartFromHalf, rateWords } from './estimate-words';

type DuelTable = DuelAnswer['table'];
type Standing = DuelTable['standings'][number];

/** Whose pitches were preferred, over all duels so far. */
export function DuelResults({ table }: { table: DuelTable }) {
  return (
    <Section title="So far" note={noteOf(table)}>
      {table.standings.length === 0 ? (
        <p className="text-small text-ink-2">No duel between two different players has been decided yet.</p>
      ) : (
        <Table
          caption="How often each player’s pitch was preferred"
          columns={COLUMNS}
          rows={table.standings}
          rowKey={({ player }) => player}
          className="max-w-3xl"
        />
      )}
    </Section>
  );
}

const COLUMNS: Column<Standing>[] = [
  { key: 'player', head: 'Player', cell: ({ player }) => player },
  {
    key: 'rate',
    head: 'Preferred, 95% interval',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ rate, interval }) => rateWords(rate, interval),
  },
  { key: 'duels', head: 'Duels', align: 'right', cell: ({ duels }) => duels },
  { key: 'wins', head: 'Won', align: 'right', cell: ({ wins }) => wins },
  { key: 'ties', head: 'Same', align: 'right', cell: ({ ties }) => ties },
  { key: 'losses', head: 'Lost', align: 'right', cell: ({ losses }) => losses },
];

/** How many votes there are, and whether the side mattered. */
function noteOf({ votes, voters, left }: DuelTable): string {
  if (left === null) return 'Nobody has voted yet.';
  const counted = `${votes} ${votes === 1 ? 'vote' : 'votes'} from ${voters} ${voters === 1 ? 'browser' : 'browsers'}; “same” counts half.`;
  const side = isApartFromHalf(left.interval) ? ' The side seems to matter, though sides are drawn by lot:' : ' The side does not matter:';
  return `${counted}${votes >= 20 ? `${side} the left one was preferred in ${rateWords(left.rate, left.interval)}.` : ''} Intervals are Wilson’s and take votes as independent.`;
}
