/** Database connections, and error messages when they fail. */
import pg from 'pg';
import type { DatabaseLimits } from '~/lib/database/limits';
import { codeOf, DatabaseError, messageOf } from './database-error';
import type { Address } from './embedded/embedded-server';

export const OLDEST_SERVER = 15;
const APPLICATION = 'mandi';
const CONNECT_MS = 10_000;
/** The server ends slow statements first. Only if it does not is the connection closed from here, after this delay. */
const GIVE_UP_AFTER_MS = 2_000;

export const USUAL_LIMITS: DatabaseLimits = { poolSize: 10, queryMs: 20_000, longQueryMs: 600_000 };

export interface Target {
  config: pg.ClientConfig;
  /** host:port/database, without a password. */
  name: string;
  /** From `?schema=` in the address; undefined: the server's search path. */
  schema: string | undefined;
  url: string;
  limits: DatabaseLimits;
}

export function embeddedTarget(address: Address, database: string, limits = USUAL_LIMITS): Target {
  const url = `postgresql://${address.user}:${encodeURIComponent(address.password)}@${address.host}:${address.port}/${database}`;
  // Set explicitly, so that PGOPTIONS and similar variables, meant for another server, have no effect.
  const config = { ...address, database, ssl: false, options: '-c search_path=public', ...common() };
  return { config, url, name: `${address.host}:${address.port}/${database}`, schema: undefined, limits };
}

export function serverTarget(url: string, limits = USUAL_LIMITS): Target {
  const parsed = new URL(url);
  const schema = parsed.searchParams.get('schema') ?? undefined;
  parsed.searchParams.delete('schema');
  const config = { connectionString: parsed.href, ...common() };
  return { config, url, name: `${parsed.host || '127.0.0.1'}${parsed.pathname}`, schema, limits };
}

function common(): pg.ClientConfig {
  return { application_name: APPLICATION, connectionTimeoutMillis: CONNECT_MS, keepAlive: true };
}

export function openPool(target: Target): pg.Pool {
  // The pool awaits this before it hands out the connection, although its type says void.
  const { poolSize, queryMs } = target.limits;
  const onConnect = (client: pg.ClientBase): unknown => prepare(client, target, queryMs);
  const pool = new pg.Pool({ ...timed(target.config, queryMs), max: poolSize, idleTimeoutMillis: 60_000, onConnect });
  pool.on('error', () => undefined); // the next query replaces an idle connection that breaks
  return pool;
}

/**
 * Connections through PgBouncer in transaction mode, where each transaction may have another connection of the server. So nothing can be set
 * for a session, and no statement can be prepared by name: an old PgBouncer does not know it at the next connection. The role has to bring
 * its settings (`refuseHurriedRole`).
 */
export function openPooled(target: Target): pg.Pool {
  const { poolSize, queryMs } = target.limits;
  const pool = new pg.Pool({ ...timed(target.config, queryMs), Client: NamelessClient, max: poolSize, idleTimeoutMillis: 60_000 });
  pool.on('error', () => undefined); // the next query replaces an idle connection that breaks
  return pool;
}

/** Drops the names of statements. */
class NamelessClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    const nameless = (first: unknown, ...rest: unknown[]): unknown => query(withoutName(first), ...rest);
    this.query = nameless as typeof this.query;
  }
}

function withoutName(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || !('name' in asked) || 'submit' in asked) return asked;
  const { name: _, ...rest } = asked;
  return rest;
}

/** Commits have to be durable before they are confirmed, and through a pooler only the role's own settings count. */
export async function refuseHurriedRole(client: pg.ClientBase, { name }: Target): Promise<void> {
  // `prepare` has set it for this session; what it would be without that is in the settings of the role, the database and the server.
  const { rows } = await client.query<{ value: string }>("SELECT reset_val AS value FROM pg_settings WHERE name = 'synchronous_commit'");
  if (rows[0]?.value !== 'off') return;
  throw new DatabaseError(
    'access_denied',
    `synchronous_commit is off for this role at ${name}, and through a pooler Mandi cannot turn it on: ALTER ROLE … SET synchronous_commit = on.`,
  );
}

/** Closes the connection if the server does not end a query in time; `prepare` sets the server's own limit. 0: no limit. */
export function timed(config: pg.ClientConfig, queryMs: number): pg.ClientConfig {
  return { ...config, query_timeout: queryMs === 0 ? 0 : queryMs + GIVE_UP_AFTER_MS };
}

/** A separate connection for long work; the caller must end it. */
export async function openClient(target: Target): Promise<pg.Client> {
  const { longQueryMs } = target.limits;
  const client = new pg.Client(timed(target.config, longQueryMs));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await prepare(client, target, longQueryMs);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explainConnection(target, error);
  }
}

/** Makes commits durable before they are confirmed, even if the server's default differs. */
async function prepare(client: pg.ClientBase, { schema }: Target, queryMs: number): Promise<void> {
  const durable = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
  const path = schema === undefined ? '' : `; SET search_path TO ${pg.escapeIdentifier(schema)}`;
  await client.query(`SET statement_timeout TO ${queryMs}; ${durable}${path}`);
}

const NO_ANSWER: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ECONNRESET: 'the connection was lost',
};

/** A connection error as one sentence that names the server but never the password. */
export function explainConnection({ name }: Target, error: unknown): unknown {
  const code = codeOf(error);
  const why = NO_ANSWER[code] ?? (/timeout|terminated unexpectedly/i.test(messageOf(error)) ? 'it did not answer in time' : undefined);
  if (why !== undefined) return new DatabaseError('database_unreachable', `No database answers at ${name}: ${why}.`, error);
  if (code.startsWith('28'))
    return new DatabaseError('access_denied', `The server at ${name} rejected the login: ${messageOf(error)}.`, error);
  if (code === '57P03' || code === '53300') {
    return new DatabaseError('database_unreachable', `The server at ${name} refuses connections: ${messageOf(error)}.`, error);
  }
  if (code === '53100')
    return new DatabaseError('disk_full', `The disk of the database at ${name} is full: free some space and start again.`, error);
  if (code === '' && /SSL|SASL|password/i.test(messageOf(error))) {
    return new DatabaseError('access_denied', `The server at ${name} rejected the login: ${messageOf(error)}.`, error);
  }
  return error;
}
