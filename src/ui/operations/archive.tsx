'use client';
import type { Operations, UpkeepRun } from '~/api/operations/types';
import { formatAgo, formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { formatBytes } from '../inference/inference-labels';
import { useNow } from '../matches/use-now';
import { upkeepLabel, upkeepState } from './operations-labels';

/** What has left the database, and how the runs went that move and delete matches. */
export function Archive({ archive }: Pick<Operations['counts'], 'archive'>) {
  const now = useNow();
  return (
    <Section title="Archive" note="Finished matches whose events are in Parquet files. You can still watch, replay and export them.">
      <p className="text-small">
        {archive.files === 0
          ? 'Empty. Set ARCHIVE_AFTER_DAYS to move old matches there.'
          : `${matchWords(archive.matches)} in ${formatCount(archive.files)} ${archive.files === 1 ? 'file' : 'files'}, ${formatBytes(archive.bytes)}.`}
      </p>
      {archive.runs.length > 0 ? (
        <Table caption="Last runs" columns={runColumns(now)} rows={archive.runs} rowKey={({ name }) => name} />
      ) : null}
    </Section>
  );
}

function matchWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'match' : 'matches'}`;
}

function runColumns(now: number): Column<UpkeepRun>[] {
  return [
    { key: 'name', head: 'Last run', cell: ({ name }) => upkeepLabel(name) },
    { key: 'state', head: 'State', cell: upkeepState },
    { key: 'matches', head: 'Matches', align: 'right', cell: ({ matches }) => formatCount(matches) },
    { key: 'began', head: 'Began', align: 'right', cell: ({ beganAt }) => formatAgo(beganAt, now) },
  ];
}
