/**
 * Standings as shown: exact, or in steps while the season is open. For large tournaments computed on a thread, so that live streams are not
 * delayed.
 */
import type { Job } from '~/contract/means';
import { onThread } from '~/engine/threads';
import type { Standings } from '~/store/tournaments/tournament';
import { sealedStandings } from './sealed/sealed-standings';
import { standingsOf } from './standings';

/** `sealed`: its season is open. */
type StandingsQuestion = [...Parameters<typeof standingsOf>, sealed: boolean];

/** With fewer matches, computing them here takes a few hundredths of a second. */
const LARGE = 500;

const LIMIT_MS = 20_000;
/** A hundred times the duration on a fast machine. */
const LIMIT_MS_A_MATCH = 10;

export const STANDINGS: Job<StandingsQuestion, Standings> = {
  id: 'tournament/standings',
  work: shownStandings,
  threads: 1,
  // Screens wait for it, so a thread that hangs must be stopped.
  limitMs: ([, fixtures]) => LIMIT_MS + LIMIT_MS_A_MATCH * fixtures.length,
  tries: 2,
};

export async function standingsInWorker(...question: StandingsQuestion): Promise<Standings> {
  const [, fixtures] = question;
  return fixtures.length < LARGE ? shownStandings(question) : onThread(STANDINGS, question);
}

function shownStandings([record, fixtures, counts, sealed]: StandingsQuestion): Standings {
  return sealed ? sealedStandings(record, fixtures, counts) : standingsOf(record, fixtures, counts);
}
