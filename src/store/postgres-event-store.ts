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

/** Matches and events in Postgres, embedded or server. Each append is one statement: all of it, durably, or nothing. */
export class PostgresEventStore implements EventStore {
  private readonly prisma: PrismaClient;
  private readonly processId: string;
  private readonly board: NoticeBoard;
  private readonly appends: AppendDesk;

  constructor({ prisma, pool, target }: Pick<Database, 'prisma' | 'pool' | 'target'>, processId: string) {
    this.prisma = prisma;
    this.processId = processId;
    this.board = new NoticeBoard(target);
    this.appends = new AppendDesk(pool, processId);
  }

  async create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord> {
    const { types, texts } = textsOf(opening);
    await this.prisma.$queryRaw`
      WITH opened AS (
        INSERT INTO match (id, game, ruleset, ruleset_version, task, seed, judge_mode, config, seats, visibility, pace, status, head, rounds, showcase)
        VALUES (${match.id}, ${match.game}, ${match.ruleset}, ${match.rulesetVersion}::int, ${match.task}, ${match.seed}::bigint,
          ${match.judgeMode}, ${JSON.stringify(match.config)}::jsonb, ${JSON.stringify(match.seats)}::jsonb, ${match.visibility},
          ${match.pace}::float8, 'running', ${opening.length}::int, ${match.rounds}::int, ${match.showcase})
        RETURNING id, head
      ), kept AS (
        INSERT INTO match_event (match_id, seq, type, payload)
        SELECT opened.id, e.n, e.type, e.text::json
        FROM opened, unnest(${types}::text[], ${texts}::text[]) WITH ORDINALITY AS e(type, text, n)
      )
      SELECT pg_notify(${CHANNEL}, ${this.notice(match.id, 'events')} || opened.head)::text FROM opened`;
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
    const rows = await this.prisma.$queryRaw<{ seq: number; text: string; recorded_at: Date }[]>`
      SELECT seq, payload::text AS text, recorded_at FROM match_event
      WHERE match_id = ${matchId} AND seq > ${after}::int ORDER BY seq LIMIT ${Math.min(limit, READ_LIMIT)}::int`;
    return rows.map((row) => ({ seq: row.seq, json: row.text, event: JSON.parse(row.text) as GameEvent, recordedAt: row.recorded_at }));
  }

  async append(lease: Lease, expectedHead: number, news: News): Promise<AppendAnswer> {
    return (await this.appends.append({ lease, expectedHead, news })) ?? (await this.whyNot(lease, expectedHead));
  }

  async acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null> {
    const rows = await this.prisma.$queryRaw<{ token: bigint; until: Date }[]>`
      UPDATE match SET lease_owner = ${owner}, lease_token = lease_token + 1, lease_until = now() + ${forMs}::float8 * interval '1 ms'
      WHERE id = ${matchId} AND status IN ('running', 'paused') AND (lease_until IS NULL OR lease_until < now())
      RETURNING lease_token AS token, lease_until AS until`;
    const row = rows[0];
    return row ? { matchId, owner, token: Number(row.token), until: row.until } : null;
  }

  async renew(lease: Lease, forMs: number): Promise<Lease | null> {
    // A renewal that a crash of the server loses only ends the lease sooner: it does not wait for the disk.
    const rows = await this.prisma.$queryRaw<{ until: Date }[]>`
      UPDATE match SET lease_until = now() + ${forMs}::float8 * interval '1 ms'
      FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
      WHERE id = ${lease.matchId} AND lease_token = ${lease.token}::bigint AND lease_owner = ${lease.owner}
      RETURNING lease_until AS until`;
    const row = rows[0];
    return row ? { ...lease, until: row.until } : null;
  }

  async release(lease: Lease): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE match SET lease_owner = NULL, lease_until = NULL
      WHERE id = ${lease.matchId} AND lease_token = ${lease.token}::bigint AND lease_owner = ${lease.owner}`;
  }

  async orphans(limit: number): Promise<MatchRecord[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM match
      WHERE (status = 'running' OR (status = 'paused' AND EXISTS (SELECT FROM match_command WHERE match_id = match.id)))
        AND (lease_until IS NULL OR lease_until < now())
      ORDER BY created_at LIMIT ${limit}::int`;
    const found = await this.prisma.match.findMany({ where: { id: { in: rows.map((row) => row.id) } }, orderBy: { createdAt: 'asc' } });
    return found.map(recordOf);
  }

  async command(matchId: string, command: ControlCommand): Promise<CommandAnswer> {
    return this.prisma.$transaction(async (tx) => {
      const [match] = await tx.$queryRaw<
        { status: string; head: number }[]
      >`SELECT status, head FROM match WHERE id = ${matchId} FOR UPDATE`;
      if (!match) return { ok: false, code: 'unknown_match' };
      if (match.status !== 'running' && match.status !== 'paused') return { ok: false, code: 'match_over' };
      const last = await tx.matchCommand.findFirst({ where: { matchId, command: { not: 'step' } }, orderBy: { id: 'desc' } });
      const willBePaused = last ? last.command === 'pause' : match.status === 'paused';
      if (command === 'step' && !willBePaused) return { ok: false, code: 'not_paused' };
      await tx.matchCommand.create({ data: { matchId, command } });
      await tx.$queryRaw`SELECT pg_notify(${CHANNEL}, ${this.notice(matchId, 'control')} || ${match.head}::int)::text`;
      return { ok: true };
    });
  }

  async takeCommands(lease: Lease): Promise<ControlCommand[]> {
    const rows = await this.prisma.$queryRaw<{ id: bigint; command: string }[]>`
      DELETE FROM match_command USING match
      WHERE match_command.match_id = ${lease.matchId} AND match.id = match_command.match_id
        AND match.lease_token = ${lease.token}::bigint AND match.lease_owner = ${lease.owner}
      RETURNING match_command.id, match_command.command`;
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => row.command as ControlCommand);
  }

  async update(lease: Lease, progress: MatchProgress): Promise<boolean> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      WITH changed AS (
        UPDATE match SET round = COALESCE(${progress.round ?? null}::int, round), scores = COALESCE(${jsonOrNull(progress.scores)}::jsonb, scores),
          status = COALESCE(${progress.status ?? null}, status), finished_at = COALESCE(${progress.finishedAt ?? null}::timestamptz, finished_at),
          fault = COALESCE(${progress.fault ?? null}, fault)
        WHERE id = ${lease.matchId} AND lease_token = ${lease.token}::bigint AND lease_owner = ${lease.owner}
        RETURNING id, head
      )
      SELECT id, pg_notify(${CHANNEL}, ${this.notice(lease.matchId, 'card')} || head)::text FROM changed`;
    return rows.length > 0;
  }

  listen(heard: (notice: Notice) => void): Promise<() => Promise<void>> {
    return this.board.listen(heard);
  }

  async close(): Promise<void> {
    await this.board.close();
  }

  /** What a notice says, but for the head, which the statement adds. */
  private notice(matchId: string, kind: Notice['kind']): string {
    return `${matchId} ${kind} ${this.processId} `;
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

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
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
