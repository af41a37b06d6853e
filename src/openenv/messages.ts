/** Shared protocol functions of the environment's endpoints: parsing messages and reporting errors. */
import type { Soon } from '~/lib/play/soon';
import { isTooDeep, TOO_DEEP } from './depth';
import type { ErrorCode } from './episode-service';

/** Additional codes used only by the socket. */
type EndpointCode = ErrorCode | 'CAPACITY_REACHED' | 'SESSION_ERROR';

export const STEP_NEEDS_DATA = 'a step needs "data": the action, e.g. {"action_type":"wait"}';

/** Parses a message and handles it. Invalid messages and exceptions become error responses. */
export function answerTo<Said = never>(
  text: string,
  handle: (message: Record<string, unknown>) => Soon<string | Said | null>,
): Soon<string | Said | null> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (cause) {
    return failure('INVALID_JSON', `not JSON: ${reason(cause)}`);
  }
  if (isTooDeep(message)) return failure('VALIDATION_ERROR', TOO_DEEP);
  if (!isRecord(message)) return failure('VALIDATION_ERROR', 'a message is an object such as {"type":"reset","data":{}}');
  try {
    const answer = handle(message);
    return answer instanceof Promise ? answer.catch((cause: unknown) => failure('EXECUTION_ERROR', reason(cause))) : answer;
  } catch (cause) {
    return failure('EXECUTION_ERROR', reason(cause));
  }
}

export function unknownType(type: unknown, allowed: readonly string[]): string {
  const what = type === undefined ? 'the message has no "type"' : `unknown type ${JSON.stringify(type).slice(0, 80)}`;
  return failure('UNKNOWN_TYPE', `${what}; allowed: ${allowed.join(', ')}`);
}

/** An error response, also for input that is not a message. */
export function failure(code: EndpointCode, message: string, more: object = {}): string {
  return JSON.stringify({ type: 'error', data: { message, code, ...more } });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
