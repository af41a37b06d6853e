import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SharedServices } from '../context';
import { type ErrorWords, wordsOf } from '../errors';
import { answerJson } from './plain-answer';

const NO_MATCH = '-';
/** Time limit of the health check, also if the database hangs. Shorter than the timeout of `deploy/healthcheck.mjs`. */
export const HEALTH_LIMIT_MS = 3_000;
/** For proxies: a server that cannot write can still show matches. */
const READING = 'for=reading';

/**
 * 200 if this process and its database answer and can write, otherwise 503 and the reason. For proxies, and for a second start or another
 * web process that looks for this one. Direct callers also get this process's identity; visitors behind a proxy do not.
 */
export async function answerHealth(response: ServerResponse, shared: SharedServices, request: IncomingMessage): Promise<void> {
  const { url = '' } = request;
  const { store, processId: process } = shared.services;
  const isForwarded = shared.access.visitorOf(request).isForwarded;
  const isReading = url.split('?')[1]?.split('&').includes(READING) === true;
  const reads = store.get(NO_MATCH); // read each time, because the result of the last write check is seconds old
  const error = await whatIsWrong(isReading ? reads : Promise.all([reads, store.checkWrites()]));
  answerJson(response, error ? 503 : 200, {
    ok: error === null,
    version: shared.version,
    ...(!isForwarded && { process }),
    ...(error && { error }),
  });
}

/** null if nothing is wrong. */
async function whatIsWrong(question: Promise<unknown>): Promise<ErrorWords | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ErrorWords>((resolve) => {
    timer = setTimeout(() => resolve(HANGS), HEALTH_LIMIT_MS);
  });
  try {
    return await Promise.race([question.then(() => null, wordsOf), late]);
  } finally {
    clearTimeout(timer);
  }
}

const HANGS: ErrorWords = {
  code: 'database_unreachable',
  message: `The database has not answered for ${HEALTH_LIMIT_MS / 1000} seconds. It hangs, or all connections to it are busy.`,
};
