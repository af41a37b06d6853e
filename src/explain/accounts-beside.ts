/** Accounts worked out on a thread of their own, one match after the other: whatever else this process does goes on meanwhile. */
import { Worker } from 'node:worker_threads';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import type { Accounts } from './accounts';
import type { AccountsAnswer } from './accounts-thread';

/** The largest matches take seconds; what takes this long has gone wrong. */
const LIMIT_MS = 180_000;

/** More would wait for minutes. */
const MOST_WAITING = 8;

let waiting = 0;
let queue: Promise<unknown> = Promise.resolve();

/** Too many matches wait to be explained. */
export class TooManyWait extends Error {
  override readonly name = 'TooManyWait';
}

/** Working a match out took longer than it may. Asking again would take as long. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

export function accountsBeside(events: readonly OpenEvent[]): Promise<Accounts> {
  if (waiting >= MOST_WAITING) return Promise.reject(new TooManyWait('too many matches wait to be explained'));
  waiting += 1;
  const asked = queue
    .then(() => onThread(events))
    .finally(() => {
      waiting -= 1;
    });
  queue = asked.catch(() => null);
  return asked;
}

async function onThread(events: readonly OpenEvent[]): Promise<Accounts> {
  const worker = new Worker(new URL('./accounts-entry.mjs', import.meta.url));
  try {
    const answer = await answerOf(worker, events);
    if (!answer.ok) throw new Error(answer.why);
    return answer.accounts;
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, events: readonly OpenEvent[]): Promise<AccountsAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TookTooLong('the accounts of a match took too long')), LIMIT_MS);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    worker.on('message', (answer: AccountsAnswer) => settle(() => resolve(answer)));
    worker.on('error', (fault) => settle(() => reject(fault)));
    worker.on('exit', (code) => settle(() => reject(new Error(`the thread of a match's accounts ended early (exit code ${code})`))));
    worker.postMessage(events);
  });
}
