/** Open sessions of the operator's browsers, shared by all web processes on one database. Stores only hashes. */
import type pg from 'pg';

export interface SessionBook {
  open(hash: string, forMs: number): Promise<void>;
  isOpen(hash: string): Promise<boolean>;
  end(hash: string): Promise<void>;
}

export class PostgresSessionBook implements SessionBook {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  /** Also removes expired sessions. */
  async open(hash: string, forMs: number): Promise<void> {
    await this.pool.query('DELETE FROM operator_session WHERE until < now()');
    const insert = "INSERT INTO operator_session (hash, until) VALUES ($1, now() + $2::float8 * interval '1 ms')";
    await this.pool.query(insert, [hash, forMs]);
  }

  async isOpen(hash: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('SELECT FROM operator_session WHERE hash = $1 AND until > now()', [hash]);
    return rowCount === 1;
  }

  async end(hash: string): Promise<void> {
    await this.pool.query('DELETE FROM operator_session WHERE hash = $1', [hash]);
  }
}

/** The sessions of one process. */
export class MemorySessionBook implements SessionBook {
  private readonly untils = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  open(hash: string, forMs: number): Promise<void> {
    this.untils.set(hash, this.now() + forMs);
    return Promise.resolve();
  }

  isOpen(hash: string): Promise<boolean> {
    return Promise.resolve((this.untils.get(hash) ?? 0) > this.now());
  }

  end(hash: string): Promise<void> {
    this.untils.delete(hash);
    return Promise.resolve();
  }
}
