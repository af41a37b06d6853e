import { policyWords } from '~/contract/player';
import { formatExact, formatFixed, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import type { Standings } from '~/store/tournaments/tournament';
import type { PairOfEntrants } from './pair-dialog';
import { None } from './standings-table';

type Theory = NonNullable<Standings['theory']>;

interface Props extends Pick<Standings, 'theory' | 'whyNoTheory'> {
  contestants: number;
  onOpen: (pair: PairOfEntrants) => void;
}

/** Payoffs of each against each, best responses, and the equilibrium mixture; or why they are not available. */
export function TheorySection({ theory, whyNoTheory, contestants, onOpen }: Props) {
  if (theory) return <Found theory={theory} contestants={contestants} onOpen={onOpen} />;
  if (whyNoTheory === null) return null;
  return (
    <Section title={TITLE}>
      <p className="text-ink-2 text-small">None for this tournament: {whyNoTheory}.</p>
    </Section>
  );
}

const TITLE = 'Empirical game theory';

function Found({ theory, contestants, onOpen }: Pick<Props, 'contestants' | 'onOpen'> & { theory: Theory }) {
  const { entrants, payoffs, cycles, nash, alphaRank } = theory;
  const payoffColumns: Column<string>[] = [
    { key: 'row', head: <span className="sr-only">Entrant</span>, cell: (name) => <PlayerName name={name} className="font-medium" /> },
    ...entrants.map((column, place) => ({
      key: column,
      head: (
        <span className="inline-block max-w-24 align-bottom break-words">
          <PlayerName name={column} />
        </span>
      ),
      align: 'right' as const,
      cell: (name: string) => <Payoff names={[name, column]} value={payoffs[entrants.indexOf(name)]?.[place] ?? null} onOpen={onOpen} />,
    })),
  ];
  const nashColumns: Column<string>[] = [
    { key: 'name', head: 'Entrant', cell: (name) => <PlayerName name={name} /> },
    { key: 'share', head: 'Share', align: 'right', cell: (name) => formatPercent(nash.mixture[name] ?? 0) },
    { key: 'rating', head: 'Nash average', align: 'right', cell: (name) => formatFixed(nash.rating[name] ?? 0, 3) },
    ...(alphaRank
      ? [{ key: 'alpha', head: 'α-rank', align: 'right' as const, cell: (name: string) => formatPercent(alphaRank[name] ?? 0) }]
      : []),
    { key: 'answer', head: 'Best response to it', cell: (name) => <Answers names={theory.bestResponses[name] ?? []} /> },
  ];
  return (
    <Section
      title={TITLE}
      note={`Which entrants would survive if everybody could switch to whoever leads? The best response to an entrant has the largest lead over it; the entrant itself counts with a lead of 0. Nash averaging (Balduzzi et al. 2018) is not affected by copies of an entrant.${alphaRank ? ' α-rank (Omidshafiei et al. 2019) is the share of time in which everybody plays an entrant, if leading entrants spread.' : ''}${leftOut(contestants - entrants.length)}`}
    >
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <Table
            captioned
            keepFirst
            caption="Mean score of the row in matches with the column, whoever else played"
            columns={payoffColumns}
            rows={entrants}
            rowKey={(name) => name}
          />
        </div>
        <div className="min-w-0">
          <Table captioned caption="The equilibrium mixture" columns={nashColumns} rows={entrants} rowKey={(name) => name} />
          <p className="mt-2 text-ink-2 text-small" title={formatExact(nash.exploitability)}>
            Nobody can gain more than {formatFixed(nash.exploitability, 4)} by leaving the mixture.
          </p>
        </div>
      </div>
      <ul className="mt-4 space-y-1 text-small">
        {cycles.map((cycle) => (
          <li key={cycle.join('\n')}>
            <Cycle names={cycle} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function leftOut(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' One entrant that did not meet all of these is left out.'
    : ` ${count} entrants that did not meet all of these are left out.`;
}

function Payoff({ names, value, onOpen }: Pick<PairOfEntrants, 'names'> & Pick<Props, 'onOpen'> & { value: number | null }) {
  if (value === null) return <None />;
  const [row, column] = names;
  const note = `${policyWords(row)} has a mean score of ${formatFixed(value, 3)} in matches with ${policyWords(column)}.`;
  if (row === column) return <span title={formatExact(value)}>{formatFixed(value, 3)}</span>;
  return (
    <button
      type="button"
      onClick={() => onOpen({ names, met: true, note, leader: null })}
      aria-label={`${policyWords(row)} with ${policyWords(column)}: ${formatFixed(value, 3)}, their matches`}
      title={formatExact(value)}
      className="num underline underline-offset-2 hover:text-accent"
    >
      {formatFixed(value, 3)}
    </button>
  );
}

function Answers({ names }: { names: readonly string[] }) {
  return names.length === 0 ? <None /> : names.map(policyWords).join(', ');
}

function Cycle({ names }: { names: readonly string[] }) {
  const [first = ''] = names;
  if (names.length === 1) {
    return <>{policyWords(first)} is a best response to itself: nobody at its table scores more.</>;
  }
  return (
    <>A cycle of best responses: {[...names, first].map(policyWords).join(' → ')}. Each has the largest lead over the one before it.</>
  );
}
