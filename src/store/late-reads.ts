/** Reads that may be some seconds old go to a replica, as long as one is there and near enough; otherwise to the primary. */
import pg from 'pg';
import { openPool, serverTarget, type Target } from './connect';
import { codeOf, isAway } from './database-error';

/** How often the replica's place is looked up while somebody reads. */
const LOOK_EVERY_MS = 1_000;
/** A replica that answers no sooner is not waited for. */
const PATIENCE_MS = 2_000;

/** Cancelled for the sake of replaying (40001), a table or column that is not there yet, or a statement that writes: the primary does it. */
const FOR_THE_PRIMARY = /^(40001|42P01|42703|25006)$/;

interface Moment {
  at: number;
  place: bigint;
}

type Query = (...args: unknown[]) => Promise<unknown>;

export interface LateReads {
  pool: pg.Pool;
  /** Whether the next read goes to the replica. */
  isFit(): boolean;
  close(): Promise<void>;
}

export function lateReads({ primary, target, url, mostMs }: { primary: pg.Pool; target: Target; url: string; mostMs: number }): LateReads {
  const replica = openPool({ ...serverTarget(url, target.limits), schema: target.schema });
  const queries = { primary: primary.query.bind(primary) as unknown as Query, replica: replica.query.bind(replica) as unknown as Query };
  const moments: Moment[] = [];
  /** When the primary was where the replica is now, at the latest; null: unknown. */
  let asOf: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const isFit = (): boolean => asOf !== null && performance.now() - asOf <= mostMs;

  async function look(): Promise<void> {
    try {
      const at = performance.now();
      const { rows } = await primary.query<{ place: string }>('SELECT pg_current_wal_lsn()::text AS place');
      moments.push({ at, place: placeOf(rows[0]?.place ?? '0/0') });
      while ((moments[0]?.at ?? at) < at - 2 * mostMs) moments.shift();
      const replayed = await inTime(replayedOf(replica));
      const reached = replayed === null ? undefined : moments.findLast(({ place }) => place <= replayed);
      asOf = reached?.at ?? null;
    } catch {
      asOf = null; // one of them does not answer: whoever reads finds out which
    }
  }

  function lookNow(): void {
    if (looking !== null || performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    looking = look().finally(() => {
      looking = null;
    });
  }

  async function query(...args: unknown[]): Promise<unknown> {
    lookNow();
    if (!isFit()) return queries.primary(...args);
    try {
      return await queries.replica(...args);
    } catch (fault) {
      if (isAway(fault)) asOf = null;
      else if (!FOR_THE_PRIMARY.test(codeOf(fault))) throw fault;
      return queries.primary(...args);
    }
  }

  const pool = Object.assign(new pg.Pool({ max: 1 }), { query, connect: primary.connect.bind(primary) });
  async function close(): Promise<void> {
    await looking;
    await replica.end();
  }
  return { pool, isFit, close };
}

/** How far it has replayed; null: it is no replica. */
async function replayedOf(replica: pg.Pool): Promise<bigint | null> {
  const { rows } = await replica.query<{ place: string | null }>(
    'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS place',
  );
  return rows[0]?.place ? placeOf(rows[0].place) : null;
}

/** `16/B374D848`: two halves of a number. */
function placeOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it did not answer in time')), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
