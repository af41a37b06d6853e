import { Table } from '~/kit/table';
import { TASK_TYPES } from '../../../types';
import { PUBLISHED_MODELS, type PublishedModel } from '../../published-results';

/** What was printed for language models: to be read, not recomputed here. */
export function PublishedModels() {
  return (
    <div>
      <p className="mb-2 text-small text-ink-2">
        Language models as published, on seeds 0–4. Their training data used these seeds too, so the figures after training say little about
        new worlds. Mandi has not measured them.
      </p>
      <Table<PublishedModel>
        caption="Published language models"
        rows={PUBLISHED_MODELS}
        rowKey={(model) => model.name}
        columns={[
          { key: 'name', head: 'Model', cell: (model) => model.name, className: 'whitespace-nowrap' },
          ...TASK_TYPES.map((task) => ({
            key: task,
            head: <span className="code text-micro">{task}</span>,
            align: 'right' as const,
            cell: (model: PublishedModel) => minus(model.means[task]),
          })),
          { key: 'overall', head: 'Overall', align: 'right', cell: (model) => minus(model.overall) },
        ]}
      />
    </div>
  );
}

function minus(printed: string): string {
  return printed.replace('-', '−');
}
