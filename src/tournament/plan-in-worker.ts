/** Parses tournament files on a thread, so that a hostile file delays nobody. */
import type { Job } from '~/contract/means';
import { onThread, TookTooLong, TooManyWait } from '~/engine/threads';
import { GAMES, showTestGames } from '~/games/registry';
import { type ReadPlan, readPlanText, unread } from './read-plan';

interface Asked {
  text: string;
  /** The thread does not share this process's settings. */
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
  /** The slowest file of 64 kB took 2.5 s of CPU time. */
  limitMs: () => 30_000,
};

/** Limits on strangers' running and waiting files, in total and per visitor, so that the operator always has room. */
const MOST_OF_STRANGERS = 8;
const MOST_OF_ONE = 4;
const strangers = new Map<string, number>();

/** `visitor`: owner of the file; null: the operator. Returns null if too many files are waiting. */
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
    if (fault instanceof TookTooLong) return unread('This file takes too long to read. Simplify it.');
    throw fault;
  }
}
