import type { ActionCard, RewardColumn } from '~/contract/pack';
import { formatNumber } from '~/kit/format';
import { Section } from '~/kit/panel';
import { Table } from '~/kit/table';

/** What a lab may ask for, from the catalogue. */
export function ActionSpace({ actions }: { actions: readonly ActionCard[] }) {
  return (
    <Section title="The action space" note={`${actions.length} actions, one per step. Fields in brackets are optional.`}>
      <Table
        caption="The action space"
        rows={actions}
        rowKey={(action) => action.type}
        columns={[
          { key: 'type', head: 'Action', cell: (action) => <span className="code whitespace-nowrap">{action.type}</span> },
          { key: 'summary', head: 'What it does', cell: (action) => action.summary, className: 'min-w-48' },
          { key: 'fields', head: 'Fields', cell: (action) => <Fields action={action} />, className: 'min-w-56' },
        ]}
      />
    </Section>
  );
}

function Fields({ action }: { action: ActionCard }) {
  if (action.fields.length === 0) return <span className="text-ink-2">none</span>;
  return (
    <span className="code text-micro leading-5">
      {action.fields.map((field) => (field.required ? field.name : `[${field.name}]`)).join(' ')}
    </span>
  );
}

/** What a step's reward is made of, from the catalogue. */
export function RewardColumns({ columns }: { columns: readonly RewardColumn[] }) {
  return (
    <Section
      title="The reward columns"
      note={`${columns.length} columns at every step; each but the last counts into the reward by its weight.`}
    >
      <Table
        caption="The reward columns"
        rows={columns}
        rowKey={(column) => column.name}
        columns={[
          { key: 'name', head: 'Column', cell: (column) => <span className="code whitespace-nowrap">{column.name}</span> },
          { key: 'weight', head: 'Weight', align: 'right', cell: (column) => (column.weight === null ? '–' : formatNumber(column.weight)) },
          { key: 'summary', head: 'What it holds', cell: (column) => column.summary, className: 'min-w-48 pl-6' },
        ]}
      />
    </Section>
  );
}
