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

/** Something about models cannot be done; the message is a sentence for people, without secrets. */
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

/** The system's error as a sentence of ours; what is not known is handed back as it is. */
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

/** Of the error, or of what caused it. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? null : codeOf(error.cause);
}
