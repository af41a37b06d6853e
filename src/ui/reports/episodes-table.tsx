import { formatFixed } from '~/kit/format';
import { type Column, Table } from '~/kit/table';
import { type FallbackTurns, fallbackWords, isMostlyFallback } from '~/lib/play/whose-play';
import { ReplayLink } from './replay-link';
import { type Stress, seedsIn } from './report';

interface EpisodesRow {
  policy: string;
  /** By seed; absent if not stored. */
  scores?: number[] | undefined;
  /** For models and remote programs. */
  counts?: FallbackTurns | undefined;
}

interface Props {
  /** The report's id. */
  id: string;
  caption: string;
  task: string;
  seeds: string;
  rows: readonly EpisodesRow[];
  /** A cell of the robustness grid. */
  stress?: Stress;
}

/** Each episode's score; a click turns the episode into a match and opens it. */
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

/** Marks scores that are mostly the fallback's. */
function Who({ row: { policy, counts } }: { row: EpisodesRow }) {
  return (
    <>
      <span className="code">{policy}</span>
      {counts && isMostlyFallback(counts) ? <span className="block text-micro text-red">{fallbackWords(counts)}</span> : null}
    </>
  );
}
