import type { PairedDifference } from '~/statistics/paired';
import { Badge } from '../kit/badge';
import { formatCount, formatFixed } from '../kit/format';
import { Section } from '../kit/panel';
import { type Column, Table } from '../kit/table';
import { None } from './standings-table';
import { figureWords, isSure, moreWords } from './tournament-words';

/** Two entrants in the same worlds: whose lead is sure, and how much more would settle the others. */
export function PairsTable({ pairs, nulls }: { pairs: readonly PairedDifference[]; nulls: ReadonlySet<string> }) {
  if (pairs.length === 0) return null;
  return (
    <Section
      title="Paired differences"
      note="Mean score of the first less the second in worlds that both played, 95 % bootstrap interval; p by a sign-flip test, corrected for all pairs (Holm). More worlds: until such a lead is significant with a power of 80 %."
    >
      <Table
        caption="Paired differences"
        columns={COLUMNS}
        rows={pairs.map(leaderFirst).sort((one, other) => nullsIn(one, nulls) - nullsIn(other, nulls))}
        rowKey={({ a, b }) => `${a} | ${b}`}
      />
    </Section>
  );
}

const COLUMNS: Column<PairedDifference>[] = [
  {
    key: 'pair',
    head: 'Pair',
    cell: ({ a, b }) => (
      <>
        <span className="code font-medium">{a}</span> <span className="text-ink-2">over</span> <span className="code">{b}</span>
      </>
    ),
  },
  {
    key: 'difference',
    head: 'Lead',
    align: 'right',
    cell: ({ difference, interval, worlds }) => figureWords({ mean: difference, interval, n: worlds }),
    className: 'whitespace-nowrap',
  },
  { key: 'worlds', head: 'Worlds', align: 'right', cell: ({ worlds }) => formatCount(worlds) },
  { key: 'p', head: 'p', align: 'right', cell: ({ p }) => <P value={p} /> },
  { key: 'holm', head: 'Holm', align: 'right', cell: ({ holm }) => <P value={holm} /> },
  { key: 'sure', head: 'Lead is', cell: ({ holm }) => <Sure holm={holm} /> },
  { key: 'more', head: 'More worlds', align: 'right', cell: moreWords, className: 'whitespace-nowrap' },
];

/** Pairs of contestants come first. */
function nullsIn({ a, b }: PairedDifference, nulls: ReadonlySet<string>): number {
  return Number(nulls.has(a)) + Number(nulls.has(b));
}

/** A lead is positive: who has it stands first. */
export function leaderFirst(pair: PairedDifference): PairedDifference {
  const { a, b, difference, interval } = pair;
  if (difference >= 0) return pair;
  return { ...pair, a: b, b: a, difference: -difference, interval: interval && [-interval[1], -interval[0]] };
}

function P({ value }: { value: number | null }) {
  if (value === null) return <None />;
  return <span title={String(value)}>{value < 0.0005 ? '< 0.001' : formatFixed(value, 3)}</span>;
}

function Sure({ holm }: { holm: number | null }) {
  if (holm === null) return <None />;
  return isSure(holm) ? <Badge tone="accent">significant</Badge> : <Badge>not sure</Badge>;
}
