/** What the thread of `plan-beside.ts` does: it reads a tournament's file. Started through `plan-entry.mjs`. */
import type { Reading } from '~/games/game';
import { readPlanText } from './read-plan';
import type { TournamentPlan } from './tournament';

export function work(text: string): Reading<TournamentPlan> {
  return readPlanText(text);
}
