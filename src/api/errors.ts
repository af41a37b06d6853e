/** The only place that converts exceptions to responses: a stable code and one sentence, never a stack trace. */

import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { MixedGames } from '~/contract/game-ref';
import { codeOf, DatabaseError, faultsIn, isAway } from '~/store/database-error';
import { BadCursor } from '~/store/match-order';

/** Every error code and its HTTP status. Stable, because programs rely on them. */
const MEANINGS = {
  bad_input: 'BAD_REQUEST',
  unknown_ruleset: 'BAD_REQUEST',
  unknown_task: 'BAD_REQUEST',
  unknown_policy: 'BAD_REQUEST',
  unknown_seat: 'BAD_REQUEST',
  bad_seed: 'BAD_REQUEST',
  bad_pace: 'BAD_REQUEST',
  bad_visibility: 'BAD_REQUEST',
  bad_cursor: 'BAD_REQUEST',
  bad_name: 'BAD_REQUEST',
  bad_clock: 'BAD_REQUEST',
  bad_delay: 'BAD_REQUEST',
  bad_shock: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  unknown_agent: 'NOT_FOUND',
  unknown_owner: 'NOT_FOUND',
  name_taken: 'CONFLICT',
  built_in: 'CONFLICT',
  unknown_match: 'NOT_FOUND',
  unknown_series: 'NOT_FOUND',
  unknown_tournament: 'NOT_FOUND',
  unknown_run: 'NOT_FOUND',
  unknown_export: 'NOT_FOUND',
  match_over: 'CONFLICT',
  not_paused: 'CONFLICT',
  of_tournament: 'CONFLICT',
  seat_taken: 'CONFLICT',
  match_full: 'CONFLICT',
  match_started: 'CONFLICT',
  match_running: 'CONFLICT',
  not_started: 'CONFLICT',
  not_explained: 'CONFLICT',
  no_dense_reward: 'CONFLICT',
  no_clock: 'CONFLICT',
  unanswered: 'SERVICE_UNAVAILABLE',
  unknown_link: 'NOT_FOUND',
  unknown_round: 'NOT_FOUND',
  unknown_duel: 'NOT_FOUND',
  incomplete: 'BAD_REQUEST',
  panel_full: 'CONFLICT',
  panel_closed: 'CONFLICT',
  round_opened: 'CONFLICT',
  judge_needed: 'UNAUTHORIZED',
  plays_here: 'FORBIDDEN',
  host_needed: 'UNAUTHORIZED',
  not_your_seat: 'UNAUTHORIZED',
  operator_needed: 'UNAUTHORIZED',
  wrong_token: 'UNAUTHORIZED',
  bad_host: 'FORBIDDEN',
  bad_origin: 'FORBIDDEN',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  too_large: 'PAYLOAD_TOO_LARGE',
  too_many_requests: 'TOO_MANY_REQUESTS',
  database_unreachable: 'SERVICE_UNAVAILABLE',
  mixed_games: 'CONFLICT',
  disk_full: 'SERVICE_UNAVAILABLE',
  archive_unreadable: 'SERVICE_UNAVAILABLE',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<string, TRPCError['code']>;

export type ErrorCode = keyof typeof MEANINGS;

/** The content of `data.mandi` in every error response. */
export interface ErrorWords {
  code: ErrorCode;
  message: string;
}

/** An error that the caller caused or needs to know about. Thrown only by procedures. */
export class Refusal extends TRPCError {
  readonly words: ErrorWords;
  /** Value of `Retry-After` in seconds; null: no header. */
  readonly retryInS: number | null;

  constructor(code: ErrorCode, message: string, retryInS: number | null = null) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0; // nobody reads a refusal's stack, and a flood produces thousands per second
    super({ code: MEANINGS[code], message });
    Error.stackTraceLimit = stackTraceLimit;
    this.words = { code, message };
    this.retryInS = retryInS;
  }
}

/** The longest wait among these errors; null if none has one. */
export function retryInS(faults: readonly unknown[]): number | null {
  const waits = faults.flatMap((fault) => (fault instanceof Refusal && fault.retryInS !== null ? [fault.retryInS] : []));
  return waits.length === 0 ? null : Math.max(...waits);
}

/** The value of a use case; throws its refusal as an error with a code. */
export function orRefuse<T>(answer: { ok: true; value: T } | { ok: false; code: ErrorCode; why: string }): T {
  if (!answer.ok) throw new Refusal(answer.code, answer.why);
  return answer.value;
}

/** Code and message for any thrown value. */
export function wordsOf(error: unknown): ErrorWords {
  for (const link of faultsIn(error)) {
    if (link instanceof Refusal) return link.words;
    if (link instanceof ZodError) return { code: 'bad_input', message: zodSentence(link) };
    if (link instanceof MixedGames) return { code: 'mixed_games', message: link.message };
    if (link instanceof BadCursor) return { code: 'bad_cursor', message: link.message };
    if (link instanceof DatabaseError) return databaseWords(link);
    const fault = databaseFault(link);
    if (fault) return fault;
  }
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return trpcWords(error);
  return { code: 'internal', message: 'Mandi had an internal error; its log has the details. Nothing that was stored is lost.' };
}

/** The same with the seconds to wait, if any. */
export function wordsAndWait(error: unknown): ErrorWords & { retryInS?: number } {
  const wait = retryInS([error]);
  return { ...wordsOf(error), ...(wait !== null && { retryInS: wait }) };
}

/** HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return HTTP_STATUS[MEANINGS[code]];
}

const HTTP_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** The first zod issue, with the field's name: `limit: a whole number from 1 to 100`. */
function zodSentence(error: ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'The input is invalid.';
  const field = issue.path.map(String).join('.');
  return field === '' ? issue.message : `${field}: ${issue.message}`;
}

/** tRPC's own errors: unknown procedure, invalid JSON, wrong method. */
function trpcWords(error: TRPCError): ErrorWords {
  if (error.code === 'NOT_FOUND') return { code: 'not_found', message: error.message };
  if (error.code === 'PAYLOAD_TOO_LARGE') return { code: 'too_large', message: 'The request is too large.' };
  if (error.code === 'METHOD_NOT_SUPPORTED') return { code: 'method_not_allowed', message: error.message };
  if (error.code === 'PARSE_ERROR') return { code: 'bad_input', message: 'The request is not valid JSON.' };
  return { code: 'bad_input', message: error.message };
}

/** The store's own messages are for the operator, because they contain paths and addresses. */
const DISK_FULL: ErrorWords = {
  code: 'disk_full',
  message: "The database's disk is full, so nothing was written. Free some space and try again.",
};
const NO_MEMORY: ErrorWords = {
  code: 'database_unreachable',
  message: 'The database has run out of memory, so nothing was written. Try again in a moment.',
};
const NO_DATABASE: ErrorWords = {
  code: 'database_unreachable',
  message: 'The database is not answering. Nothing that was stored is lost; try again in a moment.',
};

function databaseWords({ code, message }: DatabaseError): ErrorWords {
  if (code === 'archive_unreadable') return { code, message };
  return code === 'disk_full' ? DISK_FULL : NO_DATABASE;
}

function databaseFault(link: unknown): ErrorWords | null {
  const code = codeOf(link);
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return DISK_FULL;
  if (code === '53200') return NO_MEMORY;
  return isAway(link) || code === '57014' ? NO_DATABASE : null;
}
