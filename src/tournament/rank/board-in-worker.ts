/** A board's rows. With many matches they are computed on a thread, so that live streams are not delayed. */
import type { Job } from '~/contract/means';
import { onThread } from '~/engine/threads';
import type { Method } from '~/store/tournaments/tournament';
import { type LeaderboardPlayer, leaderboardOf, type RatedTournament } from '../leaderboard';
import { type Rating, ratedBoard } from './rated-board';

export type BoardRow = LeaderboardPlayer & { rating?: Rating };

type BoardQuestion = [tournaments: readonly RatedTournament[], task: string, method: Method];

/** With fewer matches, computing them here takes a few hundredths of a second. */
const LARGE = 500;

const LIMIT_MS = 20_000;
/** A hundred times the duration on a fast machine. */
const LIMIT_MS_A_MATCH = 10;

export const BOARD: Job<BoardQuestion, BoardRow[]> = {
  id: 'tournament/board',
  work: rowsOf,
  threads: 1,
  limitMs: (question) => LIMIT_MS + LIMIT_MS_A_MATCH * sizeOf(question),
  tries: 2,
};

export async function boardInWorker(...question: BoardQuestion): Promise<BoardRow[]> {
  return sizeOf(question) < LARGE ? rowsOf(question) : onThread(BOARD, question);
}

function sizeOf([tournaments]: BoardQuestion): number {
  return tournaments.reduce((sum, { fixtures }) => sum + fixtures.length, 0);
}

function rowsOf([tournaments, task, method]: BoardQuestion): BoardRow[] {
  return method === 1 ? leaderboardOf(tournaments, task) : ratedBoard(tournaments, task);
}
