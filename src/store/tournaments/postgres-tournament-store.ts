import type pg from 'pg';
import type { Target } from '../connect';
import { JobQueues } from '../jobs/job-queues';
import { JobTaking, livingWorkers } from '../jobs/job-taking';
import { cursorOf, readCursor } from '../match-order';
import { oneOf } from '../one-of';
import { isStorable } from '../storable';
import type { BatchStore } from './batch-store';
import { noFixtures } from './open-fixtures';
import { PostgresBatchStore } from './postgres-batch-store';
import {
  type Entrant,
  FIXTURE_STATUSES,
  type FixtureCounts,
  type FixtureRecord,
  type FixtureResult,
  goesOn,
  playsAs,
  type TournamentRecord,
} from './tournament';
import { SOMEBODY_PLAYS } from './tournament-pace';
import {
  FIXTURE_COLUMNS,
  type FixtureRow,
  FOR_PEOPLE,
  fixtureOfRow,
  TOURNAMENT_COLUMNS,
  type TournamentRow,
  tournamentOfRow,
} from './tournament-row';
import {
  ADD_FIXTURES,
  BEGIN,
  COUNTS,
  FAIL,
  FINISH,
  FIXTURE,
  LAST_HEARD,
  OF_PAIR,
  PUT_OFF,
  RETRY_FAILED,
  SPENT,
  TELL,
  TRY_AGAIN,
  UNCLOSED,
} from './tournament-sql';
import type {
  FixtureFilter,
  FixtureJob,
  JobSlots,
  JobTaker,
  LivingWorker,
  MatchPlace,
  NewFixture,
  NewTournament,
  StatusChange,
  TournamentPage,
  TournamentSpent,
  TournamentStore,
} from './tournament-store';

/** Number of results per page of a stream. */
const PAGE = 1_000;
/** Pause before a failed fixture is retried: one second, two, … */
const REST_SECONDS = 1;

/** Tournaments in Postgres. Their fixtures wait in a queue on the same database. */
export class PostgresTournamentStore implements TournamentStore {
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private readonly queues: JobQueues;
  readonly batches: BatchStore;

  constructor({ pool, target }: { pool: pg.Pool; target: Target }, processId: string) {
    this.pool = pool;
    this.processId = processId;
    this.queues = new JobQueues(target, pool);
    this.batches = new PostgresBatchStore(pool, processId, this.queues);
  }

  async create(tournament: NewTournament, fixtures: readonly NewFixture[]): Promise<TournamentRecord> {
    const { id, plan, entrants, seasonId, code } = tournament;
    return this.atOnce(async (client) => {
      const { rows } = await client.query<TournamentRow>(
        `INSERT INTO tournament (id, plan, entrants, season_id, code, status, stages) VALUES ($1, $2, $3, $4, $5, 'running', $6)
         RETURNING ${TOURNAMENT_COLUMNS}`,
        [id, JSON.stringify(plan), JSON.stringify(entrants), seasonId, code, fixtures.length > 0 ? 1 : 0],
      );
      await this.addFixtures(client, id, fixtures);
      const [row] = rows;
      if (!row) throw new Error(`tournament ${id} was stored and is not there`);
      return tournamentOfRow(row);
    });
  }

  async get(id: string): Promise<TournamentRecord | null> {
    if (!isStorable(id)) return null;
    const { rows } = await this.pool.query<TournamentRow>(`SELECT ${TOURNAMENT_COLUMNS} FROM tournament WHERE id = $1`, [id]);
    return rows[0] ? tournamentOfRow(rows[0]) : null;
  }

  async list({ cursor, limit, kind }: TournamentPage) {
    const after = cursor === undefined ? null : readCursor(cursor);
    const { rows } = await this.pool.query<TournamentRow>(
      `SELECT ${TOURNAMENT_COLUMNS} FROM tournament
       WHERE ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) AND ($4::text IS NULL OR plan->>'kind' = $4) ORDER BY created_at DESC, id DESC LIMIT $1 + 1`,
      [limit, after?.createdAt, after?.id, kind],
    );
    const items = rows.slice(0, limit).map(tournamentOfRow);
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
  }

  async running(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(`SELECT id FROM tournament WHERE status = 'running' ORDER BY created_at, id`);
    return rows.map((row) => row.id);
  }

  async doesAnybodyPlay(): Promise<boolean> {
    const { rows } = await this.pool.query<{ plays: boolean }>(`SELECT ${SOMEBODY_PLAYS} AS plays`);
    return rows[0]?.plays === true;
  }

  async unclosed(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(UNCLOSED);
    return rows.map((row) => row.id);
  }

  schedule(id: string, stage: number, fixtures: readonly NewFixture[]): Promise<boolean> {
    return this.atOnce(async (client) => {
      const moved = await client.query(`UPDATE tournament SET stages = stages + 1 WHERE id = $1 AND stages = $2 AND status = 'running'`, [
        id,
        stage,
      ]);
      if (moved.rowCount === 0) return false;
      await this.addFixtures(client, id, fixtures);
      return true;
    });
  }

  async fixtures(id: string, filter: FixtureFilter = {}, page: { after?: number; limit?: number } = {}): Promise<FixtureRecord[]> {
    if (!isStorable(id, filter.entrant, ...(filter.pair?.names ?? []))) return [];
    const { rows } = await this.pool.query<FixtureRow>(
      `SELECT ${FIXTURE_COLUMNS} FROM tournament_fixture AS fixture
       WHERE tournament_id = $1 AND place > $2 AND ($3::text[] IS NULL OR status = ANY($3)) AND ($4::int IS NULL OR stage = $4)
         AND ($5::text IS NULL OR EXISTS (SELECT FROM json_array_elements(seats) AS seat WHERE seat->>'entrant' = $5))
         AND ($7::text[] IS NULL OR ${OF_PAIR})
       ORDER BY place LIMIT $6`,
      [id, page.after ?? -1, filter.status, filter.stage, filter.entrant, page.limit, filter.pair?.names, filter.pair?.met],
    );
    return rows.map(fixtureOfRow);
  }

  async fixture(id: string, order: number): Promise<FixtureRecord | null> {
    if (!isStorable(id)) return null;
    const { rows } = await this.pool.query<FixtureRow>({ name: 'fixture', text: FIXTURE, values: [id, order] });
    return rows[0] ? fixtureOfRow(rows[0]) : null;
  }

  async fixtureOf(matchId: string): Promise<MatchPlace | null> {
    if (!isStorable(matchId)) return null;
    const { rows } = await this.pool.query<Omit<MatchPlace, 'status'> & { status: string }>(
      `SELECT tournament_id AS "tournamentId", place AS "order", status FROM tournament_fixture
       WHERE match_id IN ($1, (SELECT series_id FROM match WHERE id = $1))`,
      [matchId],
    );
    return rows[0] ? { ...rows[0], status: oneOf(FIXTURE_STATUSES, rows[0].status) } : null;
  }

  async tournamentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ matchId: string; tournamentId: string }>(
      `SELECT match_id AS "matchId", tournament_id AS "tournamentId" FROM tournament_fixture WHERE match_id = ANY($1::text[])`,
      [ids],
    );
    return new Map(rows.map(({ matchId, tournamentId }) => [matchId, tournamentId]));
  }

  async counts(id: string): Promise<FixtureCounts> {
    return (await this.countsOf([id])).get(id) ?? noFixtures();
  }

  async countsOf(ids: readonly string[]): Promise<ReadonlyMap<string, FixtureCounts>> {
    const counts = new Map(ids.map((id) => [id, noFixtures()]));
    const { rows } = await this.pool.query<{ id: string; status: string; n: number }>(COUNTS, [ids]);
    for (const { id, status, n } of rows) {
      const known = counts.get(id);
      if (known) known[oneOf(FIXTURE_STATUSES, status)] = n;
    }
    return counts;
  }

  async begin(id: string, order: number): Promise<FixtureRecord | null> {
    const { rows } = await this.pool.query<FixtureRow>({ name: 'begin-fixture', text: BEGIN, values: [id, order, this.processId] });
    return rows[0] ? fixtureOfRow(rows[0]) : null;
  }

  async finish(id: string, order: number, result: FixtureResult): Promise<boolean> {
    const { rows } = await this.pool.query({ name: 'finish-fixture', text: FINISH, values: [id, order, JSON.stringify(result)] });
    return rows.length > 0;
  }

  async fail({ id, order }: FixtureJob, why: string, again: boolean): Promise<void> {
    await this.atOnce(async (client) => {
      const { rows } = await client.query<{ attempts: number }>(again ? TRY_AGAIN : FAIL, [id, order, why.replaceAll('\0', '')]);
      if (rows[0]) await this.queues.add(client, { id, orders: [order], restSeconds: rows[0].attempts * REST_SECONDS });
    });
  }

  async putOff({ id, order }: FixtureJob, why: string, seconds: number): Promise<void> {
    await this.atOnce(async (client) => {
      const { rows } = await client.query(PUT_OFF, [id, order, why.replaceAll('\0', '')]);
      if (rows.length > 0) await this.queues.add(client, { id, orders: [order], restSeconds: seconds });
    });
  }

  retryFailed(id: string): Promise<number> {
    return this.atOnce(async (client) => {
      const { rows } = await client.query<{ place: number }>(RETRY_FAILED, [id]);
      await this.queues.add(client, { id, orders: rows.map(({ place }) => place) });
      return rows.length;
    });
  }

  setStatus(id: string, { from, to, fault }: StatusChange): Promise<boolean> {
    return this.atOnce(async (client) => {
      const changed = await client.query(
        `UPDATE tournament SET status = $3, fault = COALESCE($4, fault), finished_at = CASE WHEN $5 THEN now() END
         WHERE id = $1 AND status = ANY($2::text[])`,
        [id, from, to, fault, !goesOn(to)],
      );
      if (changed.rowCount === 0) return false;
      if (to === 'running') await this.addOpenJobs(client, id);
      if (to === 'cancelled' || to === 'failed') {
        await client.query(
          `UPDATE tournament_fixture SET status = 'cancelled', finished_at = now()
           WHERE tournament_id = $1 AND status IN ('waiting', 'playing')`,
          [id],
        );
      }
      await client.query(TELL, [id, this.processId]);
      return true;
    });
  }

  async setEntrants(id: string, entrants: readonly Entrant[]): Promise<void> {
    await this.pool.query('UPDATE tournament SET entrants = $2 WHERE id = $1', [id, JSON.stringify(entrants)]);
    await this.tell(id);
  }

  async *results(id: string, afterOrder = -1): AsyncIterable<FixtureRecord> {
    for (let after = afterOrder; ; ) {
      const page = await this.fixtures(id, { status: ['done'] }, { after, limit: PAGE });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.order;
    }
  }

  async spent(id: string): Promise<TournamentSpent> {
    const { rows } = await this.pool.query<TournamentSpent>(SPENT, [id]);
    return rows[0] ?? { tokens: 0, calls: 0, seconds: 0, dollars: 0 };
  }

  async ownerOfSeason(seasonId: string): Promise<string | null> {
    if (!isStorable(seasonId)) return null;
    const { rows } = await this.pool.query<{ id: string }>('SELECT id FROM tournament WHERE season_id = $1', [seasonId]);
    return rows[0]?.id ?? null;
  }

  async tell(id: string): Promise<void> {
    await this.pool.query(TELL, [id, this.processId]);
  }

  takeJobs(slots: JobSlots, play: (job: FixtureJob) => Promise<void>, code: string | null = null): Promise<JobTaker> {
    return new JobTaking({ pool: this.pool, queues: this.queues, id: this.processId, slots, code, play }).start();
  }

  workers(): Promise<LivingWorker[]> {
    return livingWorkers(this.pool);
  }

  async lastHeard(code: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ code: string | null; at: Date }>(LAST_HEARD);
    return rows.find((row) => playsAs(code, row.code))?.at ?? null;
  }

  private async addFixtures(client: pg.ClientBase, id: string, fixtures: readonly NewFixture[]): Promise<void> {
    await client.query(ADD_FIXTURES, [id, JSON.stringify(fixtures)]);
    await this.queues.add(client, { id, orders: fixtures.map(({ order }) => order) });
    await client.query(TELL, [id, this.processId]);
  }

  private async addOpenJobs(client: pg.ClientBase, id: string): Promise<void> {
    const { rows } = await client.query<{ place: number }>(
      `SELECT place FROM tournament_fixture AS fixture
       WHERE tournament_id = $1 AND status IN ('waiting', 'playing') AND NOT (status = 'playing' AND ${FOR_PEOPLE})`,
      [id],
    );
    await this.queues.add(client, { id, orders: rows.map(({ place }) => place) });
  }

  /** Runs the work in one transaction. */
  private async atOnce<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    await this.queues.ready();
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const answer = await work(client);
      await client.query('COMMIT');
      client.release();
      return answer;
    } catch (fault) {
      // A connection that cannot even roll back is discarded.
      const isUsable = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
      client.release(!isUsable);
      throw fault;
    }
  }
}
