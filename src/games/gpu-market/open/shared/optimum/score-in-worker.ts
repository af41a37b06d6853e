/**
 * The score on a thread: a solve takes up to its limit and would hold up every match of the process. Short solves go first, and hard worlds
 * have a thread of their own.
 */
import type { Job, Means } from '~/contract/means';
import { LARGE_WORLD } from '~/contract/pack';
import { booksOf } from '../books/conservation';
import type { OpenEvent } from '../events';
import { type KnownWorld, worldBlocks, worldJobs, worldOf } from '../plans/pairs';
import { LIMIT_SECONDS } from './limit';
import { NO_BOOKS, type OpenScore, optimumOf, type ScoreBooks, scoreFrom } from './score';

/** All that a score needs of a match. */
export interface ScoreOrder {
  world: KnownWorld;
  books: ScoreBooks;
  limitSeconds: number;
}

/** A thread that says nothing so long after the solver's own limit is ended, and its order fails. */
const GRACE_MS = 60_000;

export const SCORE: Job<ScoreOrder, OpenScore> = {
  id: 'gpu-market/open/score',
  work: async ({ world, books, limitSeconds }, { solve }) => scoreFrom(world, { best: await optimumOf(world, solve, limitSeconds), books }),
  size: ({ world }) => sizeOf(world),
  large: LARGE_WORLD,
  limitMs: ({ limitSeconds }) => limitSeconds * 1000 + GRACE_MS,
};

/** Blocks times jobs: 20 labs make about a large one. */
export function sizeOf(world: KnownWorld): number {
  return worldBlocks(world).length * worldJobs(world).length;
}

/** The score of a match that is over. */
export async function scoreInWorker(
  events: readonly OpenEvent[],
  means: Pick<Means, 'run'>,
  limitSeconds = LIMIT_SECONDS,
): Promise<OpenScore> {
  return means.run(SCORE, { world: worldOf(events), books: booksOf(events), limitSeconds });
}

/** What a world offers, before anybody has played in it: its optimum, autarkies and scale; profits and gains are of those who do nothing. */
export async function boundsInWorker(world: KnownWorld, means: Pick<Means, 'run'>, limitSeconds = LIMIT_SECONDS): Promise<OpenScore> {
  return means.run(SCORE, { world, books: NO_BOOKS, limitSeconds });
}
