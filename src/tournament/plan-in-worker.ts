/** Tournaments' files read on a thread: a file that is meant to be slow keeps nobody else waiting. */
import type { Reading } from '~/contract/game';
import type { Job } from '~/contract/means';
import { onThread, TookTooLong, TooManyWait } from '~/engine/threads';
import { readPlanText } from './read-plan';
import type { TournamentPlan } from './tournament';

export const READ_PLAN: Job<string, Reading<TournamentPlan>> = {
  id: 'tournament/plan',
  work: readPlanText,
  threads: 1,
  mostWaiting: 15,
  /** The slowest file of 64 kB took 2.5 s of processor time. */
  limitMs: () => 30_000,
};

/** null: too many files wait already. */
export async function readPlanInWorker(text: string): Promise<Reading<TournamentPlan> | null> {
  try {
    return await onThread(READ_PLAN, text);
  } catch (fault) {
    if (fault instanceof TooManyWait) return null;
    if (fault instanceof TookTooLong) return { ok: false, why: 'This file takes too long to read: make it simpler.' };
    throw fault;
  }
}
