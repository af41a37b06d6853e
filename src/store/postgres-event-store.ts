import type pg from 'pg';
import type { GameEvent } from '~/contract/game';
import { MATCH, traced } from '~/lib/tracing/trace';
import type { AgentStore } from './agent-store';
import { AppendService } from './append-service';
import { ArchiveReader } from './archive/archive-reader';
import type { Database } from './database';
import type {
  AppendAnswer,
  CommandAnswer,
  ControlCommand,
  EndPlace,
  EventStore,
  Lease,
  MatchFilter,
  MatchProgress,
  MatchRecord,
  NewMatch,
  News,
  Notice,
  Order,
  Page,
  StoredEvent,
  TakenOrder,
} from './event-store';
import type { Prisma, PrismaClient } from './generated/client';
import type { JudgeStore } from './judge-store';
import { cursorOf, isUnderWay, LIVE_STATUSES, orderOf, readCursor } from './match-order';
import { isSealed, newRecord, unsealed } from './match-record';
import { recordOf } from './match-row';
import { ACQUIRE, COMMAND, CREATE, createValues, FINISHED, HELD, ORPHANS, TAKE_COMMANDS, UPDATE } from './match-sql';
import type { MatchStatus } from './match-types';
import { NoticeBoard } from './notice-board';
import type { OwnerStore } from './owners/owner-store';
import { PostgresOwnerStore } from './owners/postgres-owner-store';
import { PostgresSessionBook, type SessionBook } from './peers/session-book';
import { PostgresAgentStore } from './postgres-agent-store';
import { PostgresJudgeStore } from './postgres-judge-store';
import { PostgresTableStore } from './postgres-table-store';
import { PostgresScoringStore } from './scoring/postgres-scoring-store';
import type { ScoringStore } from './scoring/scoring-store';
import { PostgresSeasonStore } from './seasons/postgres-season-store';
import type { SeasonStore } from './seasons/season-store';
import { PostgresSeriesStore } from './series/postgres-series-store';
import type { SeriesStore } from './series/series-store';
import { PostgresCounts, type SharedCounts } from './shared-counts';
import { isStorable } from './storable';
import type { TableStore } from './table-store';
import { PostgresTournamentStore } from './tournaments/postgres-tournament-store';
import type { TournamentStore } from './tournaments/tournament-store';
import { WriteCheck } from './write-check';

/** Maximum number of events per read, unless the caller asks for fewer. */
const READ_LIMIT = 2_147_483_647;

/** Matches and events in Postgres, embedded or external. Each append is one statement, applied completely and durably or not at all. */
export class PostgresEventStore implements EventStore {
  readonly tables: TableStore;
  readonly seasons: SeasonStore;
  readonly series: SeriesStore;
  readonly owners: OwnerStore;
  readonly judging: JudgeStore;
  readonly agents: AgentStore;
  readonly tournaments: TournamentStore;
  readonly scoring: ScoringStore;
  readonly counts: SharedCounts;
  readonly sessions: SessionBook;
  readonly lately?: EventStore;
  private readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private readonly board: NoticeBoard;
  private readonly appends: AppendService;
  private readonly writes: WriteCheck;
  private readonly archive: ArchiveReader;

  constructor(
    { prisma, pool, target, archive, late }: Pick<Database, 'prisma' | 'pool' | 'target' | 'archive' | 'late'>,
    processId: string,
  ) {
    this.prisma = prisma;
    this.pool = pool;
    this.processId = processId;
    this.board = new NoticeBoard(target);
    this.appends = new AppendService(pool, processId);
    this.writes = new WriteCheck(pool);
    this.archive = new ArchiveReader(pool, archive);
    this.tables = new PostgresTableStore({ prisma, pool, archive: this.archive }, processId);
    this.seasons = new PostgresSeasonStore(prisma, processId);
    this.series = new PostgresSeriesStore(prisma, processId);
    this.owners = new PostgresOwnerStore(prisma);
    this.judging = new PostgresJudgeStore({ prisma, pool, archive: this.archive });
    this.counts = new PostgresCounts(pool);
    this.sessions = new PostgresSessionBook(pool);
    this.agents = new PostgresAgentStore({ prisma, pool, archive: this.archive });
    this.tournaments = new PostgresTournamentStore({ pool, target }, processId);
    this.scoring = new PostgresScoringStore(pool, processId);
    if (late) this.lately = new PostgresEventStore({ prisma: late.prisma, pool: late.pool, target, archive }, processId);
  }

  async create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord> {
    return (await this.open(match, opening, null)).match;
  }

  async createHeld(match: NewMatch, opening: readonly GameEvent[], forMs: number): Promise<{ match: MatchRecord; lease: Lease }> {
    const { match: created, until } = await this.open(match, opening, forMs);
    return { match: created, lease: { matchId: match.id, owner: this.processId, token: 1, until } };
  }

  async get(matchId: string): Promise<MatchRecord | null> {
    if (!isStorable(matchId)) return null;
    const row = await this.prisma.match.findUnique({ where: { id: matchId } });
    if (!row) return null;
    const [record] = await this.unsealAll([recordOf(row)]);
    return record ?? null;
  }

  async list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>> {
    if (!isStorable(filter.game, filter.task, filter.policy)) return { items: [], nextCursor: null };
    const where = { AND: [...conditionsOf(filter), ...(page.cursor === undefined ? [] : [afterCursor(page.cursor)])] };
    const rows = await this.prisma.match.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: page.limit + 1 });
    const found = await this.unsealAll(rows.slice(0, page.limit).map(recordOf));
    const items = filter.seed === undefined ? found : found.filter((record) => !isSealed(record));
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > page.limit ? cursorOf(last) : null };
  }

  async finished(
    { game, version, task }: Pick<MatchFilter, 'game' | 'version' | 'task'>,
    { after, limit }: { after?: EndPlace | undefined; limit: number },
  ): Promise<MatchRecord[]> {
    if (!isStorable(game, task, after?.id)) return [];
    const { rows } = await this.pool.query<{ id: string }>(FINISHED, [
      after?.finishedAt ?? null,
      after?.id ?? '',
      game,
      version,
      task,
      limit,
    ]);
    const found = await this.prisma.match.findMany({
      where: { id: { in: rows.map((row) => row.id) } },
      orderBy: [{ finishedAt: 'asc' }, { id: 'asc' }],
    });
    return this.unsealAll(found.map(recordOf));
  }

  async read(matchId: string, after = 0, limit = READ_LIMIT): Promise<StoredEvent[]> {
    if (!isStorable(matchId)) return [];
    const stored = await this.readTable(matchId, after, limit);
    if (stored.length > 0) return stored;
    const archived = await this.archive.events(matchId, after, limit);
    return archived === 'back' ? this.readTable(matchId, after, limit) : (archived ?? []);
  }

  private async readTable(matchId: string, after: number, limit: number): Promise<StoredEvent[]> {
    const { rows } = await this.pool.query<{ seq: number; text: string; at: Date }>(
      `SELECT seq, payload::text AS text, recorded_at AS at FROM match_event
       WHERE match_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [matchId, after, Math.min(limit, READ_LIMIT)],
    );
    return rows.map((row) => ({ seq: row.seq, json: row.text, event: JSON.parse(row.text) as GameEvent, recordedAt: row.at }));
  }

  async append(lease: Lease, expectedHead: number, news: News): Promise<AppendAnswer> {
    const facts = () => ({ [MATCH]: lease.matchId, 'mandi.head': expectedHead, 'mandi.events': news.events.length });
    return traced('append', { facts, outcome: ({ ok }) => ({ 'mandi.stored': ok }) }, async () => {
      return (await this.appends.append({ lease, expectedHead, news })) ?? this.whyNot(lease, expectedHead);
    });
  }

  async acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null> {
    const { rows } = await this.pool.query<{ token: string; until: Date; idle: number | null }>(ACQUIRE, [matchId, owner, forMs]);
    const [row] = rows;
    return row ? { matchId, owner, token: Number(row.token), until: row.until, ...(row.idle !== null && { idleMs: row.idle }) } : null;
  }

  /** Does not wait for the disk: if a crash of the server loses a renewal, the lease only ends sooner. */
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
    await this.pool.query(`UPDATE match SET lease_owner = NULL, lease_until = now() WHERE ${HELD}`, holderOf(lease));
  }

  async orphans(limit: number): Promise<MatchRecord[]> {
    const { rows } = await this.pool.query<{ id: string }>(ORPHANS, [limit]);
    if (rows.length === 0) return [];
    const found = await this.prisma.match.findMany({ where: { id: { in: rows.map((row) => row.id) } }, orderBy: { createdAt: 'asc' } });
    return found.map(recordOf);
  }

  /** Removes the seal from worlds whose season is closed. */
  private async unsealAll(records: MatchRecord[]): Promise<MatchRecord[]> {
    const sealed = new Set(records.flatMap(({ season }) => (season?.sealed ? [season.id] : [])));
    if (sealed.size === 0) return records;
    const closed = await this.prisma.season.findMany({ where: { id: { in: [...sealed] }, closedAt: { not: null } }, select: { id: true } });
    const ids = new Set(closed.map(({ id }) => id));
    return records.map((record) => unsealed(record, ids));
  }

  async command(matchId: string, asked: ControlCommand | Order): Promise<CommandAnswer> {
    const { command, ...detail } = orderOf(asked);
    if (!isStorable(matchId)) return { ok: false, code: 'unknown_match' };
    const values = [matchId, command, JSON.stringify(detail), this.processId];
    const { rows } = await this.pool.query<{ status: MatchStatus; refused: boolean }>(COMMAND, values);
    const [match] = rows;
    if (!match) return { ok: false, code: 'unknown_match' };
    if (match.status === 'lobby') return { ok: false, code: 'not_started' };
    if (!isUnderWay(match)) return { ok: false, code: 'match_over' };
    return match.refused ? { ok: false, code: 'not_paused' } : { ok: true };
  }

  async takeCommands(lease: Lease): Promise<TakenOrder[]> {
    const { rows } = await this.pool.query<{ id: string; command: Order['command']; detail: object | null }>(
      TAKE_COMMANDS,
      holderOf(lease),
    );
    const oldestFirst = rows.sort((a, b) => Number(a.id) - Number(b.id));
    return oldestFirst.map(({ id, command, detail }) => ({ ...detail, command, id }) as TakenOrder); // written by `command`
  }

  async update(
    lease: Lease,
    { round, turn, scores, status, finishedAt, fault, clock, missed }: MatchProgress,
    done?: TakenOrder,
  ): Promise<boolean> {
    const plain = [round, scores && JSON.stringify(scores), status, finishedAt, fault];
    const clockwork = [clock !== undefined, clock?.deadline, clock?.remaining, missed && JSON.stringify(missed)];
    const { rows } = await this.pool.query(UPDATE, [...holderOf(lease), ...plain, ...clockwork, done?.id, this.processId, turn]);
    return rows.length > 0;
  }

  listen(heard: (notice: Notice) => void): Promise<() => Promise<void>> {
    return this.board.listen(heard);
  }

  checkWrites(): Promise<void> {
    return this.writes.check();
  }

  async close(): Promise<void> {
    await this.lately?.close();
    await this.board.close();
  }

  private async open(match: NewMatch, opening: readonly GameEvent[], forMs: number | null): Promise<{ match: MatchRecord; until: Date }> {
    const { types, texts } = textsOf(opening);
    const lease = [forMs === null ? null : this.processId, forMs];
    const values = [
      ...createValues(match),
      texts.length,
      types,
      texts,
      this.processId,
      match.seasonPlay ?? 0,
      ...lease,
      match.isPrivate ?? false,
      match.turn ?? 0,
      match.origin?.replaced && JSON.stringify(match.origin.replaced),
      match.guards ?? null,
      match.series?.id,
      match.series?.place,
      match.series?.sealed ?? false,
    ];
    const { rows } = await this.pool.query<{ createdAt: Date; leaseUntil: Date | null }>({ name: 'create', text: CREATE, values });
    const [row] = rows;
    if (!row) throw new Error(`match ${match.id} was stored and is not there`);
    return { match: newRecord(match, opening.length, row.createdAt), until: row.leaseUntil ?? row.createdAt };
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
  if (filter.isPrivate !== undefined) conditions.push({ isPrivate: filter.isPrivate });
  if (filter.begins !== undefined) conditions.push({ id: { startsWith: filter.begins } });
  if (filter.status) conditions.push({ status: { in: filter.status } });
  if (filter.game !== undefined) conditions.push({ game: filter.game });
  if (filter.version !== undefined) conditions.push({ version: filter.version });
  if (filter.task !== undefined) conditions.push({ task: filter.task });
  if (filter.policy !== undefined) conditions.push({ seats: { array_contains: [{ policy: filter.policy }] } });
  if (filter.people) conditions.push({ seats: { array_contains: [{ kind: 'person' }] } });
  if (filter.seed !== undefined) {
    conditions.push({ seed: BigInt(filter.seed) }); // a filter by seed must not find matches whose seed is secret
    conditions.push({ OR: [{ visibility: 'open', delayTurns: 0 }, { status: { notIn: [...LIVE_STATUSES] } }] }, { seriesSealed: false });
  }
  return conditions;
}

function afterCursor(cursor: string): Prisma.MatchWhereInput {
  const { createdAt, id } = readCursor(cursor);
  // The first part is what an index begins at: of the second alone, all before the cursor would be read.
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] };
}
