import { CodeBlock } from '~/kit/code-block';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { type Populations, useTaskTitles } from './report';

/** What each earns alone in a population of each other, and the resulting game. */
export function PopulationsSection({ populations: { games, words, command } }: { populations: Populations }) {
  const titleOf = useTaskTitles();
  return (
    <Section title="Populations" note={words}>
      {games.map((game) => (
        <div key={game.task} className="mb-6 space-y-4">
          <Table
            captioned
            caption={`Payoffs of populations: ${titleOf(game.task)}`}
            columns={columnsOf(game.payoffHeads)}
            rows={game.payoffs}
            rowKey={([name = '']) => name}
          />
          <Table
            captioned
            caption={`The equilibrium mixture: ${titleOf(game.task)}`}
            columns={columnsOf(game.nashHeads)}
            rows={game.nash}
            rowKey={([name = '']) => name}
          />
          <ul className="space-y-1 text-small">
            {game.words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      <CodeBlock label="Command for the populations" code={command} wrap />
    </Section>
  );
}

/** Names first, then figures. */
function columnsOf(heads: readonly string[]): Column<string[]>[] {
  return heads.map((head, at) => ({
    key: head,
    head,
    cell: (line: string[]) => (at === 0 ? <span className="code font-medium">{line[0]}</span> : line[at]),
    ...(at > 0 && { align: 'right' as const }),
    className: 'whitespace-nowrap',
  }));
}
