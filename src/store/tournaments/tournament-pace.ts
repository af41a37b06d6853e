/** Which of the two queues a fixture belongs to, in TypeScript and in SQL. Both must agree. */
import type { FixtureSeat, TournamentPlan } from './tournament';
import { FOR_PEOPLE } from './tournament-row';

export const JOB_PACES = ['quick', 'slow'] as const;
/**
 * slow: waits for models or remote programs. quick: scripts only. A table for people is in neither, because no worker should wait for them.
 */
export type JobPace = (typeof JOB_PACES)[number];

export function paceOf({ judgeMode }: Pick<TournamentPlan, 'judgeMode'>, seats: readonly FixtureSeat[]): JobPace {
  if (seats.some(({ player }) => player === null)) return 'quick';
  return judgeMode === 'llm' || seats.some(({ player }) => player?.includes('@')) ? 'slow' : 'quick';
}

/** Whether it is played in memory in a batch and stored as a whole: scripts only, and one match per fixture. */
export function isForBatches(plan: Pick<TournamentPlan, 'judgeMode' | 'series'>, seats: readonly FixtureSeat[]): boolean {
  return plan.series === undefined && paceOf(plan, seats) === 'quick' && seats.every(({ player }) => player !== null);
}

/** For a `fixture` of a `tournament`. */
export const IS_SLOW = `(NOT ${FOR_PEOPLE} AND (
  COALESCE(tournament.plan->>'judgeMode', 'off') = 'llm'
  OR EXISTS (SELECT FROM json_array_elements(fixture.seats) AS seat WHERE seat->>'player' LIKE '%@%')
))`;

/** A person sits at a running match. Web processes confirm every few seconds that the person is connected. */
export const SOMEBODY_PLAYS = `EXISTS (
  SELECT FROM table_presence AS present JOIN match AS seated ON seated.id = present.match_id
  WHERE seated.status = 'running' AND present.seen_at > now() - interval '20 seconds'
)`;

/** For a `tournament`: whether it is the demo league. */
export const IS_DEMO = `(tournament.plan->>'demo' IS NOT NULL)`;

/** False for a tournament without slow fixtures. Players that are called over a network are named with a version. */
export const MAY_BE_SLOW = `(
  COALESCE(tournament.plan->>'judgeMode', 'off') = 'llm' OR tournament.entrants::text LIKE '%@%' OR (tournament.plan->'others')::text LIKE '%@%'
)`;
