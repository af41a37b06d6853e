/** Counts that all web processes on one database share, such as wrong tokens by visitor. */
import type pg from 'pg';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

export interface CountOptions {
  name: string;
  most: number;
  spanMs: number;
}

export interface SharedCounts {
  limiter(options: CountOptions): Pick<RateLimiterAbstract, 'consume'>;
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
      inMemoryBlockOnConsumed: most + 1, // who is over the limit costs no more statements
      insuranceLimiter: new RateLimiterMemory(options), // the database is away: counted here
    });
  }
}

/** Of one process. */
export class MemoryCounts implements SharedCounts {
  limiter({ name, most, spanMs }: CountOptions) {
    return new RateLimiterMemory({ keyPrefix: name, points: most, duration: spanMs / 1000 });
  }
}
