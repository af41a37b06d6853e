/** What was played in OpenEnv sessions that were made over HTTP: the process that has them may end, and another goes on. */
import type pg from 'pg';
import type { KeptCall, SessionKeeper } from '~/lib/sessions/session-keeper';

/** Sessions that nobody closed are forgotten after so long. */
const KEPT = "interval '1 day'";

export function postgresSessionKeeper(pool: pg.Pool): SessionKeeper {
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
      const { rows } = await pool.query<{ place: number; call: KeptCall }>(
        'SELECT place, call FROM openenv_call WHERE session_id = $1 ORDER BY place',
        [id],
      );
      return rows.length === 0 ? null : rows.filter(({ place }) => place > 0).map(({ call }) => call);
    },
    async remove(id) {
      await pool.query('DELETE FROM openenv_call WHERE session_id = $1', [id]);
    },
  };
}
