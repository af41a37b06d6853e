import { openOf } from '~/store/tournaments/open-fixtures';
import { type FixtureRecord, goesOn, type TournamentRecord } from '~/store/tournaments/tournament';
import { countMatches, mayBeMore } from '~/tournament/count-matches';
import { onlyPeopleAreLeft } from '~/tournament/only-people-are-left';
import type { Progress } from './types';

/** The pace is computed from this many of the latest matches. */
const LAST_MATCHES = 100;

/** Progress. Estimates the rest, including later stages, from the pace of the latest matches and the mean cost of all. */
export function progressOf(
  { status, plan, stages, entrants }: Pick<TournamentRecord, 'status' | 'plan' | 'stages' | 'entrants'>,
  ended: readonly Pick<FixtureRecord, 'finishedAt' | 'result'>[],
  { counts, withPeople }: Pick<Progress, 'counts' | 'withPeople'>,
): Progress {
  const scheduled = openOf(counts);
  const toCome = goesOn(status) ? countMatches(plan, stages, entrants) : 0;
  const neverDrawn = status === 'cancelled' ? countMatches(plan, stages, entrants) : 0;
  const left = scheduled + toCome;
  const rate = rateOf(ended);
  const seats = ended.flatMap(({ result }) => result?.seats ?? []);
  const cost = seats.reduce((sum, seat) => sum + seat.cost, 0);
  const tokens = seats.reduce((sum, seat) => sum + seat.tokens, 0);
  const share = counts.done === 0 ? null : left / counts.done;
  const canSay = status === 'running' && !onlyPeopleAreLeft(counts, withPeople);
  return {
    counts,
    withPeople,
    toCome,
    mayBeMore: toCome > 0 && mayBeMore(plan),
    neverDrawn,
    total: scheduled + counts.done + counts.failed + counts.cancelled,
    rate,
    secondsLeft: canSay && rate !== null ? (left - withPeople) / rate : null,
    cost,
    tokens,
    costLeft: share === null ? null : cost * share,
    tokensLeft: share === null ? null : tokens * share,
  };
}

/** Too few matches or milliseconds give no reliable pace, because the first matches to end are the shortest. */
const ENOUGH_MATCHES = 10;
const ENOUGH_MS = 10_000;

/** Matches per second; null until enough have ended over enough time. */
export function rateOf(ended: readonly Pick<FixtureRecord, 'finishedAt'>[]): number | null {
  const times = ended
    .flatMap(({ finishedAt }) => (finishedAt ? [finishedAt.getTime()] : []))
    .sort((a, b) => b - a)
    .slice(0, LAST_MATCHES);
  const [last, first] = [times[0], times.at(-1)];
  if (last === undefined || first === undefined) return null;
  if (times.length < ENOUGH_MATCHES || last - first < ENOUGH_MS) return null;
  return ((times.length - 1) * 1000) / (last - first);
}
