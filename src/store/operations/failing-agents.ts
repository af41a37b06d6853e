import type pg from 'pg';
import { withoutKeyName } from '~/agents/agent-turn';
import type { FailingAgent } from './operations-store';

/** Number of an agent's latest turns to check, if they are at most a day old. */
const LAST = 100;
const MOST_AGENTS = 200;

/**
 * Uses the index on agent and time: goes from one agent's name to the next and reads its latest turns. Removes escapes, because a report
 * may contain characters that Postgres cannot parse.
 */
const FAILING = `
WITH RECURSIVE names AS (
  (SELECT agent FROM agent_turn ORDER BY agent LIMIT 1)
  UNION ALL
  SELECT (SELECT agent FROM agent_turn WHERE agent > names.agent ORDER BY agent LIMIT 1) FROM names WHERE names.agent IS NOT NULL
)
SELECT names.agent, count(*)::int AS turns, count(*) FILTER (WHERE origin = '"fallback"')::int AS fallbacks,
  (array_agg(why ORDER BY at DESC) FILTER (WHERE origin = '"fallback"'))[1] AS why, max(at) AS at
FROM (SELECT agent FROM names WHERE agent IS NOT NULL LIMIT ${MOST_AGENTS}) AS names, LATERAL (
  SELECT at, (report->'origin')::text AS origin, (report->'fallbackWhy')::text AS why FROM (
    SELECT at, replace(report::text, '\\u', '/u')::json AS report FROM agent_turn
    WHERE agent_turn.agent = names.agent AND at > now() - interval '1 day' ORDER BY at DESC LIMIT ${LAST}
  ) AS turn
) AS last
GROUP BY names.agent HAVING count(*) FILTER (WHERE origin = '"fallback"') > 0
ORDER BY count(*) FILTER (WHERE origin = '"fallback"')::float8 / count(*) DESC, names.agent LIMIT 20`;

export async function failingAgents(pool: pg.Pool): Promise<FailingAgent[]> {
  const { rows } = await pool.query<Omit<FailingAgent, 'at'> & { at: Date }>(FAILING);
  return rows.map((row) => ({ ...row, why: row.why === null ? null : wordsOf(row.why), at: row.at.toISOString() }));
}

function wordsOf(json: string): string | null {
  const why: unknown = JSON.parse(json);
  return typeof why === 'string' ? withoutKeyName(why) : null;
}
