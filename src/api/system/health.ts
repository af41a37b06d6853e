import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SharedServices } from '../context';
import { type ErrorWords, wordsOf } from '../errors';
import { answerJson } from './plain-answer';

const NO_MATCH = '-';
/** Whoever asks gets an answer within this time, also while the database hangs. Shorter than `deploy/healthcheck.mjs` waits. */
export const HEALTH_LIMIT_MS = 3_000;
/** What a proxy asks for: a server that cannot write can still show matches. */
const READING = 'for=reading';

/**
 * 200 when this process and its database answer and can write, else 503 and what is wrong. For proxies, and for a second start or another web process
 * that looks for this one: they come by no proxy, and are told which process it is. Visitors of a proxy are not.
 */
export async function answerHealth(response: ServerResponse, shared: SharedServices, request: IncomingMessage): Promise<void> {
  const { url = '' } = request;
  const { store, processId: process } = shared.services;
  const isForwarded = shared.access.visitorOf(request).isForwarded;
  const isReading = url.split('?')[1]?.split('&').includes(READING) === true;
  const reads = store.get(NO_MATCH); // each time: the last write's answer is seconds old
  const error = await whatIsWrong(isReading ? reads : Promise.all([reads, store.checkWrites()]));
  answerJson(response, error ? 503 : 200, {
    ok: error === null,
    version: shared.version,
    ...(!isForwarded && { process }),
    ...(error && { error }),
  });
}

/** null: nothing. */
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
