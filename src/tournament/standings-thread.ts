/** What a thread of `standings-beside.ts` does: it takes fixtures, answers with their standings. Started through `standings-entry.mjs`. */
import { parentPort } from 'node:worker_threads';
import { standingsOf } from './standings';
import type { Standings } from './tournament';

export type StandingsQuestion = Parameters<typeof standingsOf>;
export type StandingsAnswer = { ok: true; standings: Standings } | { ok: false; why: string };

parentPort?.on('message', (question: StandingsQuestion) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: StandingsQuestion): StandingsAnswer {
  try {
    return { ok: true, standings: standingsOf(...question) };
  } catch (cause) {
    return { ok: false, why: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
  }
}
