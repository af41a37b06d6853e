import type { ServerResponse } from 'node:http';
import type { Desk } from './context';
import { wordsOf } from './errors';
import { answerJson } from './plain-answer';

const NO_MATCH = '-';

/** 200 when this process and its database answer, else 503. For proxies, and for a second start that looks for the first. */
export async function answerHealth(response: ServerResponse, desk: Desk): Promise<void> {
  const process = desk.services.processId;
  try {
    await desk.services.store.get(NO_MATCH);
    answerJson(response, 200, { ok: true, version: desk.version, process });
  } catch (fault) {
    answerJson(response, 503, { ok: false, version: desk.version, process, error: wordsOf(fault) });
  }
}
