import type pg from 'pg';
import type { GameEvent } from '~/games/game';
import { codeOf } from './database-error';
import type { AppendAnswer, Lease, News } from './event-store';
import { CHANNEL } from './notice-board';

/** Appends that came while the one before was being written, at most so many, go together in one statement and one flush to disk. */
const TOGETHER = 64;

/**
 * All of an append, or nothing of it: the match moves on if it stands where the caller thinks and the lease is the caller's, its
 * events are inserted if it did, and everybody is told if they were. The events' texts are split apart, but never read: they may
 * hold what Postgres' text cannot (a zero character, half a surrogate pair).
 */
const APPEND = `
WITH asked AS (
  SELECT * FROM json_to_recordset($1::json) AS a(id text, head int, token bigint, owner text, count int, round int, scores jsonb,
    status text, "finishedAt" timestamptz, fault text)
), moved AS (
  UPDATE match SET head = match.head + asked.count, round = COALESCE(asked.round, match.round),
    scores = COALESCE(asked.scores, match.scores), status = COALESCE(asked.status, match.status),
    finished_at = COALESCE(asked."finishedAt", match.finished_at), fault = COALESCE(asked.fault, match.fault)
  FROM asked
  WHERE match.id = ANY($3::text[]) AND match.id = asked.id AND match.head = asked.head AND match.lease_token = asked.token AND match.lease_owner = asked.owner
  RETURNING match.id, match.head
), kept AS (
  INSERT INTO match_event (match_id, seq, type, payload, recorded_at)
  SELECT moved.id, e.seq, e.type, e.text, now()
  FROM ROWS FROM (unnest($4::text[]), unnest($5::int[]), unnest($6::text[]), json_array_elements($7::json)) AS e(id, seq, type, text)
  JOIN moved ON moved.id = e.id
)
SELECT id, now()::timestamptz(3) AS at, pg_notify('${CHANNEL}', id || ' events ' || $2 || ' ' || head)::text FROM moved`;

export interface Appending {
  lease: Lease;
  expectedHead: number;
  news: News;
}

interface Waiting extends Appending {
  texts: string[];
  answer(recordedAt: Date | null): void;
  fail(fault: unknown): void;
}

/** Writes appends in the order in which they come; those that come at once share a transaction, each with its own outcome. */
export class AppendDesk {
  private readonly pool: pg.Pool;
  private readonly processId: string;
  private waiting: Waiting[] = [];
  private writing = false;

  constructor(pool: pg.Pool, processId: string) {
    this.pool = pool;
    this.processId = processId;
  }

  /** What was stored; null when the match stands elsewhere, or is another's, or is not there. */
  async append(appending: Appending): Promise<(AppendAnswer & { ok: true }) | null> {
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
      await new Promise(setImmediate); // whoever has just been answered, and has more to say at once, is not left behind
      await this.write(this.takeTurn());
    } while (this.waiting.length > 0);
    this.writing = false;
  }

  /** The oldest that wait, one a match. */
  private takeTurn(): Waiting[] {
    const turn = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const one of this.waiting) {
      if (turn.size < TOGETHER && !turn.has(one.lease.matchId)) turn.set(one.lease.matchId, one);
      else later.push(one);
    }
    this.waiting = later;
    return [...turn.values()];
  }

  private async write(turn: Waiting[]): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ id: string; at: Date }>({
        name: 'append',
        text: APPEND,
        values: valuesOf(turn, this.processId),
      });
      const at = new Map(rows.map((row) => [row.id, row.at]));
      for (const one of turn) one.answer(at.get(one.lease.matchId) ?? null);
    } catch (fault) {
      // The server has refused the whole turn because of one of them: each is tried alone.
      if (turn.length > 1 && isRefusal(fault)) for (const one of turn) await this.write([one]);
      else for (const one of turn) one.fail(fault);
    }
  }
}

function valuesOf(turn: readonly Waiting[], processId: string): unknown[] {
  const asked = turn.map(({ lease, expectedHead, news, texts }) => {
    const { matchId: id, token, owner } = lease;
    return { id, head: expectedHead, token, owner, count: texts.length, ...news.progress };
  });
  const matches = asked.map(({ id }) => id); // named once more, so that the planner goes by the index
  const ids = turn.flatMap(({ lease, texts }) => texts.map(() => lease.matchId));
  const seqs = turn.flatMap(({ expectedHead, texts }) => texts.map((_, index) => expectedHead + index + 1));
  const types = turn.flatMap(({ news }) => news.events.map((event) => event.type));
  return [JSON.stringify(asked), processId, matches, ids, seqs, types, `[${turn.flatMap(({ texts }) => texts).join(',')}]`];
}

/** The server has answered, so that it is certain that nothing was written. */
function isRefusal(fault: unknown): boolean {
  return /^(22|23|40)/.test(codeOf(fault));
}
