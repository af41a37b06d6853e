/** Errors of the endpoint in OpenAI's format: a status and `{"error":{"message","type","param","code"}}`. */
import type { ChatFault, ChatFaultCode } from '../chat-model';
import type { FaultExtension } from './extension';

export interface Problem {
  status: number;
  /** OpenAI's error type. */
  type: 'invalid_request_error' | 'authentication_error' | 'permission_error' | 'insufficient_quota' | 'server_error';
  code: string;
  message: string;
  /** The request field in question. */
  param?: string | null;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  mandi?: FaultExtension;
}

export interface ProblemBody {
  error: { message: string; type: Problem['type']; param: string | null; code: string; mandi?: FaultExtension };
}

export function bodyOf({ message, type, param = null, code, mandi }: Problem): ProblemBody {
  return { error: { message, type, param, code, ...(mandi && { mandi }) } };
}

export function badRequest(message: string, param: string | null = null): Problem {
  return { status: 400, type: 'invalid_request_error', code: 'bad_request', message, param };
}

type Meaning = Pick<Problem, 'status' | 'type' | 'code' | 'param' | 'retryAfter'>;

const MEANINGS: Record<ChatFaultCode, Meaning> = {
  unknown_model: { status: 404, type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
  too_long: { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded', param: 'messages' },
  refused: { status: 422, type: 'invalid_request_error', code: 'refused' },
  over_budget: { status: 429, type: 'insufficient_quota', code: 'over_budget' },
  overloaded: { status: 503, type: 'server_error', code: 'overloaded', retryAfter: 1 },
  unreachable: { status: 503, type: 'server_error', code: 'unreachable', retryAfter: 1 },
  timeout: { status: 504, type: 'server_error', code: 'timeout' },
  bad_reply: { status: 502, type: 'server_error', code: 'bad_reply' },
  aborted: { status: 499, type: 'invalid_request_error', code: 'aborted' },
};

const SECONDS = 1_000;

export function problemOf(fault: ChatFault): Problem {
  const { retryAfter, ...meaning } = MEANINGS[fault.code];
  const afterMs = 'afterMs' in fault && typeof fault.afterMs === 'number' ? fault.afterMs : null;
  const wait = afterMs === null ? retryAfter : Math.ceil(afterMs / SECONDS);
  const help = fault.code === 'unknown_model' ? ' GET /v1/models lists what is served.' : '';
  const mandi = { fault: fault.code, attempts: fault.attempts.map((one) => ({ ...one })), bill: fault.bill };
  return { ...meaning, message: `${fault.message}${help}`, ...(wait !== undefined && { retryAfter: wait }), mandi };
}
