/** Standings of large tournaments on a thread of their own: what this process streams meanwhile is not held up. */
import { Threads } from '~/lib/threads/threads';
import { standingsOf } from './standings';
import type { StandingsQuestion } from './standings-thread';
import type { Standings } from './tournament';

/** Below so many matches they take some hundredths of a second, here. */
const LARGE = 500;

const threads = new Threads<StandingsQuestion, Standings>({ entry: new URL('./standings-entry.mjs', import.meta.url), most: 1 });

export async function standingsBeside(...question: StandingsQuestion): Promise<Standings> {
  const [, fixtures] = question;
  return fixtures.length < LARGE ? standingsOf(...question) : threads.run(question);
}
