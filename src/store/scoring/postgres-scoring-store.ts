import type pg from 'pg';
import type { FixtureResult } from '../tournaments/tournament';
import { IS_DEMO, SOMEBODY_PLAYS } from '../tournaments/tournament-pace';
import type { FixtureJob } from '../tournaments/tournament-store';
import {
  type ClaimedWorld,
  type ClaimWish,
  CUT_KEPT_MS,
  MOST_SOLVES,
  type PlayedFixture,
  type ReadyFixture,
  type ScoringStore,
  type SolvedWorld,
} from './scoring-store';

/** Solved worlds that no match has needed for this long are deleted. */
const KEPT_DAYS = 30;

/**
 * SQL for using a solved world again: a solve that was cut off by the time limit is repeated after the number of milliseconds in the given
 * parameter.
 */
export function askedAgain(keptMs: string): string {
  return `ON CONFLICT (key) DO UPDATE SET asked_at = now(), tries = 0,
    bounds = CASE WHEN (tournament_world.bounds->>'by_clock')::boolean AND tournament_world.solved_at < now() - ${keptMs} * interval '1 ms'
      THEN NULL ELSE tournament_world.bounds END`;
}

/** A crash of the server can lose only the status. The match is on disk, and its fixture is taken up and submitted again. */
const HAND = `
WITH handed AS (
  UPDATE tournament_fixture SET status = 'scoring', played = $3, world_key = $4, worker = NULL
  FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
  WHERE tournament_id = $1 AND place = $2 AND status IN ('waiting', 'playing')
  RETURNING world_key
), world AS (
  INSERT INTO tournament_world (key, size) SELECT world_key, $5 FROM handed
  ${askedAgain('$6')}
)
SELECT count(*)::int AS n FROM handed`;

const OPEN_WORLD = `
  SELECT key FROM tournament_world AS world
  WHERE bounds IS NULL AND tries < ${MOST_SOLVES} AND (held_until IS NULL OR held_until < now())
    AND EXISTS (
      SELECT FROM tournament_fixture JOIN tournament ON tournament.id = tournament_id
      WHERE tournament_fixture.status = 'scoring' AND world_key = world.key AND NOT (${IS_DEMO} AND ${SOMEBODY_PLAYS})
    )`;

/** $1: lower size limit of hard worlds; $2, $3: number of short and hard ones; $4: claimant; $5: duration in milliseconds. */
const CLAIM = `
WITH short AS (${OPEN_WORLD} AND size < $1 ORDER BY size, asked_at LIMIT $2 FOR UPDATE SKIP LOCKED),
  hard AS (${OPEN_WORLD} AND size >= $1 ORDER BY size, asked_at LIMIT $3 FOR UPDATE SKIP LOCKED)
UPDATE tournament_world AS world SET holder = $4, held_until = now() + $5 * interval '1 ms'
WHERE key IN (SELECT key FROM short UNION ALL SELECT key FROM hard)
RETURNING key, size, (SELECT match_id FROM tournament_fixture WHERE status = 'scoring' AND world_key = world.key LIMIT 1) AS "matchId"`;

const RENEW = `UPDATE tournament_world SET held_until = now() + $3 * interval '1 ms' WHERE key = ANY($1) AND holder = $2`;

const RELEASE = 'UPDATE tournament_world SET holder = NULL, held_until = NULL WHERE key = ANY($1) AND holder = $2';

const SOLVED = `
UPDATE tournament_world SET bounds = $2, solved_at = now(), holder = NULL, held_until = NULL WHERE key = $1 AND bounds IS NULL`;

const BROKE = `
UPDATE tournament_world SET tries = tries + 1, holder = NULL, held_until = NULL WHERE key = $1 AND holder = $2 RETURNING tries`;

const GIVE_UP = `
UPDATE tournament_fixture SET status = 'failed', fault = $2, attempts = attempts + 1, finished_at = now()
WHERE status = 'scoring' AND world_key = $1 RETURNING tournament_id AS id`;

const READY = `
SELECT tournament_id AS id, place AS "order", played AS result, bounds
FROM tournament_fixture AS fixture JOIN tournament_world AS world ON world.key = fixture.world_key
WHERE fixture.status = 'scoring' AND world.bounds IS NOT NULL ORDER BY tournament_id, place LIMIT $1`;

const FORGET = `
DELETE FROM tournament_world AS world WHERE asked_at < now() - interval '${KEPT_DAYS} days'
  AND NOT EXISTS (SELECT FROM tournament_fixture WHERE status = 'scoring' AND world_key = world.key)`;

export class PostgresScoringStore implements ScoringStore {
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private hasTidied = false;

  constructor(pool: pg.Pool, processId: string) {
    this.pool = pool;
    this.processId = processId;
  }

  async hand({ id, order }: FixtureJob, { result, world: { key, size } }: PlayedFixture): Promise<boolean> {
    const { rows } = await this.pool.query<{ n: number }>({
      name: 'hand-fixture',
      text: HAND,
      values: [id, order, JSON.stringify(result), key, size, CUT_KEPT_MS],
    });
    return (rows[0]?.n ?? 0) > 0;
  }

  async claim({ hardFrom, short, hard, forMs }: ClaimWish): Promise<ClaimedWorld[]> {
    await this.tidyOnce();
    const values = [hardFrom, short, hard, this.processId, forMs];
    const { rows } = await this.pool.query<Omit<ClaimedWorld, 'matchId'> & { matchId: string | null }>(CLAIM, values);
    return rows.flatMap(({ matchId, ...world }) => (matchId === null ? [] : [{ ...world, matchId }]));
  }

  async renew(keys: readonly string[], forMs: number): Promise<void> {
    await this.pool.query(RENEW, [keys, this.processId, forMs]);
  }

  async release(keys: readonly string[]): Promise<void> {
    await this.pool.query(RELEASE, [keys, this.processId]);
  }

  async solved(key: string, bounds: SolvedWorld): Promise<void> {
    await this.pool.query(SOLVED, [key, JSON.stringify(bounds)]);
  }

  async broke(key: string, why: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ tries: number }>(BROKE, [key, this.processId]);
    if ((rows[0]?.tries ?? 0) < MOST_SOLVES) return [];
    const failed = await this.pool.query<{ id: string }>(GIVE_UP, [key, why]);
    return [...new Set(failed.rows.map(({ id }) => id))];
  }

  async ready(limit: number): Promise<ReadyFixture[]> {
    const { rows } = await this.pool.query<FixtureJob & { result: FixtureResult; bounds: SolvedWorld }>(READY, [limit]);
    return rows;
  }

  private async tidyOnce(): Promise<void> {
    if (this.hasTidied) return;
    this.hasTidied = true;
    await this.pool.query(FORGET);
  }
}
