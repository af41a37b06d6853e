/** What a thread of `standings-beside.ts` does: it takes fixtures, answers with their standings. Started through `standings-entry.mjs`. */
import { standingsOf } from './standings';
import type { Standings } from './tournament';

export type StandingsQuestion = Parameters<typeof standingsOf>;

export function work(question: StandingsQuestion): Standings {
  return standingsOf(...question);
}
