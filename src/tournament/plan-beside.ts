/** Tournaments' files read on a thread: a file that is meant to be slow keeps nobody else waiting. */
import { Worker } from 'node:worker_threads';
import type { Reading } from '~/games/game';
import type { TournamentPlan } from './tournament';

/** From when the thread has the file. The slowest file of 64 kB took 2.5 s of processor time. */
const LIMIT_MS = 30_000;
const MOST_WAITING = 16;
/** An idle thread ends: files are rare. */
const IDLE_MS = 30_000;

const TOO_SLOW = { ok: false, why: 'This file takes too long to read: make it simpler.' } as const;

let worker: Worker | null = null;
let idle: NodeJS.Timeout | null = null;
let waiting = 0;
let queue: Promise<unknown> = Promise.resolve();

/** null: too many files wait already. */
export function readPlanBeside(text: string): Promise<Reading<TournamentPlan> | null> {
  if (waiting >= MOST_WAITING) return Promise.resolve(null);
  waiting += 1;
  const asked = queue
    .then(() => onThread(text))
    .finally(() => {
      waiting -= 1;
    });
  queue = asked.catch(() => null);
  return asked;
}

async function onThread(text: string): Promise<Reading<TournamentPlan>> {
  if (idle) clearTimeout(idle);
  const thread = worker ?? new Worker(new URL('./plan-entry.mjs', import.meta.url));
  worker = thread;
  try {
    const answer = await answerOf(thread, text);
    thread.unref();
    idle = setTimeout(() => void end(thread), IDLE_MS);
    idle.unref();
    return answer;
  } catch (fault) {
    await end(thread);
    if (fault === TOO_SLOW) return TOO_SLOW;
    throw fault;
  }
}

async function end(thread: Worker): Promise<void> {
  if (worker === thread) worker = null;
  await thread.terminate();
}

function answerOf(thread: Worker, text: string): Promise<Reading<TournamentPlan>> {
  thread.ref();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(TOO_SLOW)), LIMIT_MS);
    const hear = (answer: Reading<TournamentPlan>) => settle(() => resolve(answer));
    const fail = (fault: unknown) => settle(() => reject(fault));
    const leave = (code: number) => fail(new Error(`the thread that reads files ended early (exit code ${code})`));
    function settle(done: () => void): void {
      clearTimeout(timer);
      thread.off('message', hear).off('error', fail).off('exit', leave);
      done();
    }
    thread.on('message', hear).on('error', fail).on('exit', leave);
    thread.postMessage(text);
  });
}
