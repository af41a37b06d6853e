/** Tournaments' files read on a thread: a file that is meant to be slow keeps nobody else waiting. */
import type { Reading } from '~/games/game';
import { Threads, TookTooLong, TooManyWait } from '~/lib/threads/threads';
import type { TournamentPlan } from './tournament';

const threads = new Threads<string, Reading<TournamentPlan>>({
  entry: new URL('./plan-entry.mjs', import.meta.url),
  most: 1,
  mostWaiting: 15,
  /** The slowest file of 64 kB took 2.5 s of processor time. */
  limitMs: 30_000,
  /** Files are rare. */
  idleMs: 30_000,
});

/** null: too many files wait already. */
export async function readPlanBeside(text: string): Promise<Reading<TournamentPlan> | null> {
  try {
    return await threads.run(text);
  } catch (fault) {
    if (fault instanceof TooManyWait) return null;
    if (fault instanceof TookTooLong) return { ok: false, why: 'This file takes too long to read: make it simpler.' };
    throw fault;
  }
}
