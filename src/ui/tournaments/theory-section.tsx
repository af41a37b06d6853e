import type { Standings } from '~/tournament/tournament';
import { formatExact, formatFixed, formatPercent } from '../kit/format';
import { Section } from '../kit/panel';
import { type Column, Table } from '../kit/table';
import { None } from './standings-table';

type Theory = NonNullable<Standings['theory']>;

/** Entrants as populations: what each earns among each, who answers whom best, and what a mixture of all would be. */
export function TheorySection({ theory }: { theory: Theory }) {
  const { entrants, payoffs, cycles, nash } = theory;
  const payoffColumns: Column<string>[] = [
    { key: 'row', head: <span className="sr-only">Entrant</span>, cell: (name) => <span className="code font-medium">{name}</span> },
    ...entrants.map((column, place) => ({
      key: column,
      head: <span className="code">{column}</span>,
      align: 'right' as const,
      cell: (name: string) => <Payoff value={payoffs[entrants.indexOf(name)]?.[place] ?? null} />,
    })),
  ];
  const nashColumns: Column<string>[] = [
    { key: 'name', head: 'Entrant', cell: (name) => <span className="code">{name}</span> },
    { key: 'share', head: 'Share', align: 'right', cell: (name) => formatPercent(nash.mixture[name] ?? 0) },
    { key: 'rating', head: 'Nash average', align: 'right', cell: (name) => formatFixed(nash.rating[name] ?? 0, 3) },
    { key: 'answer', head: 'Best answer to it', cell: (name) => <Answers names={theory.bestResponses[name] ?? []} /> },
  ];
  return (
    <Section
      title="Empirical game theory"
      note="Which entrants would stay, if everybody could change to whatever earns most? Nash averaging (Balduzzi and others 2018): copies of an entrant change nobody’s rating."
    >
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <Table
            captioned
            caption="Payoffs: mean score of the row where it meets the column"
            columns={payoffColumns}
            rows={entrants}
            rowKey={(name) => name}
          />
        </div>
        <div className="min-w-0">
          <Table captioned caption="The equilibrium mixture" columns={nashColumns} rows={entrants} rowKey={(name) => name} />
          <p className="mt-2 text-ink-2 text-small" title={formatExact(nash.exploitability)}>
            Nobody gains more than {formatFixed(nash.exploitability, 4)} by leaving the mixture.
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

function Payoff({ value }: { value: number | null }) {
  return value === null ? <None /> : <span title={formatExact(value)}>{formatFixed(value, 3)}</span>;
}

function Answers({ names }: { names: readonly string[] }) {
  return names.length === 0 ? <None /> : <span className="code">{names.join(', ')}</span>;
}

function Cycle({ names }: { names: readonly string[] }) {
  const [first = ''] = names;
  if (names.length === 1) {
    return (
      <>
        <span className="code">{first}</span> is the best answer to itself: a market full of it stays so.
      </>
    );
  }
  return (
    <>
      A cycle of best answers: <span className="code">{[...names, first].join(' → ')}</span>. None of them is best by itself.
    </>
  );
}
