/** What several web processes on one database agree on. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { KeptCall, SessionKeeper } from '~/lib/sessions/session-keeper';
import { isStorable } from '../storable';

export interface HubHolder {
  process: string;
  /** Address for the other processes. */
  url: string;
}

export interface RunProgress {
  done: number;
  total: number;
  status: 'running' | 'finished' | 'failed';
  fault: string | null;
}

export interface PeerStore {
  /** OpenEnv sessions over HTTP. */
  readonly sessions: SessionKeeper;
  /** Becomes the hub if there is none, or stays it. Returns the current hub. */
  holdHub(self: HubHolder, forMs: number): Promise<HubHolder>;
  leaveHub(process: string): Promise<void>;
  /** A value shared by all processes: the first process's `own`, or a generated one. */
  keyOf(name: string, own: string | null): Promise<string>;
  /** The id of the current run of `what`: this one, unless another is already in progress. */
  beginRun(run: { id: string; what: string; total: number; process: string }): Promise<string>;
  noteRun(id: string, progress: RunProgress): Promise<void>;
  run(id: string): Promise<RunProgress | null>;
}

/** A process silent for this long is considered gone. */
const SILENT = "interval '15 seconds'";
const HUB = 'web';

const HOLD = `
INSERT INTO web_hub AS hub (name, process, url, until) VALUES ($1, $2, $3, now() + $4::float8 * interval '1 ms')
ON CONFLICT (name) DO UPDATE SET process = EXCLUDED.process, url = EXCLUDED.url, until = EXCLUDED.until
WHERE hub.process = EXCLUDED.process OR hub.until < now() OR hub.until > now() + interval '1 hour'`;

const BEGIN_RUN = `
WITH begun AS (
  INSERT INTO eval_progress (id, what, total, process)
  SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM eval_progress WHERE what = $2 AND status = 'running')
  RETURNING id
)
SELECT id FROM begun UNION ALL SELECT id FROM eval_progress WHERE what = $2 AND status = 'running' LIMIT 1`;

/** Each note takes a connection of its own, so one of a running run can arrive after the run's last one: it changes nothing then. */
const NOTE_RUN = `
UPDATE eval_progress SET done = $2, total = $3, status = $4, fault = $5, seen_at = now()
WHERE id = $1 AND (status = 'running' OR $4 <> 'running')`;

export function postgresPeerStore(pool: pg.Pool): PeerStore {
  return {
    sessions: postgresSessionKeeper(pool),
    async holdHub(self, forMs) {
      await pool.query(HOLD, [HUB, self.process, self.url, forMs]);
      const { rows } = await pool.query<HubHolder>('SELECT process, url FROM web_hub WHERE name = $1', [HUB]);
      return rows[0] ?? self;
    },
    async leaveHub(process) {
      await pool.query('DELETE FROM web_hub WHERE name = $1 AND process = $2', [HUB, process]);
    },
    keyOf: (name, own) => keyOf(pool, name, own),
    async beginRun({ id, what, total, process }) {
      await pool.query(`UPDATE eval_progress SET status = 'failed', fault = $1 WHERE status = 'running' AND seen_at < now() - ${SILENT}`, [
        'The process that computed it has ended. Start it again.',
      ]);
      await pool.query("DELETE FROM eval_progress WHERE seen_at < now() - interval '1 day'");
      const { rows } = await pool.query<{ id: string }>(BEGIN_RUN, [id, what, total, process]);
      return rows[0]?.id ?? id;
    },
    async noteRun(id, { done, total, status, fault }) {
      await pool.query(NOTE_RUN, [id, done, total, status, fault]);
    },
    async run(id) {
      const { rows } = await pool.query<RunProgress>('SELECT done, total, status, fault FROM eval_progress WHERE id = $1', [id]);
      return rows[0] ?? null;
    },
  };
}

/** A value shared by all processes of a database: the first process's `own`, or a generated one. */
export async function keyOf(pool: pg.Pool, name: string, own: string | null = null): Promise<string> {
  const value = own ?? randomBytes(24).toString('base64url');
  await pool.query('INSERT INTO web_key (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, value]);
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM web_key WHERE name = $1', [name]);
  return rows[0]?.value ?? value;
}

/** Sessions that were never closed are deleted after this time. */
const KEPT = "interval '1 day'";

function postgresSessionKeeper(pool: pg.Pool): SessionKeeper {
  return {
    async clear(id) {
      await pool.query(`DELETE FROM openenv_call WHERE (session_id = $1 AND place > 0) OR at < now() - ${KEPT}`, [id]);
      await pool.query(
        `INSERT INTO openenv_call (session_id, place, call) VALUES ($1, 0, '{}') ON CONFLICT (session_id, place) DO UPDATE SET at = now()`,
        [id],
      );
    },
    async note(id, place, call) {
      const { rowCount } = await pool.query(
        `INSERT INTO openenv_call (session_id, place, call) SELECT $1, $2, $3::json
         WHERE EXISTS (SELECT FROM openenv_call WHERE session_id = $1 AND place = $2 - 1) ON CONFLICT DO NOTHING`,
        [id, place, JSON.stringify(call)],
      );
      return rowCount === 1;
    },
    async load(id) {
      if (!isStorable(id)) return null;
      const { rows } = await pool.query<{ place: number; call: KeptCall }>(
        'SELECT place, call FROM openenv_call WHERE session_id = $1 ORDER BY place',
        [id],
      );
      return rows.length === 0 ? null : rows.filter(({ place }) => place > 0).map(({ call }) => call);
    },
    async remove(id) {
      if (!isStorable(id)) return;
      await pool.query('DELETE FROM openenv_call WHERE session_id = $1', [id]);
    },
  };
}
