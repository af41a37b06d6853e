import type pg from 'pg';
import type { GameEvent } from '~/contract/game';
import { codeOf } from './database-error';
import type { AppendAnswer, Lease, News } from './event-store';
import { CHANNEL } from './notice-board';

/** Appends that arrive during a write are combined, up to this many, into one statement and one flush to disk. */
const TOGETHER = 64;

interface Waiting extends Appending {
  answer(recordedAt: Date | null): void;
  fail(fault: unknown): void;
}

/** Writes appends in order. Concurrent ones share a transaction, but each has its own outcome. */
export class AppendService {
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private waiting: Waiting[] = [];
  private writing = false;

  constructor(pool: pg.Pool, processId: string) {
    this.pool = pool;
    this.processId = processId;
  }

  /** What was stored; null if the match has another head, is held by someone else, or does not exist. */
  async append(appending: Omit<Appending, 'texts'>): Promise<(AppendAnswer & { ok: true }) | null> {
    const texts = appending.news.events.map((event) => JSON.stringify(event));
    const recordedAt = await new Promise<Date | null>((answer, fail) => {
      this.waiting.push({ ...appending, texts, answer, fail });
      if (!this.writing) void this.writeAll();
    });
    if (recordedAt === null) return null;
    const { expectedHead } = appending;
    const stored = texts.map((json, index) => ({ seq: expectedHead + index + 1, json, event: JSON.parse(json) as GameEvent, recordedAt }));
    return { ok: true, head: expectedHead + texts.length, stored };
  }

  private async writeAll(): Promise<void> {
    this.writing = true;
    do {
      await new Promise(setImmediate); // lets a caller that was just answered and appends again immediately join this batch
      await this.write(this.takeTurn());
    } while (this.waiting.length > 0);
    this.writing = false;
  }

  /** The oldest waiting appends, one per match. One with additional news is written alone. */
  private takeTurn(): Waiting[] {
    const [first] = this.waiting;
    if (first && isAtTable(first)) return this.waiting.splice(0, 1);
    const turn = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const one of this.waiting) {
      if (turn.size < TOGETHER && !turn.has(one.lease.matchId) && !isAtTable(one)) turn.set(one.lease.matchId, one);
      else later.push(one);
    }
    this.waiting = later;
    return [...turn.values()];
  }

  private async write(turn: Waiting[]): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ id: string; at: Date }>(appendStatement(turn, this.processId));
      const at = new Map(rows.map((row) => [row.id, row.at]));
      for (const one of turn) one.answer(at.get(one.lease.matchId) ?? null);
    } catch (fault) {
      // The server refused the whole batch because of one append, so each is tried alone.
      if (turn.length > 1 && isRefusal(fault)) for (const one of turn) await this.write([one]);
      else for (const one of turn) one.fail(fault);
    }
  }
}

/** The server answered with an error, so certainly nothing was written. */
function isRefusal(fault: unknown): boolean {
  return /^(22|23|40)/.test(codeOf(fault));
}

// An append is one statement, applied completely or not at all. The match advances if its head and lease are as expected; then its events
// are inserted, and then everyone is notified. The events' texts are split but not parsed, because they may contain what Postgres' text
// cannot hold (a zero character, a lone surrogate).

interface Appending {
  lease: Lease;
  expectedHead: number;
  news: News;
  /** The stored texts of the events. */
  texts: readonly string[];
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** For one match, the most common case: about a third faster than the statement for several. */
const ONE = `
WITH moved AS (
  UPDATE match SET head = head + $5, round = COALESCE($6, round), scores = COALESCE($7, scores), status = COALESCE($8, status),
    finished_at = COALESCE($9, finished_at), fault = COALESCE($10, fault), rated = rated AND $10::text IS NULL,
    turn = COALESCE($14, turn)
  WHERE id = $1 AND lease_token = $2 AND lease_owner = $3 AND head = $4::int
  RETURNING id, head
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload, recorded_at)
  SELECT moved.id, $4::int + e.n, e.type, e.text, now()
  FROM moved, ROWS FROM (unnest($11::text[]), json_array_elements($12::json)) WITH ORDINALITY AS e(type, text, n)
)
SELECT id, now()::timestamptz(3) AS at, pg_notify('${CHANNEL}', id || ' events ' || $13::text || ' ' || head)::text FROM moved`;

/**
 * For one match whose append also changes its clock, answers submitted turns or stores agents' turns. Separate, so that the common case
 * stays fast.
 */
const AT_TABLE = `
WITH moved AS (
  UPDATE match SET head = head + $5, round = COALESCE($6, round), scores = COALESCE($7, scores), status = COALESCE($8, status),
    finished_at = COALESCE($9, finished_at), fault = COALESCE($10, fault), rated = rated AND $10::text IS NULL, turn = COALESCE($14, turn),
    deadline = CASE WHEN $15 THEN $16::timestamptz ELSE deadline END,
    remaining_ms = CASE WHEN $15 THEN $17::int ELSE remaining_ms END,
    missed = COALESCE($18, missed)
  WHERE id = $1 AND lease_token = $2 AND lease_owner = $3 AND head = $4::int
  RETURNING id, head
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload, recorded_at)
  SELECT moved.id, $4::int + e.n, e.type, e.text, now()
  FROM moved, ROWS FROM (unnest($11::text[]), json_array_elements($12::json)) WITH ORDINALITY AS e(type, text, n)
), answered AS (
  UPDATE match_turn SET answer = a.receipt, answered_at = now(), waiting = a.held,
    payload = CASE WHEN a.receipt->>'ok' = 'false' THEN 'null' ELSE payload END
  FROM moved, json_to_recordset($19::json) AS a(id bigint, receipt json, held boolean)
  WHERE match_turn.id = a.id AND match_turn.match_id = moved.id
), thought AS (
  INSERT INTO agent_turn (match_id, seat, turn, round, agent, report, requests)
  SELECT moved.id, t.seat, t.turn, t.round, t.agent, t.report, CASE WHEN json_typeof(t.requests) = 'null' THEN NULL ELSE t.requests END
  FROM moved, ROWS FROM (
    unnest($21::text[]), unnest($22::int[]), unnest($23::int[]), unnest($24::text[]),
    json_array_elements($25::json), json_array_elements($26::json)
  ) AS t(seat, turn, round, agent, report, requests)
  ON CONFLICT (match_id, seat, turn) DO UPDATE
    SET round = excluded.round, agent = excluded.agent, report = excluded.report, prompt = NULL,
      requests = excluded.requests, at = excluded.at
)
SELECT id, now()::timestamptz(3) AS at, pg_notify('${CHANNEL}', id || ' events ' || $13::text || ' ' || head)::text,
  CASE WHEN $20 THEN pg_notify('${CHANNEL}', id || ' answer ' || $13::text || ' ' || head)::text END
FROM moved`;

/** For several matches, each with its own outcome. Their ids are repeated as $1, so that the planner uses the index. */
const SEVERAL = `
WITH asked AS (
  SELECT * FROM json_to_recordset($2::json) AS a(id text, head int, token bigint, owner text, count int, round int, turn int,
    scores jsonb, status text, "finishedAt" timestamptz, fault text)
), moved AS (
  UPDATE match SET head = match.head + asked.count, round = COALESCE(asked.round, match.round),
    scores = COALESCE(asked.scores, match.scores), status = COALESCE(asked.status, match.status),
    finished_at = COALESCE(asked."finishedAt", match.finished_at), fault = COALESCE(asked.fault, match.fault),
    rated = match.rated AND asked.fault IS NULL, turn = COALESCE(asked.turn, match.turn)
  FROM asked
  WHERE match.id = ANY($1::text[]) AND match.id = asked.id AND match.head = asked.head
    AND match.lease_token = asked.token AND match.lease_owner = asked.owner
  RETURNING match.id, match.head
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload, recorded_at)
  SELECT moved.id, e.seq, e.type, e.text, now()
  FROM ROWS FROM (unnest($3::text[]), unnest($4::int[]), unnest($5::text[]), json_array_elements($6::json)) AS e(id, seq, type, text)
  JOIN moved ON moved.id = e.id
)
SELECT id, now()::timestamptz(3) AS at, pg_notify('${CHANNEL}', id || ' events ' || $7::text || ' ' || head)::text FROM moved`;

/** The statement for these appends, one per match. Returns one row for each match that advanced. */
function appendStatement(turn: readonly Appending[], processId: string): Statement {
  const [first] = turn;
  return turn.length === 1 && first ? one(first, processId) : several(turn, processId);
}

/** Whether it needs more than the plain statements write. */
function isAtTable({ news }: Pick<Appending, 'news'>): boolean {
  return (
    news.answers !== undefined || news.turns !== undefined || news.progress?.clock !== undefined || news.progress?.missed !== undefined
  );
}

function one({ lease, expectedHead, news, texts }: Appending, processId: string): Statement {
  const { round, turn, scores, status, finishedAt, fault } = news.progress ?? {};
  const progress = [round, scores && JSON.stringify(scores), status, finishedAt, fault];
  const types = news.events.map((event) => event.type);
  const place = [lease.matchId, lease.token, lease.owner, expectedHead];
  const values = [...place, texts.length, ...progress, types, listOf(texts), processId, turn];
  if (!isAtTable({ news })) return { name: 'append-one', text: ONE, values };
  const { clock, missed } = news.progress ?? {};
  const clockwork = [clock !== undefined, clock?.deadline, clock?.remaining, missed && JSON.stringify(missed)];
  const answers = (news.answers ?? []).map(({ id, receipt, held }) => ({ id, receipt, held: held === true }));
  return {
    name: 'append-at-table',
    text: AT_TABLE,
    values: [...values, ...clockwork, JSON.stringify(answers), answers.length > 0, ...turnValues(news)],
  };
}

/** $21 to $26: agents' turns, with their requests separate. As with events, the texts are not parsed. */
function turnValues({ turns = [] }: News): unknown[] {
  const reports = turns.map((turn) => JSON.stringify({ ...turn, requests: undefined }));
  const requests = turns.map((turn) => (Object.keys(turn.requests).length === 0 ? 'null' : JSON.stringify(turn.requests)));
  const places = [turns.map(({ seat }) => seat), turns.map(({ turn }) => turn), turns.map(({ round }) => round)];
  return [...places, turns.map(({ agent }) => agent), listOf(reports), listOf(requests)];
}

function several(turn: readonly Appending[], processId: string): Statement {
  const asked = turn.map(({ lease, expectedHead, news, texts }) => {
    const { matchId: id, token, owner } = lease;
    return { id, head: expectedHead, token, owner, count: texts.length, ...news.progress };
  });
  const ids = turn.flatMap(({ lease, texts }) => texts.map(() => lease.matchId));
  const seqs = turn.flatMap(({ expectedHead, texts }) => texts.map((_, index) => expectedHead + index + 1));
  const types = turn.flatMap(({ news }) => news.events.map((event) => event.type));
  const texts = listOf(turn.flatMap((appending) => appending.texts));
  const values = [asked.map(({ id }) => id), JSON.stringify(asked), ids, seqs, types, texts, processId];
  return { name: 'append-several', text: SEVERAL, values };
}

/** Concatenated, so that the texts stay unchanged. */
function listOf(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}
