/** Who plays whom next. Depends only on the plan, the entrants and the results, not on the order in which results arrived. */

import { isOpen } from '~/store/tournaments/open-fixtures';
import type { Fixture, FixtureRecord, TournamentFormat, TournamentRecord } from '~/store/tournaments/tournament';
import { knockout } from './formats/knockout';
import { ladder } from './formats/ladder';
import { league } from './formats/league';
import { roundRobin } from './formats/round-robin';
import { fixturesOf } from './formats/seat-meeting';
import type { Format, Situation } from './formats/situation';
import { swiss } from './formats/swiss';
import type { SeatsOf } from './seats-of-plan';
import { hasWorldsFor } from './seed-of-world';

const DRAWN_BY: Record<TournamentFormat, Format> = { round_robin: roundRobin, swiss, knockout, league, ladder };

type Drawn = Pick<TournamentRecord, 'plan' | 'entrants' | 'stages'>;

/**
 * The fixtures of stage number `record.stages`, with orders that continue the existing ones. `known`: all fixtures of the tournament in any
 * order. `wait`: some have not ended, or nobody can meet until someone joins. `over`: nothing more to play, or no worlds left in its range.
 */
export function nextStage(record: Drawn, known: readonly FixtureRecord[], seatsOf: SeatsOf): Fixture[] | 'wait' | 'over' {
  if (known.some(isOpen)) return 'wait';
  const { plan, entrants, stages: stage } = record;
  if (!hasWorldsFor(plan, stage + 1)) return 'over';
  const meetings = DRAWN_BY[plan.format].draw(situationOf(record, known));
  if (meetings === 'wait' || meetings === 'over') return meetings;
  const first = known.reduce((most, { order }) => Math.max(most, order + 1), 0);
  return fixturesOf({ plan, entrants, stage, meetings, seatsOf }, first);
}

/** By entrant, the format's own count after `record.stages` finished stages (points, rungs, rounds won); null if it has none. */
export function pointsOf(record: Drawn, known: readonly FixtureRecord[]): ReadonlyMap<string, number> | null {
  return DRAWN_BY[record.plan.format].points(situationOf(record, known));
}

function situationOf({ plan, entrants, stages: stage }: Drawn, known: readonly FixtureRecord[]): Situation {
  const nulls = new Set(entrants.filter(({ isNull }) => isNull).map(({ name }) => name));
  const fixtures = known.filter(({ meeting }) => !nulls.has(meeting)).sort((a, b) => a.order - b.order);
  return { plan, entrants: entrants.filter(({ isNull }) => !isNull), stage, fixtures };
}
