/** Statements about matches that Prisma cannot express. */
import type { NewMatch, Notice } from './event-store';
import { STEERING } from './match-order';
import { CHANNEL } from './notice-board';

/** True for a match held with $1, $2 and $3: its id, the lease's token and owner. */
export const HELD = 'match.id = $1 AND match.lease_token = $2 AND match.lease_owner = $3';

/** Nobody holds the match. A lease further in the future than any lease lasts was granted before the server's clock was set back. */
export const UNHELD = `(match.lease_owner IS NULL OR match.lease_until < now() OR match.lease_until > now() + interval '1 hour')`;

/** Returns how long nobody has held the match: since the last renewal or release. $3: duration of a renewal. */
export const ACQUIRE = `
UPDATE match SET lease_owner = $2, lease_token = match.lease_token + 1, lease_until = now() + $3::float8 * interval '1 ms'
FROM (SELECT id, lease_owner, lease_until FROM match WHERE id = $1 FOR UPDATE) AS before
WHERE match.id = before.id AND status IN ('running', 'paused') AND ${UNHELD}
RETURNING lease_token AS token, match.lease_until AS until, GREATEST(0, 1000 * EXTRACT(epoch FROM now() - before.lease_until)
  + CASE WHEN before.lease_owner IS NULL THEN 0 ELSE $3::float8 END)::float8 AS idle`;

const STEERING_LIST = STEERING.map((command) => `'${command}'`).join(', ');

/** The text of a notice: `match kind process head`. `processId` is the number of the statement's parameter. */
export function notice(kind: Notice['kind'], processId: string): string {
  return `pg_notify('${CHANNEL}', id || ' ${kind} ' || ${processId}::text || ' ' || head)::text`;
}

/**
 * $29, $30: who holds it from the start and for how long; null: nobody. $32: its first turn. $33: the replaced move. $34: whom its guards
 * bind.
 * $35 to $37: its series.
 */
export const CREATE = `
WITH opened AS (
  INSERT INTO match (id, game, game_version, task, seed, judge_mode, config, seats, visibility, pace, rounds, showcase,
    status, round, scores, hosted, clock_seconds, delay_turns, rated, season_id, season_index, origin_id, origin_seq, head, season_play,
    lease_owner, lease_token, lease_until, is_private, turn, replaced, guards,
    series_id, series_place, series_sealed)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
    $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $28,
    $29, CASE WHEN $29::text IS NULL THEN 0 ELSE 1 END, now() + $30::float8 * interval '1 ms', $31, $32, $33, $34, $35, $36, $37)
  RETURNING id, head, created_at, lease_until
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload)
  SELECT opened.id, e.n, e.type, e.text::json FROM opened, unnest($25::text[], $26::text[]) WITH ORDINALITY AS e(type, text, n)
)
SELECT created_at AS "createdAt", lease_until AS "leaseUntil", ${notice('events', '$27')} FROM opened`;

/** $1 to $23 of `CREATE`. */
export function createValues(match: NewMatch): unknown[] {
  const { id, game, version, task, seed, judgeMode, config, seats, visibility, pace, rounds, showcase } = match;
  const { lobby, round, scores, hosted, clock, delayTurns, rated, season, origin } = match;
  const world = [id, game, version, task, seed, judgeMode, JSON.stringify(config), JSON.stringify(seats), visibility, pace];
  const progress = [rounds, showcase, lobby ? 'lobby' : 'running', round ?? 0, scores && JSON.stringify(scores)];
  const table = [hosted ?? false, clock?.seconds, delayTurns ?? 0, rated ?? false];
  return [...world, ...progress, ...table, season?.id, season?.index, origin?.matchId, origin?.seq];
}

export const FINISHED = `
SELECT id FROM match
WHERE status = 'finished' AND ($1::timestamptz IS NULL OR (finished_at, id) > ($1::timestamptz, $2::text))
  AND finished_at IS NOT NULL AND ($3::text IS NULL OR game = $3) AND ($4::int IS NULL OR game_version = $4) AND ($5::text IS NULL OR task = $5)
ORDER BY finished_at, id LIMIT $6`;

/** Played by tournament workers. At a table with people, the web processes run it instead. */
const IN_TOURNAMENT = `EXISTS (
    SELECT FROM tournament_fixture AS fixture JOIN tournament ON tournament.id = fixture.tournament_id
    WHERE fixture.match_id IN (match.id, match.series_id) AND fixture.status = 'playing' AND tournament.status IN ('running', 'paused')
  )`;

export const ORPHANS = `
SELECT id FROM match
WHERE (status = 'running' OR (status = 'paused' AND (
    EXISTS (SELECT FROM match_command WHERE match_id = match.id)
    OR EXISTS (SELECT FROM match_turn WHERE match_id = match.id AND waiting AND answer IS NULL)
  )))
  AND ${UNHELD}
  AND (hosted OR NOT ${IN_TOURNAMENT})
ORDER BY created_at LIMIT $1`;

/** A step requires that the match is paused, or will be by commands that are already waiting. */
export const COMMAND = `
WITH asked AS (
  SELECT id, head, status,
    $2 = 'step' AND COALESCE((
      SELECT command FROM match_command
      WHERE match_id = $1 AND command IN (${STEERING_LIST}) ORDER BY match_command.id DESC LIMIT 1
    ) <> 'pause', status <> 'paused') AS refused
  FROM match WHERE id = $1 FOR UPDATE
), kept AS (
  INSERT INTO match_command (match_id, command, detail)
  SELECT id, $2, $3::json FROM asked WHERE status IN ('running', 'paused') AND NOT refused RETURNING match_id
)
SELECT status, refused, (SELECT ${notice('control', '$4')} FROM kept) FROM asked`;

/** Orders that change the match's status stay until the change is stored. */
export const TAKE_COMMANDS = `
WITH waiting AS (
  SELECT match_command.id, command, detail FROM match_command JOIN match ON match.id = match_command.match_id WHERE ${HELD}
), taken AS (
  DELETE FROM match_command USING waiting WHERE match_command.id = waiting.id AND waiting.command NOT IN (${STEERING_LIST})
)
SELECT id, command, detail FROM waiting`;

export const UPDATE = `
WITH changed AS (
  UPDATE match SET round = COALESCE($4, round), scores = COALESCE($5, scores), status = COALESCE($6, status),
    finished_at = COALESCE($7, finished_at), fault = COALESCE($8, fault),
    deadline = CASE WHEN $9 THEN $10::timestamptz ELSE deadline END,
    remaining_ms = CASE WHEN $9 THEN $11::int ELSE remaining_ms END,
    missed = COALESCE($12, missed), turn = COALESCE($15, turn)
  WHERE ${HELD} RETURNING id, head
), done AS (
  DELETE FROM match_command USING changed
  WHERE match_id = changed.id AND match_command.id <= $13::bigint AND command IN (${STEERING_LIST})
)
SELECT ${notice('card', '$14')} FROM changed`;
