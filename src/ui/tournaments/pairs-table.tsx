import { policyWords } from '~/contract/player';
import { Badge } from '~/kit/badge';
import { formatCount, formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import { isSureLead } from '~/statistics/anytime';
import type { PairRow } from '~/store/tournaments/tournament';
import type { PairOfEntrants } from './pair-dialog';
import { None } from './standings-table';
import { figureLabel, moreLabel } from './tournament-labels';

interface Props {
  pairs: readonly PairRow[];
  nulls: ReadonlySet<string>;
  /** Nothing more is played, so this is the single look for which a fixed p-value is valid. */
  isOver: boolean;
  /** Entrants meet at tables, at which null policies never sit. */
  tablesAreShared: boolean;
  onOpen: (pair: PairOfEntrants) => void;
}

/** Two entrants in the same worlds: whose lead is significant, and how many more matches would settle the others. */
export function PairsTable({ pairs, nulls, isOver, tablesAreShared, onOpen }: Props) {
  const compared = comparedPairs(pairs, nulls);
  const apart = pairs.length - compared.length;
  const isNewer = compared.some(({ anytime }) => anytime !== undefined);
  if (compared.length === 0) return null;
  return (
    <Section
      title="Paired differences"
      note={`Mean score of the first entrant minus the second in worlds that both played, with a 95% bootstrap interval. p is from a sign-flip test, corrected for all pairs (Holm). ${isNewer ? 'It is valid for one look, after the planned worlds. “p, any time” is valid however often you look, and decides which leads are significant until the tournament is over. ' : ''}More matches: roughly how many more make a lead of this size significant (80% power)${isNewer ? ', estimated from the planned worlds only. Effect: the lead divided by the standard deviation of the leads per world' : ''}. Select a lead to see the matches of both.`}
    >
      <Table
        caption="Paired differences"
        columns={columnsOf({ onOpen, isNewer, isOver })}
        rows={compared}
        rowKey={({ a, b }) => `${a} | ${b}`}
      />
      {apart > 0 ? (
        <p className="mt-2 text-ink-2 text-small">
          {apart === 1 ? 'One more pair has' : `${formatCount(apart)} more pairs have`} no world in common.
        </p>
      ) : null}
      {tablesAreShared && compared.some(({ a, b }) => nulls.has(a) || nulls.has(b)) ? (
        <p className="mt-2 text-ink-2 text-small">
          Baselines play the same worlds and seats, but against the policies that fill seats instead of the other entrants. So their
          differences also depend on who else is at the table.
        </p>
      ) : null}
    </Section>
  );
}

function columnsOf({ onOpen, isNewer, isOver }: Pick<Props, 'onOpen' | 'isOver'> & { isNewer: boolean }): Column<PairRow>[] {
  const [pair, ...figures] = COLUMNS;
  const rest = [...figures, ...verdictsOf(isOver)];
  const lead: Column<PairRow> = {
    key: 'difference',
    head: 'Lead',
    align: 'right',
    cell: (row) => <Lead pair={row} onOpen={onOpen} />,
    className: 'whitespace-nowrap',
  };
  const known = isNewer
    ? rest.flatMap((column) => (column.key === 'holm' ? [column, ANYTIME] : column.key === 'worlds' ? [EFFECT, column] : [column]))
    : rest;
  return [...(pair ? [pair] : []), lead, ...known];
}

const EFFECT: Column<PairRow> = {
  key: 'effect',
  head: 'Effect',
  align: 'right',
  cell: ({ effect = null }) => (effect === null ? <None /> : <span title={String(effect)}>{formatFixed(effect, 2)}</span>),
  className: 'whitespace-nowrap',
};

const ANYTIME: Column<PairRow> = {
  key: 'anytime',
  head: 'p, any time',
  align: 'right',
  cell: ({ anytime }) => <P value={anytime?.holm ?? null} />,
  className: 'whitespace-nowrap',
};

const COLUMNS: Column<PairRow>[] = [
  {
    key: 'pair',
    head: 'Pair',
    cell: ({ a, b, difference }) => (
      <>
        <PlayerName name={a} className="font-medium" /> <span className="text-ink-2">{overWord(difference)}</span> <PlayerName name={b} />
      </>
    ),
  },
  { key: 'worlds', head: 'Worlds', align: 'right', cell: ({ worlds }) => formatCount(worlds) },
  { key: 'p', head: 'p', align: 'right', cell: ({ p }) => <P value={p} /> },
  { key: 'holm', head: 'p, Holm', align: 'right', cell: ({ holm }) => <P value={holm} />, className: 'whitespace-nowrap' },
];

function verdictsOf(isOver: boolean): Column<PairRow>[] {
  return [
    { key: 'sure', head: 'Lead is', cell: (row) => <Sure {...{ row, isOver }} />, className: 'whitespace-nowrap' },
    { key: 'more', head: 'More matches', align: 'right', cell: (row) => moreLabel(row, isOver), className: 'whitespace-nowrap' },
  ];
}

function Lead({ pair: { a, b, difference, interval, worlds }, onOpen }: { pair: PairRow; onOpen: Props['onOpen'] }) {
  const words = figureLabel({ mean: difference, interval, n: worlds });
  const inWorlds = `the ${worlds === 1 ? 'world' : `${formatCount(worlds)} worlds`} that both played. All matches of either:`;
  const note = difference === 0 ? `Neither leads in ${inWorlds}` : `${policyWords(a)} leads by ${words} over ${inWorlds}`;
  return (
    <button
      type="button"
      onClick={() => onOpen({ names: [a, b], met: false, note, leader: difference === 0 ? null : a })}
      aria-label={`${policyWords(a)} ${overWord(difference)} ${policyWords(b)}: ${words}, their matches`}
      className="num underline underline-offset-2 hover:text-accent"
    >
      {words}
    </button>
  );
}

function overWord(difference: number): string {
  return difference === 0 ? 'tied with' : 'over';
}

function P({ value }: { value: number | null }) {
  if (value === null) return <None />;
  return <span title={String(value)}>{value < 0.0005 ? '< 0.001' : formatFixed(value, 3)}</span>;
}

function Sure({ row, isOver }: { row: PairRow; isOver: boolean }) {
  if (row.holm === null) return <None />;
  return isSureLead(row, isOver) ? <Badge tone="accent">significant</Badge> : <Badge>not sure</Badge>;
}

/** Pairs with a common world, the leader first; contestants before null policies, then by significance, then by lead. */
export function comparedPairs(pairs: readonly PairRow[], nulls: ReadonlySet<string>): PairRow[] {
  const nullsIn = ({ a, b }: PairRow) => Number(nulls.has(a)) + Number(nulls.has(b));
  return pairs
    .filter(({ worlds }) => worlds > 0)
    .map(leaderFirst)
    .sort((one, other) => nullsIn(one) - nullsIn(other) || (one.p ?? 1) - (other.p ?? 1) || other.difference - one.difference);
}

/** Orders the pair so that its lead is positive. */
function leaderFirst(pair: PairRow): PairRow {
  const { a, b, difference, interval, median, effect } = pair;
  if (difference >= 0) return pair;
  const turned = { a: b, b: a, difference: -difference, interval: interval && ([-interval[1], -interval[0]] as [number, number]) };
  return { ...pair, ...turned, ...(median && { median: -median }), ...(effect && { effect: -effect }) };
}
