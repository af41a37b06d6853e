/** What Redis does if `REDIS_URL` is set: shared limits, and messages between the sockets of web processes. Nothing is lost without it. */
import type { createAdapter } from '@socket.io/redis-streams-adapter';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { CountOptions, SharedCounts } from './shared-counts';

export interface RedisLine {
  /** Counted in Redis; by `fallback` while it is away. */
  counts: SharedCounts;
  crossing: ReturnType<typeof createAdapter>;
  /** Messages to others are dropped while it is away; they would be out of date when it returns. */
  isThere(): boolean;
  close(): void;
}

export interface RedisOptions {
  /** Begins the names of everything in Redis, so that several Mandis can share one. */
  prefix: string;
  fallback: SharedCounts;
  /** It went away, or came back. */
  onChange(isThere: boolean, why: string): void;
}

const CONNECT_MS = 3_000;
/** A Redis that hangs holds up a request for this long at most. */
const COUNT_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;

export async function openRedis(url: string, { prefix, fallback, onChange }: RedisOptions): Promise<RedisLine> {
  const [{ Redis }, adapter] = await Promise.all([import('ioredis'), import('@socket.io/redis-streams-adapter')]);
  const common = { connectTimeout: CONNECT_MS, retryStrategy: (times: number) => Math.min(times * 200, LONGEST_PAUSE_MS) };
  const counting = new Redis(url, { ...common, enableOfflineQueue: false, commandTimeout: COUNT_MS });
  // The adapter waits for nothing that it sends, so a failure would have no handler: commands are kept until Redis is back.
  const speaking = new Redis(url, { ...common, maxRetriesPerRequest: null });
  let why = '';
  let wasThere: boolean | null = null;
  function note(isThere: boolean): void {
    const isNews = wasThere === null ? !isThere : wasThere !== isThere;
    wasThere = isThere;
    if (isNews) onChange(isThere, why);
  }
  counting.on('ready', () => note(true));
  counting.on('close', () => note(false));
  counting.on('error', (fault: Error) => {
    why = fault.message;
  });
  speaking.on('error', () => undefined);
  return {
    counts: redisCounts(counting, prefix, fallback),
    crossing: adapter.createAdapter(speaking, { streamName: `${prefix}:sockets`, channelPrefix: `${prefix}:sockets` }),
    isThere: () => speaking.status === 'ready',
    close() {
      counting.removeAllListeners('close');
      counting.disconnect();
      speaking.disconnect();
    },
  };
}

function redisCounts(storeClient: unknown, prefix: string, fallback: SharedCounts): SharedCounts {
  return {
    limiter({ name, most, spanMs }: CountOptions) {
      const insurance = fallback.limiter({ name, most, spanMs });
      return new RateLimiterRedis({
        storeClient,
        keyPrefix: `${prefix}:${name}`,
        points: most,
        duration: spanMs / 1000,
        rejectIfRedisNotReady: true,
        inMemoryBlockOnConsumed: most + 1, // a visitor over the limit causes no more commands
        insuranceLimiter: insurance,
      });
    },
  };
}
