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
