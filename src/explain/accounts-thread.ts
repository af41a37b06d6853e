/** What a thread of `accounts-beside.ts` does: it takes a match's events, answers with its accounts. Started through `accounts-entry.mjs`. */
import { parentPort } from 'node:worker_threads';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { type Accounts, accountsOf } from './accounts';

export type AccountsAnswer = { ok: true; accounts: Accounts } | { ok: false; why: string };

parentPort?.on('message', (events: OpenEvent[]) => parentPort?.postMessage(answerTo(events)));

function answerTo(events: OpenEvent[]): AccountsAnswer {
  try {
    return { ok: true, accounts: accountsOf(events) };
  } catch (cause) {
    return { ok: false, why: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
  }
}
