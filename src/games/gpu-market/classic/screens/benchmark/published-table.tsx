import { formatFixed } from '~/kit/format';
import { type Column, Table } from '~/kit/table';
import { SPLITS, type Split } from '../../published-results';
import { agreement, type Figure, figureAt, policyOrder, taskOrder } from './figures';

type Row = { policy: string };

/** Our means and the published means, at the printed places; = marks where they agree. */
export function PublishedTable({ figures }: { figures: readonly Figure[] }) {
  const printed = figures.filter((figure) => figure.published !== null);
  const columns: Column<Row>[] = [
    { key: 'policy', head: 'Policy', cell: ({ policy }) => <span className="code">{policy}</span> },
    ...SPLITS.flatMap((split) =>
      taskOrder(printed).map(
        (task): Column<Row> => ({
          key: `${split} ${task}`,
          head: <Head task={task} split={split} />,
          align: 'right',
          cell: ({ policy }) => <Cell figure={figureAt(printed, { policy, task, split })} />,
        }),
      ),
    ),
  ];
  return <Table caption="Our means and the published means" columns={columns} rows={policyOrder(printed)} rowKey={(row) => row.policy} />;
}

/** How many agree, in a sentence. */
export function agreementWords(figures: readonly Figure[]): string {
  const { published, equal } = agreement(figures);
  if (published === 0) return 'There are no published figures for these results.';
  return equal === published
    ? `All ${published} published means match in every printed digit.`
    : `${equal} of ${published} published means match in every printed digit.`;
}

function Head({ task, split }: { task: string; split: Split }) {
  return (
    <span className="block leading-4">
      <span className="block font-normal text-micro">{split}</span>
      <span className="code text-micro">{task}</span>
    </span>
  );
}

function Cell({ figure }: { figure: Figure | null }) {
  if (!figure || figure.published === null) return <span className="text-ink-2">–</span>;
  const places = figure.published.split('.')[1]?.length ?? 4;
  if (figure.equal) {
    return (
      <span title={`Ours, unrounded: ${figure.row.mean}`}>
        {figure.published.replace('-', '−')}
        <span className="ml-1 text-ink-2">
          <span aria-hidden>=</span>
          <span className="sr-only">equal</span>
        </span>
      </span>
    );
  }
  return (
    <span className="font-semibold" title={`Ours, unrounded: ${figure.row.mean}`}>
      {formatFixed(figure.row.mean, places)}
      <span className="ml-1 block font-normal text-ink-2">published {figure.published.replace('-', '−')}</span>
    </span>
  );
}
