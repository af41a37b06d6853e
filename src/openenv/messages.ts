/** What the endpoints of the environment share of their protocol: how a message is read, and what is said when it cannot be carried out. */
import type { Soon } from '~/lib/play/soon';
import { isTooDeep, TOO_DEEP } from './depth';
import type { ErrorCode } from './episode-service';

/** Codes of the socket alone, besides. */
type EndpointCode = ErrorCode | 'CAPACITY_REACHED' | 'SESSION_ERROR';

export const STEP_NEEDS_DATA = 'a step needs "data": the action, e.g. {"action_type":"wait"}';

/** Reads a message and has it handled; what is no message, and what fails, is answered by an error. */
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

/** Also for the endpoint itself: what never became a message. */
export function failure(code: EndpointCode, message: string, more: object = {}): string {
  return JSON.stringify({ type: 'error', data: { message, code, ...more } });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
