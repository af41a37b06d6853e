/** Checks by writing whether the database can still write. Called often (by proxies and watchdogs), but writes rarely. */
import type pg from 'pg';

/** How long a result is reused. */
const GOOD_FOR_MS = 5_000;
/** Fills a page, so that the table grows with each row and a full disk is noticed. */
const FILLER = Buffer.alloc(7_000);
const ROWS_KEPT = 64n;

export class WriteCheck {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #now: () => number;
  #answer: Promise<void> | null = null;
  #askedAt = 0;

  constructor(pool: Pick<pg.Pool, 'query'>, now: () => number = () => performance.now()) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Rejects with the database's error. Concurrent callers share one write. */
  check(): Promise<void> {
    if (this.#answer === null || this.#now() - this.#askedAt >= GOOD_FOR_MS) {
      this.#askedAt = this.#now();
      this.#answer = this.#write();
      this.#answer.catch(() => {
        this.#answer = null; // a failure is not cached
      });
    }
    return this.#answer;
  }

  async #write(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>('INSERT INTO write_probe (filler) VALUES ($1) RETURNING id', [FILLER]);
    if (BigInt(rows[0]?.id ?? 0) % ROWS_KEPT === 0n) await this.#pool.query('TRUNCATE write_probe');
  }
}
