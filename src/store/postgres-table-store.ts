import type pg from 'pg';
import { Queues } from '~/lib/play/queues';
import type { ArchiveReader } from './archive/archive-reader';
import type { MatchRecord } from './event-store';
import type { Prisma, PrismaClient } from './generated/client';
import { isUnderWay } from './match-order';
import { recordOf } from './match-row';
import { notice } from './match-sql';
import { MATCH_STATUSES, NOTE_KINDS, type NoteKind, type SeatCard, TABLE_ROLES } from './match-types';
import { CHANNEL } from './notice-board';
import { oneOf } from './one-of';
import { isStorable } from './storable';
import {
  type HandedIn,
  type HandInAnswer,
  type Holding,
  KEPT_COMINGS,
  KEPT_FEW,
  MOST_KEPT,
  MOST_REFUSED,
  MOST_TOKENS,
  type Receipt,
  type TableChange,
  type TableNote,
  type TableStore,
  type WaitingTurn,
} from './table-store';

/** Under contention, wait long enough for everyone to get the lock. */
const PATIENCE = { maxWait: 15_000, timeout: 15_000 };

/**
 * An accepted turn stays unchanged; a refused one can be retried under the same key. A holder can send any number that is refused, so the
 * oldest of these go.
 */
const HAND_IN = `
WITH asked AS (
  SELECT id, head, status, EXISTS (
    SELECT FROM jsonb_array_elements(seats) AS card WHERE card->>'seat' = $2 AND card->>'kind' <> 'open' AND card->>'policy' IS NULL
  ) AS held
  FROM match WHERE id = $1
), kept AS (
  INSERT INTO match_turn (match_id, seat, turn, key, payload)
  SELECT id, $2, $3, $4, $5::json FROM asked WHERE status IN ('running', 'paused') AND held
  ON CONFLICT (match_id, seat, key) DO UPDATE
    SET turn = excluded.turn, payload = excluded.payload, received_at = now(), answer = NULL, answered_at = NULL, waiting = true
    WHERE match_turn.answer->>'ok' = 'false'
  RETURNING id
), forgotten AS (
  DELETE FROM match_turn WHERE id IN (
    SELECT id FROM match_turn
    WHERE match_id = $1 AND seat = $2 AND key <> $4 AND NOT waiting AND answer->>'ok' = 'false'
    ORDER BY id DESC OFFSET ${MOST_REFUSED - 1} FOR UPDATE SKIP LOCKED
  )
)
SELECT status, (SELECT id FROM kept)::text AS kept, CASE WHEN EXISTS (SELECT FROM kept) THEN ${notice('turn', '$6')} END FROM asked`;

const SWEEP_PRESENCE = `
WITH gone AS (
  DELETE FROM table_presence WHERE seen_at < now() - $1 * interval '1 ms' RETURNING match_id
)
SELECT DISTINCT match_id FROM gone`;

const SWEEP_LOBBIES = `
WITH swept AS (
  UPDATE match SET status = 'aborted', finished_at = now()
  WHERE status = 'lobby' AND created_at < now() - $1 * interval '1 ms' RETURNING id, head
)
SELECT id, ${notice('card', '$2')} FROM swept`;

/** Tables in Postgres. Any change of a table's seats or rights locks its match's row. */
export class PostgresTableStore implements TableStore {
  private readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly archive: Pick<ArchiveReader, 'receipt'>;
  private readonly processId: string;
  private readonly queues = new Queues();

  constructor(
    { prisma, pool, archive }: { prisma: PrismaClient; pool: pg.Pool; archive: Pick<ArchiveReader, 'receipt'> },
    processId: string,
  ) {
    this.prisma = prisma;
    this.pool = pool;
    this.archive = archive;
    this.processId = processId;
  }

  change<T>(matchId: string, decide: (match: MatchRecord) => TableChange<T>): Promise<{ answer: T; match: MatchRecord } | null> {
    if (!isStorable(matchId)) return Promise.resolve(null);
    return this.withMatch(matchId, async (tx, match) => {
      const change = decide(match);
      const changed = await this.write(tx, match, change);
      return { answer: change.answer, match: changed };
    });
  }

  async findHolder(tokenHash: string): Promise<Holding | null> {
    const token = await this.prisma.tableToken.findUnique({ where: { tokenHash } });
    return token && token.revokedAt === null ? holdingOf(token) : null;
  }

  async findHolders(tokenHashes: readonly string[]): Promise<(Holding | null)[]> {
    if (tokenHashes.length === 0) return [];
    const tokens = await this.prisma.tableToken.findMany({ where: { tokenHash: { in: [...tokenHashes] }, revokedAt: null } });
    const byHash = new Map(tokens.map((token) => [token.tokenHash, holdingOf(token)]));
    return tokenHashes.map((hash) => byHash.get(hash) ?? null);
  }

  async redeem(linkHash: string, tokenHash: string): Promise<Holding | null> {
    const link = await this.prisma.tableLink.findUnique({ where: { codeHash: linkHash } });
    if (!link) return null;
    return this.withMatch(link.matchId, async (tx) => {
      const unspent = { codeHash: linkHash, usedAt: null, expiresAt: { gte: new Date() } };
      const spent = await tx.tableLink.updateMany({ where: unspent, data: { usedAt: new Date() } });
      if (spent.count === 0) return null;
      const { matchId, role, seat } = link;
      await tx.tableToken.create({ data: { tokenHash, matchId, role, seat } });
      await forgetTokens(tx, holdingOf(link));
      return holdingOf(link);
    });
  }

  async handIn({ matchId, seat, turn, key, payload }: HandedIn): Promise<HandInAnswer> {
    if (!isStorable(matchId, seat)) return { ok: false, code: 'unknown_match' };
    const values = [matchId, seat, turn, key, JSON.stringify(payload), this.processId];
    const { rows } = await this.pool.query<{ status: string; kept: string | null }>(HAND_IN, values);
    const [match] = rows;
    if (!match) return { ok: false, code: 'unknown_match' };
    if (match.kept !== null) return { ok: true, id: match.kept, receipt: null };
    const underWay = isUnderWay({ status: oneOf(MATCH_STATUSES, match.status) });
    const kept = await this.prisma.matchTurn.findUnique({ where: { matchId_seat_key: { matchId, seat, key } } });
    const known = kept ?? (underWay ? null : await this.archive.receipt(matchId, seat, key));
    const receipt = receiptOf(known?.answer ?? null);
    if (known && (receipt?.ok || underWay)) return { ok: true, id: String(known.id), receipt };
    if (match.status === 'lobby') return { ok: false, code: 'not_started' };
    return { ok: false, code: underWay ? 'seat_handed_over' : 'match_over' };
  }

  async answerTo(turnId: string): Promise<Receipt | null> {
    const turn = await this.prisma.matchTurn.findUnique({ where: { id: BigInt(turnId) }, select: { answer: true } });
    return receiptOf(turn?.answer ?? null);
  }

  async waitingTurns(matchId: string): Promise<WaitingTurn[]> {
    const { rows } = await this.pool.query<WaitingTurn>(
      `SELECT id::text, match_id AS "matchId", seat, turn, key, payload, answer IS NOT NULL AS held
       FROM match_turn WHERE match_id = $1 AND waiting ORDER BY id`,
      [matchId],
    );
    return rows;
  }

  async notes(matchId: string, only?: { host: readonly NoteKind[] }): Promise<TableNote[]> {
    const host = only === undefined ? {} : { by: 'host', kind: { in: [...only.host] } };
    const rows = await this.prisma.tableNote.findMany({ where: { matchId, ...host }, orderBy: { id: 'asc' } });
    return rows.map(({ at, round, turn, kind, by, seat, name, detail }) => {
      return { at, round, turn, kind: oneOf(NOTE_KINDS, kind), by: oneOf(['host', 'seat', 'house'], by), seat, name, detail };
    });
  }

  setPresence(matchId: string, seat: string, isHere: boolean): Promise<MatchRecord | null> {
    return this.withMatch(matchId, async (tx, match) => {
      const place = { matchId, seat, process: this.processId };
      if (isHere) {
        await tx.tablePresence.upsert({ where: { matchId_seat_process: place }, create: place, update: { seenAt: new Date() } });
      } else await tx.tablePresence.deleteMany({ where: place });
      return this.tellPresence(tx, match);
    });
  }

  async keepPresence(): Promise<void> {
    await this.pool.query('UPDATE table_presence SET seen_at = now() WHERE process = $1', [this.processId]);
  }

  async sweepPresence(olderThanMs: number): Promise<MatchRecord[]> {
    const { rows } = await this.pool.query<{ match_id: string }>(SWEEP_PRESENCE, [olderThanMs]);
    const changed: MatchRecord[] = [];
    for (const { match_id } of rows) {
      const match = await this.withMatch(match_id, (tx, before) => this.tellPresence(tx, before));
      if (match) changed.push(match);
    }
    return changed;
  }

  async sweepLobbies(olderThanMs: number): Promise<MatchRecord[]> {
    const { rows } = await this.pool.query<{ id: string }>(SWEEP_LOBBIES, [olderThanMs, this.processId]);
    if (rows.length === 0) return [];
    const swept = await this.prisma.match.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    return swept.map(recordOf);
  }

  /** Locks the match's row. Calls of this process queue here, so that a crowd does not occupy all connections. */
  private withMatch<T>(matchId: string, work: (tx: Prisma.TransactionClient, match: MatchRecord) => Promise<T>): Promise<T | null> {
    return this.queues.run(matchId, () => this.holdMatch(matchId, work));
  }

  /** null if there is no such match. */
  private holdMatch<T>(matchId: string, work: (tx: Prisma.TransactionClient, match: MatchRecord) => Promise<T>): Promise<T | null> {
    return this.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM match WHERE id = ${matchId} FOR NO KEY UPDATE`;
      const row = await tx.match.findUnique({ where: { id: matchId } });
      return row && work(tx, recordOf(row));
    }, PATIENCE);
  }

  private async write(tx: Prisma.TransactionClient, match: MatchRecord, change: TableChange<unknown>): Promise<MatchRecord> {
    const { id: matchId } = match;
    for (const { role, seat } of change.revoke ?? []) {
      await tx.tableToken.updateMany({ where: { matchId, role, seat, revokedAt: null }, data: { revokedAt: new Date() } });
      await tx.tableLink.deleteMany({ where: { matchId, role, seat } });
    }
    const tokens = change.tokens?.map(({ hash, role, seat }) => ({ tokenHash: hash, matchId, role, seat })) ?? [];
    if (tokens.length > 0) await tx.tableToken.createMany({ data: tokens });
    for (const { role, seat } of tokens) await forgetTokens(tx, { matchId, role, seat });
    const links = change.links?.map(({ hash, ...link }) => ({ codeHash: hash, matchId, ...link })) ?? [];
    if (links.length > 0) {
      await tx.tableLink.deleteMany({ where: { matchId, expiresAt: { lt: new Date() } } });
      await tx.tableLink.createMany({ data: links });
    }
    const { round, turn } = match;
    for (const note of change.notes ?? []) {
      await tx.tableNote.create({ data: { matchId, round, turn, ...note } });
      const few = [KEPT_FEW, KEPT_COMINGS].find((kinds) => note.by === 'seat' && kinds.includes(note.kind));
      if (few) await forgetNotes(tx, { matchId, seat: note.seat, by: 'seat', kind: { in: [...few] } });
    }
    const { seats, status, finishedAt, fault, rated } = change;
    if (!seats && !status && rated === undefined) return match;
    const ended = { ...(status && { status }), ...(finishedAt && { finishedAt }), ...(fault !== undefined && { fault }) };
    const data = { ...ended, ...(rated !== undefined && { rated }) };
    const seated = seats && { seats: jsonOf(await this.withPresence(tx, matchId, seats)) };
    const row = await tx.match.update({ where: { id: matchId }, data: { ...data, ...seated } });
    await this.tell(tx, match, status === 'running' ? 'control' : 'card');
    return recordOf(row);
  }

  /** The match, if its presences changed. */
  private async tellPresence(tx: Prisma.TransactionClient, match: MatchRecord): Promise<MatchRecord | null> {
    const seats = await this.withPresence(tx, match.id, match.seats);
    if (JSON.stringify(seats) === JSON.stringify(match.seats)) return null;
    const row = await tx.match.update({ where: { id: match.id }, data: { seats: jsonOf(seats) } });
    await this.tell(tx, match, 'card');
    return recordOf(row);
  }

  /** A newly claimed seat may already be present if its client is connected. */
  private async withPresence(tx: Prisma.TransactionClient, matchId: string, seats: readonly SeatCard[]): Promise<SeatCard[]> {
    const present = await tx.tablePresence.findMany({ where: { matchId }, select: { seat: true } });
    const isHere = new Set(present.map(({ seat }) => seat));
    return seats.map((card) => ('here' in card ? { ...card, here: isHere.has(card.seat) } : card));
  }

  private async tell(tx: Prisma.TransactionClient, { id, head }: MatchRecord, kind: string): Promise<void> {
    await tx.$queryRaw`SELECT pg_notify(${CHANNEL}, ${`${id} ${kind} ${this.processId} ${head}`})::text`;
  }
}

async function forgetNotes(tx: Prisma.TransactionClient, own: Prisma.TableNoteWhereInput): Promise<void> {
  const kept = await tx.tableNote.findMany({ where: own, orderBy: { id: 'desc' }, take: MOST_KEPT, select: { id: true } });
  const oldest = kept.at(-1)?.id;
  if (kept.length === MOST_KEPT && oldest !== undefined) await tx.tableNote.deleteMany({ where: { ...own, id: { lt: oldest } } });
}

/** Revoked ones go first. */
async function forgetTokens(tx: Prisma.TransactionClient, { matchId, role, seat }: Holding): Promise<void> {
  if (role !== 'seat') return;
  await tx.$executeRaw`DELETE FROM table_token WHERE token_hash IN (
    SELECT token_hash FROM table_token WHERE match_id = ${matchId} AND role = 'seat' AND seat = ${seat}
    ORDER BY revoked_at IS NULL DESC, created_at DESC OFFSET ${MOST_TOKENS}
  )`;
}

function holdingOf({ matchId, role, seat }: { matchId: string; role: string; seat: string | null }): Holding {
  return { matchId, role: oneOf(TABLE_ROLES, role), seat };
}

/** Written with the append. */
function receiptOf(answer: unknown): Receipt | null {
  return answer as Receipt | null;
}

function jsonOf(seats: MatchRecord['seats']): Prisma.InputJsonValue {
  return seats as unknown as Prisma.InputJsonValue;
}
