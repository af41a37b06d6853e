/** Tournaments' files read on a thread: a file that is meant to be slow keeps nobody else waiting. */
import type { Job } from '~/contract/means';
import { onThread, TookTooLong, TooManyWait } from '~/engine/threads';
import { GAMES, showTestGames } from '~/games/registry';
import { type ReadPlan, readPlanText, unread } from './read-plan';

interface Asked {
  text: string;
  /** A thread knows nothing of how this process was started. */
  testGames: boolean;
}

export const READ_PLAN: Job<Asked, ReadPlan> = {
  id: 'tournament/plan',
  work: ({ text, testGames }) => {
    showTestGames(testGames);
    return readPlanText(text);
  },
  threads: 1,
  mostWaiting: 15,
  /** The slowest file of 64 kB took 2.5 s of processor time. */
  limitMs: () => 30_000,
};

/** Of the files that are read or wait, so many may be strangers', and so many one visitor's: the operator's always have room. */
const MOST_OF_STRANGERS = 8;
const MOST_OF_ONE = 4;
const strangers = new Map<string, number>();

/** `visitor`: whose file it is; null: the operator's. The answer null: too many files wait already. */
export async function readPlanInWorker(text: string, visitor: string | null = null): Promise<ReadPlan | null> {
  if (visitor === null) return readOnThread(text);
  const held = strangers.get(visitor) ?? 0;
  const all = [...strangers.values()].reduce((sum, each) => sum + each, 0);
  if (held >= MOST_OF_ONE || all >= MOST_OF_STRANGERS) return null;
  strangers.set(visitor, held + 1);
  try {
    return await readOnThread(text);
  } finally {
    const left = (strangers.get(visitor) ?? 1) - 1;
    if (left > 0) strangers.set(visitor, left);
    else strangers.delete(visitor);
  }
}

async function readOnThread(text: string): Promise<ReadPlan | null> {
  try {
    return await onThread(READ_PLAN, { text, testGames: GAMES.some(({ test }) => test === true) });
  } catch (fault) {
    if (fault instanceof TooManyWait) return null;
    if (fault instanceof TookTooLong) return unread('This file takes too long to read: make it simpler.');
    throw fault;
  }
}
