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
  | 'bad_cursor';

/** Something about the database that its operator has to know: one sentence, no stack trace wanted. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The `code` of a system or Postgres error; '' where there is none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'P1001', 'P1002', 'P1017', 'P2024']);

/** The database does not answer, or went away in the middle of an answer: it may be asked again later. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === 'database_unreachable';
  const code = codeOf(error);
  if (AWAY.has(code) || code.startsWith('57P') || /^08\d/.test(code)) return true;
  if (/^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(messageOf(error)))
    return true;
  return error instanceof Error && error.cause !== undefined && isAway(error.cause);
}
