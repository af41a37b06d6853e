export const MODEL_FAULTS = [
  'offline',
  'disk_full',
  'bad_checksum',
  'not_gguf',
  'unsupported_weights',
  'unsupported_platform',
  'unknown_name',
  'taken_name',
  'not_found',
  'bad_answer',
  'aborted',
  'install_failed',
] as const;

export type ModelFault = (typeof MODEL_FAULTS)[number];

/** An operation on models failed; the message is a sentence without secrets. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelFault;

  constructor(code: ModelFault, message: string) {
    super(message);
    this.code = code;
  }
}

const OFFLINE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EPIPE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Converts known system errors to a sentence; returns others unchanged. */
export function asModelError(error: unknown, doing: string): unknown {
  if (error instanceof ModelError) return error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ModelError('disk_full', `${doing}: the disk is full.`);
  if (code !== null && OFFLINE.has(code)) return new ModelError('offline', `${doing}: no connection (${code}).`);
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) {
    return new ModelError('offline', `${doing}: no connection.`);
  }
  return error;
}

/** The code of the error or of its cause. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? null : codeOf(error.cause);
}
