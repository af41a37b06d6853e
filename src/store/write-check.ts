/** Whether the database can still write, found out by writing. Asked often (by proxies and watchdogs), it writes seldom. */
import type pg from 'pg';

/** An answer is good for so long. */
const GOOD_FOR_MS = 5_000;
/** Fills a page: the table grows with each row, so a full disk shows. */
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

  /** Rejects with what the database said. Those who ask at the same time share one write. */
  check(): Promise<void> {
    if (this.#answer === null || this.#now() - this.#askedAt >= GOOD_FOR_MS) {
      this.#askedAt = this.#now();
      this.#answer = this.#write();
      this.#answer.catch(() => {
        this.#answer = null; // a failure is asked about again at once
      });
    }
    return this.#answer;
  }

  async #write(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>('INSERT INTO write_probe (filler) VALUES ($1) RETURNING id', [FILLER]);
    if (BigInt(rows[0]?.id ?? 0) % ROWS_KEPT === 0n) await this.#pool.query('TRUNCATE write_probe');
  }
}
