export type DatabaseErrorCode =
  | 'database_unreachable'
  | 'database_missing'
  | 'access_denied'
  | 'server_too_old'
  | 'schema_newer'
  | 'migration_failed'
  | 'disk_full'
  | 'home_not_writable'
  | 'embedded_missing'
  | 'embedded_failed'
  | 'client_missing'
  | 'in_use'
  | 'bad_backup'
  | 'bad_archive'
  | 'archive_unreadable'
  | 'bad_cursor';

/** A database problem for the operator: one sentence, no stack trace. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The `code` of a system or Postgres error; '' if there is none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error and its causes, outermost first. Prisma stores the database's message in `meta`. */
export function* faultsIn(error: unknown): Generator<unknown> {
  let link = error;
  for (let depth = 0; link !== undefined && link !== null && depth < 6; depth += 1) {
    yield link;
    link = link instanceof Error ? causeOf(link) : undefined;
  }
}

function causeOf(error: Error): unknown {
  const meta: unknown = 'meta' in error ? error.meta : undefined;
  const inMeta = typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta ? meta.driverAdapterError : undefined;
  return error.cause ?? inMeta;
}

/** Codes of sockets, Prisma and Postgres (57P: shutting down or starting, 08: connection lost, 53300: too many connections). */
const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|P1001|P1002|P1008|P1017|P2024|P2037|57P\d\d|08[A-Z0-9]{3}|53300)$/;
/**
 * Postgres: disk full (53100), out of memory (53200), another limit (53xxx), I/O error (58030), timeout (57014). System: no space, memory
 * or files.
 */
const SHORT =
  /^(53[A-Z0-9]{3}|58030|57014|ENOSPC|EDQUOT|ENOMEM|EMFILE|ENFILE|EAGAIN|ERR_WORKER_OUT_OF_MEMORY|ERR_MEMORY_ALLOCATION_FAILED)$/;
/** The same for errors without a code. */
const SHORT_WORDS = /no space left on device|disk quota exceeded|out of memory|cannot allocate memory|array buffer allocation failed/i;
/** Messages of the database client for connections that break or fail, which have no code. */
const BROKEN =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** The database is unreachable or disconnected; a retry may succeed. */
export function isAway(error: unknown): boolean {
  for (const link of faultsIn(error)) {
    if (link instanceof DatabaseError) return link.code === 'database_unreachable';
    if (AWAY.test(codeOf(link)) || BROKEN.test(messageOf(link))) return true;
  }
  return false;
}

/** A sentence for a command that ends with this error; null if it may come from another server than the database. */
export function awaySentence(error: unknown): string | null {
  const ofDatabase = (link: unknown) => BROKEN.test(messageOf(link)) || /^(P\d|57P|08|53300)/.test(codeOf(link));
  if (!isAway(error) || ![...faultsIn(error)].some(ofDatabase)) return null;
  return 'the database did not answer in time; run the command again';
}

/** The machine lacks a resource (disk, memory, connections, time). The work is not at fault and can be retried. */
export function isShort(error: unknown): boolean {
  for (const link of faultsIn(error)) {
    if (link instanceof DatabaseError) return link.code === 'disk_full';
    if (SHORT.test(codeOf(link)) || SHORT_WORDS.test(messageOf(link))) return true;
  }
  return false;
}

/** The error says nothing about the work: wait and retry. */
export function willPass(error: unknown): boolean {
  return isAway(error) || isShort(error);
}
