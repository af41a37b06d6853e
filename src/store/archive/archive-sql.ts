/** The statements of the archive. */

/** No turn of it is to come, and nobody computes with it as part of something that goes on. */
export const IS_OVER = `status IN ('finished', 'aborted', 'failed')
  AND NOT EXISTS (
    SELECT FROM tournament_fixture AS fixture JOIN tournament ON tournament.id = fixture.tournament_id
    WHERE fixture.match_id IN (match.id, match.series_id) AND tournament.status IN ('running', 'paused')
  )
  AND NOT EXISTS (SELECT FROM series WHERE series.id = match.series_id AND series.status = 'running')`;

/** Unrated, of no tournament, season or series, without human judges, and no branch goes on from it. */
const IS_EXHIBITION = `NOT rated AND season_id IS NULL AND series_id IS NULL
  AND NOT EXISTS (SELECT FROM tournament_fixture AS fixture WHERE fixture.match_id = match.id)
  AND NOT EXISTS (SELECT FROM panel WHERE panel.match_id = match.id)
  AND NOT EXISTS (SELECT FROM match AS branch WHERE branch.origin_id = match.id)`;

const HAS_PEOPLE = `(hosted OR EXISTS (SELECT FROM jsonb_array_elements(seats) AS card WHERE card->>'kind' IN ('person', 'program')))`;

/** $1: before when they ended. $2: those with people as well. $3: among these ids; null: all. */
export const OLD_EXHIBITIONS = `
SELECT id FROM match
WHERE ${IS_OVER} AND COALESCE(finished_at, created_at) < $1 AND ${IS_EXHIBITION} AND ($2 OR NOT ${HAS_PEOPLE})
  AND ($3::text[] IS NULL OR id = ANY($3))
ORDER BY COALESCE(finished_at, created_at), id`;

/** What is deleted with a match, by the column that names it. What has a foreign key goes by itself. */
export const OF_A_MATCH = {
  match_event: 'match_id',
  agent_turn: 'match_id',
  match_turn: 'match_id',
  table_token: 'match_id',
  table_link: 'match_id',
  table_note: 'match_id',
  table_presence: 'match_id',
} as const;

/** Their files are deleted by the next run, or by this one: after the commit. $1: among these files; null: all. */
export const FORGET_EMPTY_FILES = `
WITH gone AS (
  DELETE FROM archive_file WHERE NOT EXISTS (SELECT FROM match_archive WHERE file = archive_file.name) AND ($1::text[] IS NULL OR name = ANY($1)) RETURNING name
)
INSERT INTO archive_draft (name) SELECT name FROM gone ON CONFLICT DO NOTHING`;

/** $1: before when they ended. */
const IS_OLD_ENOUGH = `${IS_OVER} AND COALESCE(finished_at, created_at) < $1 AND NOT EXISTS (SELECT FROM match_archive WHERE match_id = match.id)`;

/** `counts`: for a rating, a season, a series or a tournament. What does not may be removed one day, and its files with it. */
export const OLD_ENOUGH = `
SELECT id, rated OR season_id IS NOT NULL OR series_id IS NOT NULL
  OR EXISTS (SELECT FROM tournament_fixture AS fixture WHERE fixture.match_id = match.id) AS counts
FROM match WHERE ${IS_OLD_ENOUGH} ORDER BY COALESCE(finished_at, created_at), id`;

export const COUNT_OLD_ENOUGH = `SELECT count(*)::int AS matches, COALESCE(sum(head), 0)::float8 AS events FROM match WHERE ${IS_OLD_ENOUGH}`;

/** $1: ids. Text as it is kept, byte for byte. */
export const HOT_ROWS = [
  `SELECT match_id, 'event' AS kind, seq AS place, recorded_at AS at, type AS name, payload::text AS text, NULL AS seat, NULL::int AS round,
     NULL::int AS turn, NULL AS prompt, NULL AS requests, NULL AS answer, NULL::timestamptz AS answered_at, NULL::boolean AS waiting
   FROM match_event WHERE match_id = ANY($1::text[]) ORDER BY match_id, seq`,
  `SELECT match_id, 'turn' AS kind, turn AS place, at, agent AS name, report::text AS text, seat, round,
     turn, prompt::text AS prompt, requests::text AS requests, NULL AS answer, NULL::timestamptz AS answered_at, NULL::boolean AS waiting
   FROM agent_turn WHERE match_id = ANY($1::text[]) ORDER BY match_id, turn, seat COLLATE "C"`,
  `SELECT match_id, 'receipt' AS kind, id::float8 AS place, received_at AS at, key AS name, payload::text AS text, seat, NULL::int AS round,
     turn, NULL AS prompt, NULL AS requests, answer::text AS answer, answered_at, waiting
   FROM match_turn WHERE match_id = ANY($1::text[]) ORDER BY match_id, match_turn.id`,
] as const;

export const HEADS = 'SELECT id, head FROM match WHERE id = ANY($1::text[])';

/** As `SPENT` of tournaments adds it up, by match. */
export const SPENT_BY_MATCH = `
SELECT match_id AS "matchId", json_build_object(
  'calls', count(*), 'seconds', COALESCE(sum((reply->>'ms')::float8), 0) / 1000, 'dollars', COALESCE(sum((reply->>'cost')::float8), 0),
  'tokens', COALESCE(sum(COALESCE((reply->'tokens'->>'prompt')::float8, 0) + COALESCE((reply->'tokens'->>'completion')::float8, 0)), 0)
) AS spent
FROM agent_turn CROSS JOIN LATERAL json_array_elements(replace(report::text, '\\u', '/u')::json->'replies') AS reply
WHERE match_id = ANY($1::text[]) GROUP BY match_id`;

export const HOLD = `SELECT id FROM match WHERE id = ANY($1::text[]) AND ${IS_OVER} ORDER BY id FOR UPDATE`;

export const ADD_FILE = 'INSERT INTO archive_file (name, sha256, bytes, rows) VALUES ($1, $2, $3, $4)';

/** $1: JSON, a list. */
export const ADD_REFERENCES = `
INSERT INTO match_archive (match_id, file, first_row, events, turns, receipts, sha256, types, spent)
SELECT "matchId", file, "firstRow", events, turns, receipts, sha256, types, spent
FROM json_to_recordset($1::json) AS row(
  "matchId" text, file text, "firstRow" int, events int, turns int, receipts int, sha256 text, types text[], spent jsonb
)`;

/** The table's rows of these matches: how many there were of each. */
export function take(table: 'match_event' | 'agent_turn' | 'match_turn'): string {
  return `WITH gone AS (DELETE FROM ${table} WHERE match_id = ANY($1::text[]) RETURNING match_id)
    SELECT match_id AS "matchId", count(*)::int AS rows FROM gone GROUP BY match_id`;
}

/** $1: JSON, a list of rows. */
export const BRING_BACK = {
  event: `INSERT INTO match_event (match_id, seq, type, payload, recorded_at)
    SELECT match_id, place, name, text::json, to_timestamp(at / 1000.0) FROM json_to_recordset($1::json) AS row(match_id text, place int, name text, text text, at float8)`,
  turn: `INSERT INTO agent_turn (match_id, seat, turn, round, agent, report, prompt, requests, at)
    SELECT match_id, seat, place, round, name, text::json, prompt::json, requests::json, to_timestamp(at / 1000.0)
    FROM json_to_recordset($1::json) AS row(match_id text, seat text, place int, round int, name text, text text, prompt text, requests text, at float8)`,
  receipt: `INSERT INTO match_turn (id, match_id, seat, turn, key, payload, received_at, answer, answered_at, waiting)
    SELECT place, match_id, seat, turn, name, text::json, to_timestamp(at / 1000.0), answer::json, to_timestamp(answered_at / 1000.0), waiting
    FROM json_to_recordset($1::json) AS row(match_id text, seat text, place bigint, turn int, name text, text text, answer text, at float8, answered_at float8, waiting boolean)`,
} as const;
