import type pg from 'pg';
import type { GameEvent } from '~/games/game';
import { AppendDesk } from './append-desk';
import type { Database } from './database';
import type {
  AppendAnswer,
  CommandAnswer,
  ControlCommand,
  EventStore,
  Lease,
  MatchFilter,
  MatchProgress,
  MatchRecord,
  NewMatch,
  News,
  Notice,
  Page,
  StoredEvent,
} from './event-store';
import type { Prisma, PrismaClient } from './generated/client';
import { cursorOf, LIVE_STATUSES, readCursor } from './match-order';
import { recordOf } from './match-row';
import { CHANNEL, NoticeBoard } from './notice-board';

/** As many events as one read brings at most, unless asked for fewer. */
const READ_LIMIT = 2_147_483_647;

/** True of the match that $1, $2 and $3 hold: its id, the lease's token and owner. */
const HELD = 'match.id = $1 AND match.lease_token = $2 AND match.lease_owner = $3';

/** What everybody hears: `match kind process head`. The process is the parameter of that number. */
function notice(kind: Notice['kind'], processId: string): string {
  return `pg_notify('${CHANNEL}', id || ' ${kind} ' || ${processId}::text || ' ' || head)::text`;
}

const CREATE = `
WITH opened AS (
  INSERT INTO match (id, game, ruleset, ruleset_version, task, seed, judge_mode, config, seats, visibility, pace, status, head, rounds, showcase)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'running', $12, $13, $14) RETURNING id, head
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload)
  SELECT opened.id, e.n, e.type, e.text::json FROM opened, unnest($15::text[], $16::text[]) WITH ORDINALITY AS e(type, text, n)
)
SELECT ${notice('events', '$17')} FROM opened`;

const ORPHANS = `
SELECT id FROM match
WHERE (status = 'running' OR (status = 'paused' AND EXISTS (SELECT FROM match_command WHERE match_id = match.id)))
  AND (lease_until IS NULL OR lease_until < now())
ORDER BY created_at LIMIT $1`;

/** A step is for a match that is paused, or will be by the commands that wait already. */
const COMMAND = `
WITH asked AS (
  SELECT id, head, status NOT IN ('running', 'paused') AS over,
    $2 = 'step' AND COALESCE((
      SELECT command FROM match_command WHERE match_id = $1 AND command <> 'step' ORDER BY match_command.id DESC LIMIT 1
    ) <> 'pause', status <> 'paused') AS refused
  FROM match WHERE id = $1 FOR UPDATE
), kept AS (
  INSERT INTO match_command (match_id, command) SELECT id, $2 FROM asked WHERE NOT over AND NOT refused RETURNING match_id
)
SELECT over, refused, (SELECT ${notice('control', '$3')} FROM kept) FROM asked`;

const UPDATE = `
WITH changed AS (
  UPDATE match SET round = COALESCE($4, round), scores = COALESCE($5, scores), status = COALESCE($6, status),
    finished_at = COALESCE($7, finished_at), fault = COALESCE($8, fault)
  WHERE ${HELD} RETURNING id, head
)
SELECT ${notice('card', '$9')} FROM changed`;

/** Matches and events in Postgres, embedded or server. Each append is one statement: all of it, durably, or nothing. */
export class PostgresEventStore implements EventStore {
  private readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private readonly board: NoticeBoard;
  private readonly appends: AppendDesk;

  constructor({ prisma, pool, target }: Pick<Database, 'prisma' | 'pool' | 'target'>, processId: string) {
    this.prisma = prisma;
    this.pool = pool;
    this.processId = processId;
    this.board = new NoticeBoard(target);
    this.appends = new AppendDesk(pool, processId);
  }

  async create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord> {
    const { types, texts } = textsOf(opening);
    const { id, game, ruleset, rulesetVersion, task, seed, judgeMode, config, seats, visibility, pace, rounds, showcase } = match;
    const row = [id, game, ruleset, rulesetVersion, task, seed, judgeMode, JSON.stringify(config), JSON.stringify(seats), visibility, pace];
    await this.pool.query(CREATE, [...row, texts.length, rounds, showcase, types, texts, this.processId]);
    const created = await this.get(match.id);
    if (!created) throw new Error(`match ${match.id} was stored and is not there`);
    return created;
  }

  async get(matchId: string): Promise<MatchRecord | null> {
    const row = await this.prisma.match.findUnique({ where: { id: matchId } });
    return row && recordOf(row);
  }

  async list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>> {
    const where = { AND: [...conditionsOf(filter), ...(page.cursor === undefined ? [] : [afterCursor(page.cursor)])] };
    const rows = await this.prisma.match.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: page.limit + 1 });
    const items = rows.slice(0, page.limit).map(recordOf);
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > page.limit ? cursorOf(last) : null };
  }

  async read(matchId: string, after = 0, limit = READ_LIMIT): Promise<StoredEvent[]> {
    const { rows } = await this.pool.query<{ seq: number; text: string; at: Date }>(
      `SELECT seq, payload::text AS text, recorded_at AS at FROM match_event
       WHERE match_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [matchId, after, Math.min(limit, READ_LIMIT)],
    );
    return rows.map((row) => ({ seq: row.seq, json: row.text, event: JSON.parse(row.text) as GameEvent, recordedAt: row.at }));
  }

  async append(lease: Lease, expectedHead: number, news: News): Promise<AppendAnswer> {
    return (await this.appends.append({ lease, expectedHead, news })) ?? (await this.whyNot(lease, expectedHead));
  }

  async acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null> {
    const { rows } = await this.pool.query<{ token: string; until: Date }>(
      `UPDATE match SET lease_owner = $2, lease_token = lease_token + 1, lease_until = now() + $3 * interval '1 ms'
       WHERE id = $1 AND status IN ('running', 'paused') AND (lease_until IS NULL OR lease_until < now())
       RETURNING lease_token AS token, lease_until AS until`,
      [matchId, owner, forMs],
    );
    const [row] = rows;
    return row ? { matchId, owner, token: Number(row.token), until: row.until } : null;
  }

  /** A renewal that a crash of the server loses only ends the lease sooner: it does not wait for the disk. */
  async renew(lease: Lease, forMs: number): Promise<Lease | null> {
    const { rows } = await this.pool.query<{ until: Date }>(
      `UPDATE match SET lease_until = now() + $4 * interval '1 ms'
       FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
       WHERE ${HELD} RETURNING lease_until AS until`,
      [...holderOf(lease), forMs],
    );
    const [row] = rows;
    return row ? { ...lease, until: row.until } : null;
  }

  async release(lease: Lease): Promise<void> {
    await this.pool.query(`UPDATE match SET lease_owner = NULL, lease_until = NULL WHERE ${HELD}`, holderOf(lease));
  }

  async orphans(limit: number): Promise<MatchRecord[]> {
    const { rows } = await this.pool.query<{ id: string }>(ORPHANS, [limit]);
    if (rows.length === 0) return [];
    const found = await this.prisma.match.findMany({ where: { id: { in: rows.map((row) => row.id) } }, orderBy: { createdAt: 'asc' } });
    return found.map(recordOf);
  }

  async command(matchId: string, command: ControlCommand): Promise<CommandAnswer> {
    const { rows } = await this.pool.query<{ over: boolean; refused: boolean }>(COMMAND, [matchId, command, this.processId]);
    const [match] = rows;
    if (!match) return { ok: false, code: 'unknown_match' };
    if (match.over) return { ok: false, code: 'match_over' };
    return match.refused ? { ok: false, code: 'not_paused' } : { ok: true };
  }

  async takeCommands(lease: Lease): Promise<ControlCommand[]> {
    const { rows } = await this.pool.query<{ id: string; command: ControlCommand }>(
      `DELETE FROM match_command USING match WHERE match_command.match_id = match.id AND ${HELD}
       RETURNING match_command.id, match_command.command`,
      holderOf(lease),
    );
    return rows.sort((a, b) => Number(a.id) - Number(b.id)).map((row) => row.command);
  }

  async update(lease: Lease, { round, scores, status, finishedAt, fault }: MatchProgress): Promise<boolean> {
    const values = [round, scores && JSON.stringify(scores), status, finishedAt, fault];
    const { rows } = await this.pool.query(UPDATE, [...holderOf(lease), ...values, this.processId]);
    return rows.length > 0;
  }

  listen(heard: (notice: Notice) => void): Promise<() => Promise<void>> {
    return this.board.listen(heard);
  }

  async close(): Promise<void> {
    await this.board.close();
  }

  private async whyNot(lease: Lease, expectedHead: number): Promise<AppendAnswer> {
    const row = await this.prisma.match.findUnique({ where: { id: lease.matchId } });
    if (!row) return { ok: false, code: 'unknown_match', head: 0 };
    const held = row.leaseOwner === lease.owner && Number(row.leaseToken) === lease.token;
    return { ok: false, code: held && row.head !== expectedHead ? 'version_conflict' : 'lease_lost', head: row.head };
  }
}

function textsOf(events: readonly GameEvent[]): { types: string[]; texts: string[] } {
  return { types: events.map((event) => event.type), texts: events.map((event) => JSON.stringify(event)) };
}

function holderOf(lease: Lease): unknown[] {
  return [lease.matchId, lease.token, lease.owner];
}

function conditionsOf(filter: MatchFilter): Prisma.MatchWhereInput[] {
  const conditions: Prisma.MatchWhereInput[] = [];
  if (filter.status) conditions.push({ status: { in: filter.status } });
  if (filter.ruleset !== undefined) conditions.push({ ruleset: filter.ruleset });
  if (filter.task !== undefined) conditions.push({ task: filter.task });
  if (filter.policy !== undefined) conditions.push({ seats: { array_contains: [{ policy: filter.policy }] } });
  if (filter.seed !== undefined) {
    conditions.push({ seed: BigInt(filter.seed) }); // a seed that is still a secret is found by nobody who asks for it
    conditions.push({ OR: [{ visibility: 'open' }, { status: { notIn: [...LIVE_STATUSES] } }] });
  }
  return conditions;
}

function afterCursor(cursor: string): Prisma.MatchWhereInput {
  const { createdAt, id } = readCursor(cursor);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}
