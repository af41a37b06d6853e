import { formatFixed } from '~/kit/format';
import { type Column, Table } from '~/kit/table';
import { type FallbackTurns, fallbackWords, isMostlyFallback } from '~/lib/play/whose-play';
import { ReplayLink } from './replay-link';
import { type Stress, seedsIn } from './report';

interface EpisodesRow {
  policy: string;
  /** By seed; absent: they were not kept. */
  scores?: number[] | undefined;
  /** Of a model or a remote program. */
  counts?: FallbackTurns | undefined;
}

interface Props {
  /** The report's. */
  id: string;
  caption: string;
  task: string;
  seeds: string;
  rows: readonly EpisodesRow[];
  /** Of the robustness grid. */
  stress?: Stress;
}

/** Each episode's score; one click makes the very episode a match and opens it. */
export function EpisodesTable({ id, caption, task, seeds, rows, stress }: Props) {
  const columns: Column<EpisodesRow>[] = seedsIn(seeds).map((seed, at) => ({
    key: String(seed),
    head: seed,
    align: 'right',
    cell: ({ policy, scores }) => {
      const score = scores?.[at];
      return (
        <ReplayLink id={id} task={task} seed={seed} policy={policy} stress={stress}>
          {score === undefined ? 'replay' : formatFixed(score, 3)}
        </ReplayLink>
      );
    },
  }));
  return (
    <Table<EpisodesRow>
      caption={caption}
      rows={rows}
      rowKey={(row) => row.policy}
      keepFirst
      columns={[{ key: 'policy', head: 'Policy', cell: (row) => <Who row={row} /> }, ...columns]}
    />
  );
}

/** A score that is its fallback's is called so here too. */
function Who({ row: { policy, counts } }: { row: EpisodesRow }) {
  return (
    <>
      <span className="code">{policy}</span>
      {counts && isMostlyFallback(counts) ? <span className="block text-micro text-red">{fallbackWords(counts)}</span> : null}
    </>
  );
}
