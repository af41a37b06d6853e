/** Standings of large tournaments on a thread: what this process streams meanwhile is not held up. */
import type { Job } from '~/contract/means';
import { onThread } from '~/engine/threads';
import { standingsOf } from './standings';
import type { Standings } from './tournament';

type StandingsQuestion = Parameters<typeof standingsOf>;

/** Below so many matches they take some hundredths of a second, here. */
const LARGE = 500;

export const STANDINGS: Job<StandingsQuestion, Standings> = {
  id: 'tournament/standings',
  work: (question) => standingsOf(...question),
  threads: 1,
};

export async function standingsInWorker(...question: StandingsQuestion): Promise<Standings> {
  const [, fixtures] = question;
  return fixtures.length < LARGE ? standingsOf(...question) : onThread(STANDINGS, question);
}
