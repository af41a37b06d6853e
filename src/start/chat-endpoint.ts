/** OpenAI's API on the main server, under /v1. The guard's rules apply, and off loopback the operator's token is required. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerOf } from '~/api/access/cookies';
import type { Guard } from '~/api/access/guard';
import { countWrongToken, isOperator } from '~/api/access/operator';
import type { Access } from '~/api/context';
import type { ErrorWords } from '~/api/errors';
import { answerProblem, chatEndpoint } from '~/inference/endpoint/chat-endpoint';
import { ENDPOINT_PATH } from '~/inference/endpoint/extension';
import type { Problem } from '~/inference/endpoint/problem';
import type { Inference } from '~/inference/open-inference';
import type { HubEndpoint } from './hub/hub-endpoint';

export interface ChatEndpointOptions {
  access: Access;
  guard: Guard;
  processId: string;
  inference: Inference;
  /** Additional key of this home's processes (`start/place`), valid only for this endpoint. null: none. */
  key: string | null;
  hub: Pick<HubEndpoint, 'forward'>;
}

export interface GuardedChatEndpoint {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function isChatPath(path: string): boolean {
  return path === ENDPOINT_PATH || path.startsWith(`${ENDPOINT_PATH}/`);
}

export function guardedChatEndpoint({ access, guard, processId, inference, key, hub }: ChatEndpointOptions): GuardedChatEndpoint {
  const endpoint = chatEndpoint({ gateway: inference.gateway, process: processId, isStarting: () => inference.pool.isStarting });
  const expected = key === null ? null : digest(key);
  function isOurs(request: IncomingMessage): boolean {
    const shown = bearerOf(request);
    return expected !== null && shown !== undefined && timingSafeEqual(expected, digest(shown));
  }
  function refuse(request: IncomingMessage): Problem | null {
    const why = guard.refuseHost(request) ?? guard.refuseOrigin(request);
    if (why) return forbidden(why);
    const isRight = isOurs(request);
    const wait = countWrongToken(access, request, isRight); // first, because any answer other than "wait" would confirm a correct guess
    if (wait !== null) return tooMany(wait);
    return isRight || isOperator(access, request) ? null : TOKEN_NEEDED;
  }
  return {
    async answer(request, response) {
      const why = refuse(request);
      if (why) answerProblem(response, why);
      else await (hub.forward(request, response) ?? endpoint.answer(request, response));
    },
  };
}

function forbidden({ code, message }: ErrorWords): Problem {
  return { status: 403, type: 'permission_error', code, message };
}

function tooMany(wait: number): Problem {
  return { status: 429, type: 'permission_error', code: 'too_many_requests', message: `Too many wrong tokens: try again in ${wait} s.` };
}

const TOKEN_NEEDED: Problem = {
  status: 401,
  type: 'authentication_error',
  code: 'operator_needed',
  message: "This endpoint needs the operator's token as API key: `Authorization: Bearer <token>`.",
};

/** `timingSafeEqual` needs equal lengths, and the length must not reveal anything about the key. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
