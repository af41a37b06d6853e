import type pg from 'pg';
import type { GameEvent } from '~/contract/game';
import { type Appending, appendStatement, isAtTable } from './append-sql';
import { codeOf } from './database-error';
import type { AppendAnswer } from './event-store';

/** Appends that came while the one before was being written, at most so many, go together in one statement and one flush to disk. */
const TOGETHER = 64;

interface Waiting extends Appending {
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
      await new Promise(setImmediate); // whoever has just been answered, and has more to say at once, is not left behind
      await this.write(this.takeTurn());
    } while (this.waiting.length > 0);
    this.writing = false;
  }

  /** The oldest that wait, one a match; one that has more to say goes alone. */
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
      // The server has refused the whole turn because of one of them: each is tried alone.
      if (turn.length > 1 && isRefusal(fault)) for (const one of turn) await this.write([one]);
      else for (const one of turn) one.fail(fault);
    }
  }
}

/** The server has answered, so that it is certain that nothing was written. */
function isRefusal(fault: unknown): boolean {
  return /^(22|23|40)/.test(codeOf(fault));
}
