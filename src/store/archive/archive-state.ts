/** What the archive holds, and how its upkeep went. */
import type pg from 'pg';
import { COUNT_OLD_ENOUGH } from './archive-sql';

export interface UpkeepRun {
  /** `archive`, `prune` or `restore`. */
  name: string;
  /** ISO. */
  beganAt: string;
  /** null: it runs, or was killed. */
  endedAt: string | null;
  matches: number;
  fault: string | null;
}

export interface ArchiveState {
  matches: number;
  files: number;
  bytes: number;
  /** The last of each name. */
  runs: readonly UpkeepRun[];
}

const STATE = `
SELECT (SELECT count(*) FROM match_archive)::int AS matches, (SELECT count(*) FROM archive_file)::int AS files,
  COALESCE((SELECT sum(bytes) FROM archive_file), 0)::float8 AS bytes`;

export async function archiveState(database: Pick<pg.ClientBase, 'query'>): Promise<ArchiveState> {
  const { rows } = await database.query<Omit<ArchiveState, 'runs'>>(STATE);
  const { rows: runs } = await database.query<Omit<UpkeepRun, 'beganAt' | 'endedAt'> & { beganAt: Date; endedAt: Date | null }>(
    'SELECT name, began_at AS "beganAt", ended_at AS "endedAt", matches, fault FROM upkeep ORDER BY name',
  );
  return {
    ...(rows[0] ?? { matches: 0, files: 0, bytes: 0 }),
    runs: runs.map((run) => ({ ...run, beganAt: run.beganAt.toISOString(), endedAt: run.endedAt?.toISOString() ?? null })),
  };
}

/** How many matches the next run would archive, and how many events they have. */
export async function waitingForArchive(
  database: Pick<pg.ClientBase, 'query'>,
  before: Date,
): Promise<{ matches: number; events: number }> {
  const { rows } = await database.query<{ matches: number; events: number }>(COUNT_OLD_ENOUGH, [before]);
  return rows[0] ?? { matches: 0, events: 0 };
}

/** No process has begun it for that long. */
export async function isDue(database: Pick<pg.ClientBase, 'query'>, name: string, afterMs: number): Promise<boolean> {
  const { rows } = await database.query<{ due: boolean }>(
    "SELECT NOT EXISTS (SELECT FROM upkeep WHERE name = $1 AND began_at > now() - $2 * interval '1 ms') AS due",
    [name, afterMs],
  );
  return rows[0]?.due === true;
}
