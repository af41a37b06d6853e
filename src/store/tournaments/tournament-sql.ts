/** Statements about tournaments. */
import { CHANNEL } from '../notice-board';
import { FIXTURE_COLUMNS } from './tournament-row';

/** True for matches of two entrants, $7: if $8, those in which both play or one is the only entrant; otherwise all of either. */
export const OF_PAIR = `(
  SELECT CASE WHEN $8 THEN count(DISTINCT name) FILTER (WHERE name = ANY($7)) = 2 OR (count(name) = 1 AND bool_or(name = ANY($7)))
    ELSE COALESCE(bool_or(name = ANY($7)), false) END
  FROM json_array_elements(seats) AS seat, LATERAL (SELECT seat->>'entrant' AS name) AS named
)`;

export const ADD_FIXTURES = `
INSERT INTO tournament_fixture (tournament_id, place, stage, task, world, meeting, rotation, seats, match_id, in_batches)
SELECT $1, f."order", f.stage, f.task, f.world, f.meeting, f.rotation, f.seats, f."matchId", COALESCE(f."inBatches", false)
FROM json_to_recordset($2::json)
  AS f("order" int, stage int, task text, world int, meeting text, rotation int, seats json, "matchId" text, "inBatches" boolean)`;

export const FIXTURE = `SELECT ${FIXTURE_COLUMNS} FROM tournament_fixture AS fixture WHERE tournament_id = $1 AND place = $2`;

/**
 * Does not wait for the disk: what a crash of the server loses is started again. A fault before the first failure says why it was
 * postponed.
 * $3: who starts it.
 */
export const BEGIN = `
UPDATE tournament_fixture AS fixture SET status = 'playing', worker = $3, started_at = COALESCE(started_at, now()),
  fault = CASE WHEN attempts > 0 THEN fixture.fault END
FROM tournament, (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
WHERE tournament.id = $1 AND tournament.status = 'running' AND fixture.tournament_id = $1 AND fixture.place = $2
  AND fixture.status IN ('waiting', 'playing')
RETURNING ${FIXTURE_COLUMNS}`;

/** A result lost in a crash of the server is read again from the match, which is on disk. */
export const FINISH = `
UPDATE tournament_fixture AS fixture SET status = 'done', result = $3, played = NULL, finished_at = now()
FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
WHERE tournament_id = $1 AND place = $2 AND status IN ('waiting', 'playing', 'scoring')
RETURNING place`;

/** A failed attempt keeps its match; the next one gets another id (no match id contains an o, see `match/match-id.ts`). */
export const TRY_AGAIN = `
UPDATE tournament_fixture AS fixture SET status = 'waiting', fault = $3, attempts = attempts + 1, worker = NULL, started_at = NULL,
  in_batches = false, match_id = split_part(match_id, 'o', 1) || 'o' || (attempts + 1)
WHERE tournament_id = $1 AND place = $2 AND status IN ('waiting', 'playing')
RETURNING attempts`;

export const PUT_OFF = `
UPDATE tournament_fixture AS fixture SET fault = $3 WHERE tournament_id = $1 AND place = $2 AND status IN ('waiting', 'playing')
RETURNING place`;

export const FAIL = `
UPDATE tournament_fixture AS fixture SET status = 'failed', fault = $3, attempts = attempts + 1, finished_at = now()
WHERE tournament_id = $1 AND place = $2 AND status IN ('waiting', 'playing')`;

export const RETRY_FAILED = `
UPDATE tournament_fixture AS fixture SET status = 'waiting', attempts = attempts + 1, worker = NULL, started_at = NULL, finished_at = NULL,
  in_batches = false, match_id = split_part(match_id, 'o', 1) || 'o' || (attempts + 1)
WHERE tournament_id = $1 AND status = 'failed'
RETURNING place`;

/**
 * Fixtures that were started and then cancelled are few and have their own index (`tournament_fixture_broken_off`). The LIMIT makes the
 * planner go from them to their matches, never the reverse.
 */
export const UNCLOSED = `
SELECT tournament.id FROM season JOIN tournament ON season_id = season.id
WHERE season.closed_at IS NULL AND tournament.status IN ('cancelled', 'failed')
UNION
SELECT tournament_id FROM tournament_fixture AS fixture
  CROSS JOIN LATERAL (SELECT status, fault FROM match WHERE id = fixture.match_id LIMIT 1) AS match
WHERE fixture.status = 'cancelled' AND fixture.started_at IS NOT NULL
  AND (match.status IN ('lobby', 'running', 'paused') OR (match.status = 'finished' AND match.fault IS NULL))
UNION
SELECT tournament_id FROM tournament_fixture AS fixture
  CROSS JOIN LATERAL (SELECT status FROM series WHERE id = fixture.match_id LIMIT 1) AS series
WHERE fixture.status = 'cancelled' AND fixture.started_at IS NOT NULL AND series.status = 'running'`;

export const COUNTS = `
SELECT tournament_id AS id, status, count(*)::int AS n FROM tournament_fixture WHERE tournament_id = ANY($1::text[]) GROUP BY tournament_id, status`;

/** $1: tournament; $2: process. */
export const TELL = `SELECT pg_notify('${CHANNEL}', $1::text || ' tournament ' || $2::text || ' 0')::text`;

/**
 * In the tables, and of matches in the archive what was added up when they went there. A reply may hold escapes that Postgres makes no text of:
 * they are put out of its sight.
 */
export const SPENT = `
WITH played AS (
  SELECT fixture.match_id AS id FROM tournament_fixture AS fixture WHERE fixture.tournament_id = $1
  UNION ALL
  SELECT match.id FROM tournament_fixture AS fixture JOIN match ON match.series_id = fixture.match_id WHERE fixture.tournament_id = $1
), used AS (
  SELECT 1 AS calls, (reply->>'ms')::float8 / 1000 AS seconds, (reply->>'cost')::float8 AS dollars,
    COALESCE((reply->'tokens'->>'prompt')::float8, 0) + COALESCE((reply->'tokens'->>'completion')::float8, 0) AS tokens
  FROM played JOIN agent_turn ON agent_turn.match_id = played.id
    CROSS JOIN LATERAL json_array_elements(replace(agent_turn.report::text, '\\u', '/u')::json->'replies') AS reply
  UNION ALL
  SELECT (spent->>'calls')::int, (spent->>'seconds')::float8, (spent->>'dollars')::float8, (spent->>'tokens')::float8
  FROM played JOIN match_archive ON match_archive.match_id = played.id WHERE spent IS NOT NULL
)
SELECT COALESCE(sum(calls), 0)::int AS calls, COALESCE(sum(seconds), 0) AS seconds, COALESCE(sum(dollars), 0) AS dollars, COALESCE(sum(tokens), 0) AS tokens
FROM used`;

/** Rows of dead processes stay until a living one removes them. */
export const LAST_HEARD = `SELECT code, seen_at AS at FROM tournament_worker ORDER BY seen_at DESC`;
