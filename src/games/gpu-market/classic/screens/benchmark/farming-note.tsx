import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { seedLabel } from '~/kit/seed-labels';
import { Table } from '~/kit/table';
import { type FarmedTask, type Figure, farmedTasks } from './figures';

/** A warning about this score, with the rows that show it. */
export function FarmingNote({ figures }: { figures: readonly Figure[] }) {
  const farmed = farmedTasks(figures);
  return (
    <Section title="Read these scores with care">
      <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
        <div className="space-y-2 text-small">
          <p>
            The classic reward can be farmed. A policy that forms a coalition with a different lab every round and does nothing else
            collects the coalition reward each time, because coalitions are not binding and pay by themselves. That creates no value.
          </p>
          <p className="text-ink-2">
            The ruleset stays as published, so that results can be compared with the published ones. A high score here does not mean a good
            negotiator. Compare it with the farmer and with doing nothing.
          </p>
        </div>
        {farmed.length > 0 ? (
          <FarmedTable farmed={farmed} />
        ) : (
          <p className="text-small text-ink-2">These results do not include a farming policy. Recompute them to see one.</p>
        )}
      </div>
    </Section>
  );
}

function FarmedTable({ farmed }: { farmed: readonly FarmedTask[] }) {
  return (
    <Table
      caption="Tasks where the farmer beats every honest policy"
      rows={farmed}
      rowKey={({ task, split }) => `${task} ${split}`}
      columns={[
        {
          key: 'task',
          head: 'Task',
          cell: ({ task, split, best }) => (
            <>
              <span className="code">{task}</span>
              <span className="block text-micro text-ink-2">
                {split}, seeds {seedLabel(best.seeds)}, n = {best.n}
              </span>
            </>
          ),
        },
        { key: 'farmer', head: 'Farmer', align: 'right', cell: ({ farmer }) => <Named mean={farmer.mean} policy={farmer.policy} /> },
        { key: 'best', head: 'Best honest', align: 'right', cell: ({ best }) => <Named mean={best.mean} policy={best.policy} /> },
      ]}
    />
  );
}

function Named({ mean, policy }: { mean: number; policy: string }) {
  return (
    <>
      <span className="font-medium">{formatFixed(mean, 4)}</span>
      <span className="code block text-micro text-ink-2 max-sm:hidden">{policy}</span>
    </>
  );
}
