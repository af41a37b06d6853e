/** Which of the two queues a fixture waits in, in words and as a statement: both say the same. */
import type { FixtureSeat, TournamentPlan } from './tournament';
import { FOR_PEOPLE } from './tournament-row';

export const JOB_PACES = ['quick', 'slow'] as const;
/** slow: somebody outside is asked, and its worker waits. quick: scripts alone; a table that is laid for people is nobody's to wait at. */
export type JobPace = (typeof JOB_PACES)[number];

export function paceOf({ judgeMode }: Pick<TournamentPlan, 'judgeMode'>, seats: readonly FixtureSeat[]): JobPace {
  if (seats.some(({ player }) => player === null)) return 'quick';
  return judgeMode === 'llm' || seats.some(({ player }) => player?.includes('@')) ? 'slow' : 'quick';
}

/** Is it played in memory, among many, and stored whole? Scripts alone, one match a fixture. */
export function isForBatches(plan: Pick<TournamentPlan, 'judgeMode' | 'series'>, seats: readonly FixtureSeat[]): boolean {
  return plan.series === undefined && paceOf(plan, seats) === 'quick' && seats.every(({ player }) => player !== null);
}

/** Of a `fixture` of a `tournament`. */
export const IS_SLOW = `(NOT ${FOR_PEOPLE} AND (
  COALESCE(tournament.plan->>'judgeMode', 'off') = 'llm'
  OR EXISTS (SELECT FROM json_array_elements(fixture.seats) AS seat WHERE seat->>'player' LIKE '%@%')
))`;

/** A person sits at a match that runs. Whoever keeps the line open says so every few seconds. */
export const SOMEBODY_PLAYS = `EXISTS (
  SELECT FROM table_presence AS present JOIN match AS seated ON seated.id = present.match_id
  WHERE seated.status = 'running' AND present.seen_at > now() - interval '20 seconds'
)`;

/** Of a `tournament`: it is the demo league. */
export const IS_DEMO = `(tournament.plan->>'demo' IS NOT NULL)`;

/** False of a tournament without any slow fixture: who takes part is named with a version where it is asked. */
export const MAY_BE_SLOW = `(
  COALESCE(tournament.plan->>'judgeMode', 'off') = 'llm' OR tournament.entrants::text LIKE '%@%' OR (tournament.plan->'others')::text LIKE '%@%'
)`;
