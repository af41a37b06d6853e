import type pg from 'pg';
import { DEAD_MS } from '../jobs/job-taking';
import { askedAgain } from '../scoring/postgres-scoring-store';
import { CUT_KEPT_MS } from '../scoring/scoring-store';
import type { BatchedMatch, BatchStore, WaitingTournament } from './batch-store';
import type { FixtureRecord } from './tournament';
import { IS_DEMO, SOMEBODY_PLAYS } from './tournament-pace';
import { FIXTURE_COLUMNS, type FixtureRow, fixtureOfRow } from './tournament-row';

const WAITING = `
SELECT id, code, ${IS_DEMO} AS demo FROM tournament
WHERE status = 'running' AND NOT (${IS_DEMO} AND ${SOMEBODY_PLAYS})
  AND EXISTS (SELECT FROM tournament_fixture WHERE tournament_id = tournament.id AND in_batches AND status = 'waiting')
ORDER BY created_at, id`;

/** Does not wait for the disk: claims lost in a crash of the server are made again. $3: claimant. */
const CLAIM = `
WITH next AS (
  SELECT fixture.tournament_id, fixture.place FROM tournament_fixture AS fixture JOIN tournament ON tournament.id = fixture.tournament_id
  WHERE fixture.tournament_id = $1 AND tournament.status = 'running' AND fixture.in_batches AND fixture.status = 'waiting'
  ORDER BY fixture.place LIMIT $2 FOR UPDATE OF fixture SKIP LOCKED
), claimed AS (
  UPDATE tournament_fixture AS fixture SET status = 'playing', worker = $3, started_at = COALESCE(started_at, now()), fault = NULL
  FROM next, (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
  WHERE fixture.tournament_id = next.tournament_id AND fixture.place = next.place
  RETURNING fixture.*
)
SELECT ${FIXTURE_COLUMNS} FROM claimed AS fixture ORDER BY place`;

/**
 * $1: matches with their fixtures' outcome; $2: their ids; $3 and $4: types and texts of their events, one list per match (texts are split
 * but not parsed); $5: claimant; $6: when a solve cut off by the time limit is repeated; $7: for each event, milliseconds before the end at
 * which it was made, because screens show events of the same time in one step.
 */
const KEEP = `
WITH asked AS (
  SELECT * FROM json_to_recordset($1::json) AS a(id text, "tournamentId" text, place int, game text, version int, task text, seed bigint,
    "judgeMode" text, config jsonb, seats jsonb, visibility text, pace float8, rounds int, round int, turn int, scores jsonb, "delayTurns" int,
    rated boolean, "seasonId" text, "seasonIndex" int, "seasonPlay" int, guards text, head int, fault text, ms float8, result json,
    "worldKey" text, "worldSize" int)
), mine AS (
  SELECT asked.* FROM tournament_fixture AS fixture JOIN asked ON asked.id = fixture.match_id
  WHERE fixture.match_id = ANY($2::text[]) AND fixture.status = 'playing' AND fixture.worker = $5
  FOR UPDATE OF fixture
), made AS (
  INSERT INTO match (id, game, game_version, task, seed, judge_mode, config, seats, visibility, pace, rounds, showcase, status, round, turn,
    scores, hosted, delay_turns, rated, season_id, season_index, season_play, head, fault, guards, lease_token, lease_until, created_at, finished_at)
  SELECT id, game, version, task, seed, "judgeMode", config, seats, visibility, pace, rounds, false, 'finished', round, turn,
    scores, false, "delayTurns", rated, "seasonId", "seasonIndex", "seasonPlay", head, fault, guards, 1, now(),
    now() - ms * interval '1 ms', now()
  FROM mine
  ON CONFLICT DO NOTHING
  RETURNING id
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload, recorded_at)
  SELECT made.id, e.seq, e.type, e.text, now() - e.ago::float8 * interval '1 ms'
  FROM ROWS FROM (unnest($2::text[]), json_array_elements($3::json), json_array_elements($4::json), json_array_elements($7::json))
      AS m(id, types, texts, ages)
    JOIN made ON made.id = m.id
    CROSS JOIN LATERAL ROWS FROM (json_array_elements_text(m.types), json_array_elements(m.texts), json_array_elements_text(m.ages))
      WITH ORDINALITY AS e(type, text, ago, seq)
), settled AS (
  UPDATE tournament_fixture AS fixture SET
    status = CASE WHEN "worldKey" IS NULL THEN 'done' ELSE 'scoring' END,
    result = CASE WHEN "worldKey" IS NULL THEN mine.result END, played = CASE WHEN "worldKey" IS NOT NULL THEN mine.result END,
    world_key = "worldKey", worker = CASE WHEN "worldKey" IS NULL THEN fixture.worker END,
    finished_at = CASE WHEN "worldKey" IS NULL THEN now() END
  FROM made JOIN mine ON mine.id = made.id
  WHERE fixture.tournament_id = mine."tournamentId" AND fixture.place = mine.place
), world AS (
  INSERT INTO tournament_world (key, size)
  SELECT "worldKey", max("worldSize") FROM made JOIN mine ON mine.id = made.id WHERE "worldKey" IS NOT NULL GROUP BY "worldKey" ORDER BY "worldKey"
  ${askedAgain('$6')}
)
SELECT id FROM made`;

const RELEASE = `
UPDATE tournament_fixture SET status = 'waiting', worker = NULL
WHERE match_id = ANY($1::text[]) AND worker = $2 AND status = 'playing' AND in_batches`;

/** $1: after how many milliseconds a process counts as dead; $2: the process that asks. */
const RELEASE_UNPLAYED = `
UPDATE tournament_fixture AS fixture SET status = 'waiting', worker = NULL
FROM tournament
WHERE tournament.status IN ('running', 'paused') AND fixture.tournament_id = tournament.id AND fixture.status = 'playing' AND in_batches
  AND (fixture.worker = $2
    OR NOT EXISTS (SELECT FROM tournament_worker WHERE id = fixture.worker AND seen_at >= now() - $1 * interval '1 ms'))`;

const TO_QUEUE = `
UPDATE tournament_fixture SET in_batches = false
WHERE tournament_id = $1 AND in_batches AND CASE WHEN $2::int[] IS NULL THEN status = 'waiting' ELSE place = ANY($2) END
RETURNING place`;

/** Takes fixtures that are moved to the queue. */
interface Queue {
  add(client: Pick<pg.ClientBase, 'query'>, jobs: { id: string; orders: readonly number[] }): Promise<void>;
}

export class PostgresBatchStore implements BatchStore {
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private readonly queue: Queue;

  constructor(pool: pg.Pool, processId: string, queue: Queue) {
    this.pool = pool;
    this.processId = processId;
    this.queue = queue;
  }

  async waiting(): Promise<WaitingTournament[]> {
    const { rows } = await this.pool.query<WaitingTournament>({ name: 'batches-waiting', text: WAITING });
    return rows;
  }

  async claim(id: string, limit: number): Promise<FixtureRecord[]> {
    const { rows } = await this.pool.query<FixtureRow>({ name: 'claim-batch', text: CLAIM, values: [id, limit, this.processId] });
    return rows.map(fixtureOfRow);
  }

  async keep(played: readonly BatchedMatch[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'keep-batch',
      text: KEEP,
      values: [
        JSON.stringify(played.map(rowOf)),
        played.map(({ match }) => match.id),
        JSON.stringify(played.map(({ events }) => events.map(({ event }) => event.type))),
        `[${played.map(({ events }) => `[${events.map(({ json }) => json).join(',')}]`).join(',')}]`,
        this.processId,
        CUT_KEPT_MS,
        JSON.stringify(played.map(agesOf)),
      ],
    });
    return new Set(rows.map(({ id }) => id));
  }

  async release(matchIds: readonly string[]): Promise<void> {
    if (matchIds.length > 0) await this.pool.query(RELEASE, [matchIds, this.processId]);
  }

  async releaseUnplayed(): Promise<void> {
    await this.pool.query(RELEASE_UNPLAYED, [DEAD_MS, this.processId]);
  }

  /** If a process dies in between, fixtures are left without a job; these are found and put back. */
  async toQueue(id: string, orders: readonly number[] | null): Promise<void> {
    const { rows } = await this.pool.query<{ place: number }>(TO_QUEUE, [id, orders]);
    await this.queue.add(this.pool, { id, orders: rows.map(({ place }) => place) });
  }
}

function rowOf({ tournamentId, order, match, seasonPlay, result, world }: BatchedMatch): object {
  const { id, game, version, task, seed, judgeMode, config, seats, visibility, pace, rounds, round, turn, scores } = match;
  const { delayTurns, rated, season, guards, head, fault, createdAt, finishedAt } = match;
  const { key: worldKey, size: worldSize } = world ?? {};
  const played = { id, game, version, task, seed, judgeMode, config, seats, visibility, pace, rounds, round, turn, scores, head, fault };
  const rules = { delayTurns, rated, seasonId: season?.id, seasonIndex: season?.index, seasonPlay, guards };
  const ms = finishedAt === null ? 0 : finishedAt.getTime() - createdAt.getTime();
  return { ...played, ...rules, ms, tournamentId, place: order, result, worldKey, worldSize };
}

function agesOf({ match: { createdAt, finishedAt }, events }: BatchedMatch): number[] {
  const end = (finishedAt ?? createdAt).getTime();
  return events.map(({ recordedAt = createdAt }) => Math.max(0, end - recordedAt.getTime()));
}
