/** Standings of large tournaments on a thread of their own: what this process streams meanwhile is not held up. */
import { Worker } from 'node:worker_threads';
import { standingsOf } from './standings';
import type { StandingsAnswer, StandingsQuestion } from './standings-thread';
import type { Standings } from './tournament';

/** Below so many matches they take some hundredths of a second, here. */
const LARGE = 500;
/** A thread that nobody needs any more is ended: it keeps all its code in memory. */
const IDLE_MS = 60_000;

let thread: Worker | null = null;
let ending: NodeJS.Timeout | undefined;
let queue: Promise<unknown> = Promise.resolve();

export function standingsBeside(...question: StandingsQuestion): Promise<Standings> {
  const [, fixtures] = question;
  if (fixtures.length < LARGE) return Promise.resolve(standingsOf(...question));
  const asked = queue.then(() => ask(question));
  queue = asked.catch(() => null);
  return asked;
}

async function ask(question: StandingsQuestion): Promise<Standings> {
  clearTimeout(ending);
  thread ??= open();
  const answer = await answerOf(thread, question);
  ending = setTimeout(close, IDLE_MS).unref();
  if (!answer.ok) throw new Error(answer.why);
  return answer.standings;
}

function open(): Worker {
  const worker = new Worker(new URL('./standings-entry.mjs', import.meta.url));
  worker.unref();
  worker.once('exit', () => {
    if (thread === worker) thread = null;
  });
  return worker;
}

function close(): void {
  void thread?.terminate();
  thread = null;
}

function answerOf(worker: Worker, question: StandingsQuestion): Promise<StandingsAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      worker.off('message', heard);
      worker.off('error', broke);
      worker.off('exit', ended);
      worker.unref();
      end();
    };
    const heard = (answer: StandingsAnswer) => settle(() => resolve(answer));
    const broke = (fault: Error) => settle(() => reject(fault));
    const ended = (code: number) => settle(() => reject(new Error(`the thread of standings ended early (exit code ${code})`)));
    worker.on('message', heard);
    worker.on('error', broke);
    worker.on('exit', ended);
    worker.ref();
    worker.postMessage(question);
  });
}
