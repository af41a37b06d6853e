import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import type { Report } from './report';

/** Policies compared seed by seed: who leads whom, and how sure that is. */
export function LeadsSection({ leads: { words, heads, tables } }: { leads: Report['leads'] }) {
  return (
    <Section title="Leads" note={words}>
      {tables.map(({ task, range, seeds, n, lines }) => (
        <div key={`${task} ${seeds}`} className="mb-6">
          <Table
            captioned
            caption={`Leads: ${task}, ${range}, seeds ${seeds}, n = ${n}`}
            columns={columnsOf(heads)}
            rows={lines}
            rowKey={([one = '', other = '']) => `${one} ${other}`}
          />
        </div>
      ))}
    </Section>
  );
}

/** Two names, then figures. */
function columnsOf(heads: readonly string[]): Column<string[]>[] {
  return heads.map((head, at) => ({
    key: head,
    head,
    cell: (line: string[]) => (at < 2 ? <span className="code">{line[at]}</span> : line[at]),
    ...(at > 1 && { align: 'right' as const }),
    className: 'whitespace-nowrap',
  }));
}
