/**
 * Computes the score on a thread, because a solve would block every match of the process. Short solves go first, and hard worlds have a
 * separate thread.
 */
import type { Job, Means } from '~/contract/means';
import { LARGE_WORLD } from '~/contract/pack';
import { booksOf } from '../books/conservation';
import type { OpenEvent } from '../events';
import { type KnownWorld, worldBlocks, worldJobs, worldOf } from '../plans/pairs';
import { LIMIT_SECONDS } from './limit';
import { NO_BOOKS, type OpenScore, optimumOf, type ScoreBooks, scoreFrom } from './score';

/** Everything a score needs of a match. */
export interface ScoreOrder {
  world: KnownWorld;
  books: ScoreBooks;
  limitSeconds: number;
}

/** A thread still running this long after the solver's own limit is ended, and its job fails. */
const GRACE_MS = 60_000;

export const SCORE: Job<ScoreOrder, OpenScore> = {
  id: 'gpu-market/open/score',
  work: async ({ world, books, limitSeconds }, { solve }) => scoreFrom(world, { best: await optimumOf(world, solve, limitSeconds), books }),
  size: ({ world }) => sizeOf(world),
  large: LARGE_WORLD,
  limitMs: ({ limitSeconds }) => limitSeconds * 1000 + GRACE_MS,
};

/** Blocks times jobs; about 20 labs make a world large. */
export function sizeOf(world: KnownWorld): number {
  return worldBlocks(world).length * worldJobs(world).length;
}

/** The score of a finished match. */
export async function scoreInWorker(
  events: readonly OpenEvent[],
  means: Pick<Means, 'run'>,
  limitSeconds = LIMIT_SECONDS,
): Promise<OpenScore> {
  return means.run(SCORE, { world: worldOf(events), books: booksOf(events), limitSeconds });
}

/** A world's bounds before anyone plays: optimum, autarkies and scale, with profits and gains of zero. */
export async function boundsInWorker(world: KnownWorld, means: Pick<Means, 'run'>, limitSeconds = LIMIT_SECONDS): Promise<OpenScore> {
  return means.run(SCORE, { world, books: NO_BOOKS, limitSeconds });
}
