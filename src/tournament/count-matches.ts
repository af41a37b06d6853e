import { roundRobin } from './formats/round-robin';
import { swissRounds } from './formats/swiss';
import { seatsOfPlan } from './seats-of-plan';
import type { Entrant, TournamentPlan } from './tournament';

/** A tournament of more is surely a slip of the finger. */
export const MOST_MATCHES = 1_000_000;

/** How many stages it has; of a league without an end, one day. */
export function stagesOf({ format, rounds, entrants, tableSize }: TournamentPlan): number {
  if (format === 'swiss') return rounds ?? swissRounds(entrants.length);
  if (format === 'ladder') return rounds ?? entrants.length;
  if (format === 'league') return rounds ?? 1;
  return format === 'knockout' ? knockoutRounds(entrants.length, tableSize) : 1;
}

/** So many matches will be played; of a league without an end, a day. */
export function countMatches(plan: TournamentPlan): number {
  const seats = seatsOfPlan(plan);
  const rotations = plan.tasks.reduce((sum, task) => sum + (plan.rotation === 'full' ? seats(task).length : 1), 0);
  const stages = stagesOf(plan);
  const tables = tablesOf(plan, stages);
  return (tables + (tables === 0 ? 0 : stages * plan.nulls.length)) * rotations * plan.worlds;
}

/** Tables of all stages, a table being what sits down together. */
function tablesOf(plan: TournamentPlan, stages: number): number {
  const { format, entrants, tableSize } = plan;
  const n = entrants.length;
  if (format === 'round_robin' || format === 'league') return stages * (tableSize === 1 ? n : meetingsOfAll(plan));
  const places = Math.max(2, tableSize);
  const meeting = tableSize === 1 ? places : 1;
  if (format === 'knockout') return Math.ceil((n - 1) / (places - 1)) * meeting;
  return stages * Math.floor(n / places) * meeting;
}

function meetingsOfAll(plan: TournamentPlan): number {
  const entrants = plan.entrants.map(
    ({ name, owner }): Entrant => ({ name, owner, kind: 'scripted', player: null, pin: null, isNull: false, joined: 0, left: null }),
  );
  const meetings = roundRobin.draw({ plan, entrants, stage: 0, fixtures: [] });
  return typeof meetings === 'string' ? 0 : meetings.length;
}

function knockoutRounds(entrants: number, tableSize: number): number {
  const places = Math.max(2, tableSize);
  let rounds = 0;
  for (let left = entrants; left > 1; left = tablesFor(left, places)) rounds += 1;
  return rounds;
}

/** The tables of a round of a knock-out: a power of their size. */
function tablesFor(left: number, places: number): number {
  let count = 1;
  while (count * places < left) count *= places;
  return count;
}
