/** Counters shared by all web processes on one database, such as wrong tokens per visitor. */
import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

export interface CountOptions {
  name: string;
  most: number;
  spanMs: number;
}

export interface SharedCounts {
  limiter(options: CountOptions): RateLimiterAbstract;
}

export class PostgresCounts implements SharedCounts {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  limiter({ name, most, spanMs }: CountOptions) {
    const options = { keyPrefix: name, points: most, duration: spanMs / 1000 };
    return new RateLimiterPostgres({
      ...options,
      storeClient: this.pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      inMemoryBlockOnConsumed: most + 1, // a visitor over the limit causes no more statements
      insuranceLimiter: new RateLimiterMemory(options), // used while the database is unavailable
    });
  }
}

/** The counters of one process. */
export class MemoryCounts implements SharedCounts {
  limiter({ name, most, spanMs }: CountOptions) {
    return new RateLimiterMemory({ keyPrefix: name, points: most, duration: spanMs / 1000 });
  }
}
