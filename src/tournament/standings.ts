/** The table of a tournament. Depends on its fixtures in schedule order, never on the order in which they ended. */
import { isMostlyFallback, whyUnranked } from '~/lib/play/whose-play';
import { bradleyTerry } from '~/statistics/bradley-terry';
import { comparePairsBy } from '~/statistics/compare-pairs';
import { STATISTICS_OF, type StatisticsMethod } from '~/statistics/methods';
import { skillRatings } from '~/statistics/ratings';
import { firstOpenWorld, openOf } from '~/store/tournaments/open-fixtures';
import {
  type FixtureCounts,
  type FixtureRecord,
  isAsked,
  methodOf,
  type PairRow,
  type SeatLuck,
  type StandingRow,
  type Standings,
  type TournamentRecord,
} from '~/store/tournaments/tournament';
import { crossTable } from './cross-table';
import { pointsOf } from './draw-schedule';
import { dealsOwnWorlds, remembers } from './own-worlds';
import { drawOf } from './seed-of-world';
import { type Sitting, sittingsAmong, sittingsOf } from './sittings';
import { figuresOf, type Tallies, tallyOf, worstFault } from './tally';
import { theoryOf } from './theory';
import { leveled, tieOf } from './ties';
import { WorldMeans } from './world-means';

type Ranked = Pick<TournamentRecord, 'plan' | 'entrants' | 'stages' | 'status'>;

/**
 * `known`: fixtures in any order; open ones are ignored. Scores count if the solver's gap allows it (`unrated` is false). A format's points
 * are those of finished stages. Null policies are listed below the others without rank or rating. Entrants that have not played have no
 * rank; from method 2 on, neither have models or programs mostly played by their fallback (`whyUnranked`); from method 4 on, neither have
 * entrants without a score in formats without points.
 */
export function standingsOf(record: Ranked, known: readonly FixtureRecord[], counts: FixtureCounts): Standings {
  const fixtures = known
    .toSorted((a, b) => a.order - b.order)
    .map((fixture): FixtureRecord => ({ ...fixture, world: drawOf(record.plan, fixture.world) }));
  const names = record.entrants.map(({ name }) => name);
  const nulls = new Set(record.entrants.filter(({ isNull }) => isNull).map(({ name }) => name));
  const settled = record.stages - (openOf(counts) + counts.cancelled > 0 ? 1 : 0);
  // In separate worlds, null policies play the same seats, so comparisons there are by seat.
  const bySeat = dealsOwnWorlds(record.plan) && record.entrants.some(remembers);
  const tallies = tallyOf(fixtures, { names, nulls, rotation: bySeat ? 'full' : record.plan.rotation });
  const method = STATISTICS_OF[methodOf(record.plan)];
  const tie = method === 'percentile-1' ? 0 : tieOf(fixtures);
  const sittings = leveled(sittingsOf(fixtures), tie);
  const absent = absentOf(record, tallies);
  const contestants = names.filter((name) => !nulls.has(name) && !absent.has(name));
  const present = names.filter((name) => !absent.has(name));
  const contested = sittingsAmong(sittings, new Set(contestants));
  const before = method === 'percentile-1' ? Number.POSITIVE_INFINITY : firstOpenWorld(fixtures, counts);
  return {
    status: record.status,
    ...(method !== 'percentile-1' && { statistics: method }),
    counts,
    unrated: fixtures.filter(({ result }) => result?.unrated).length,
    range: record.plan.source.range,
    rows: rowsOf(record, fixtures, { tallies, contested, settled, absent, method, tie }),
    cross: crossTable(present, sittings, method).filter(({ row, column }) => !(nulls.has(row) && nulls.has(column))),
    pairs: pairsOf(present, nulls, { tallies, method, tie, before, first: record.plan.worlds }),
    seats: seatsOf(tallies, method),
    efficiency: figuresOf([tallies.efficiency], method)[0] ?? null,
    ...theoryOf(contestants, contested, method),
  };
}

/** Models and programs mostly played by their fallback, whose figures do not reflect them. */
function absentOf({ plan, entrants }: Ranked, tallies: Tallies): ReadonlySet<string> {
  if (methodOf(plan) < 2) return new Set();
  const isAbsent = ({ name, kind }: Ranked['entrants'][number]) => {
    const tally = tallies.entrants.get(name);
    return tally !== undefined && isAsked({ kind }) && isMostlyFallback({ turns: tally.turns, fallback: tally.fallbacks });
  };
  return new Set(entrants.filter(isAbsent).map(({ name }) => name));
}

interface Base {
  tallies: Tallies;
  contested: readonly Sitting[];
  absent: ReadonlySet<string>;
  /** Number of finished stages. */
  settled: number;
  method: StatisticsMethod;
  /** Scores closer than this are equal. */
  tie: number;
}

function rowsOf(record: Ranked, fixtures: readonly FixtureRecord[], on: Base): StandingRow[] {
  const { tallies, contested, method } = on;
  const skills = new Map(skillRatings(contested).map((one) => [one.entrant, one]));
  const strengths = new Map(bradleyTerry(contested, undefined, method).map(({ entrant, elo, interval }) => [entrant, { elo, interval }]));
  const points = pointsOf({ ...record, stages: on.settled }, fixtures);
  const all = record.entrants.flatMap((entrant) => {
    const tally = tallies.entrants.get(entrant.name);
    return tally ? [{ entrant, tally }] : [];
  });
  const figures = figuresOf(
    all.flatMap(({ tally }) => [tally.score, tally.profit]),
    method,
  );
  const none = new WorldMeans();
  const { tasks: names } = record.plan;
  const byTask = figuresOf(
    all.flatMap(({ tally }) => names.map((task) => tally.tasks.get(task) ?? none)),
    method,
  );
  const rows = all.map(({ entrant: { name, kind, isNull, pin }, tally }, i): StandingRow => {
    const { score: _, profit: __, faults: ___, tasks: ____, seats: _____, taskOrigins, fallbacks, walkBacks, ...sums } = tally;
    const asked = isAsked({ kind });
    const [score = null, profit = null] = [figures[2 * i], figures[2 * i + 1]];
    const why = whyUnranked({ isNull, matches: sums.matches, turns: sums.turns, fallback: on.absent.has(name) ? fallbacks : null });
    const isUnscored = methodOf(record.plan) >= 4 && score === null && points === null;
    return {
      rank: null,
      unranked: why ?? (isUnscored ? 'no_score' : null),
      ...(kind === 'model' && !isNull && pin?.model?.digest === null && { unpinned: true as const }),
      entrant: name,
      kind,
      isNull,
      score,
      profit,
      tasks: names.map((task, at) => {
        const origins = asked && names.length > 1 ? taskOrigins.get(task) : undefined;
        return { task, score: byTask[i * names.length + at] ?? null, ...(origins && { origins }) };
      }),
      skill: skills.get(name) ?? null,
      elo: strengths.get(name) ?? null,
      points: points?.get(name) ?? null,
      ...sums,
      fallbacks: asked ? fallbacks : null,
      walkBacks: asked ? walkBacks : null,
      fault: worstFault(tally),
    };
  });
  return ranked(rows, on.tie);
}

/** By the format's points if it has any, then by score; ties share a rank. Then those without a rank, null policies last. */
function ranked(rows: readonly StandingRow[], tie: number): StandingRow[] {
  const sorted = rows.toSorted((a, b) => depthOf(a) - depthOf(b) || byMerit(a, b));
  const ranks = new Map<StandingRow, number>();
  let first: StandingRow | null = null;
  for (const [i, row] of sorted.filter(({ unranked }) => unranked === null).entries()) {
    if (first === null || !isLevel(first, row, tie)) {
      first = row;
      ranks.set(row, i + 1);
    } else ranks.set(row, ranks.get(first) ?? i + 1);
  }
  return sorted.map((row) => ({ ...row, rank: ranks.get(row) ?? null }));
}

function depthOf({ unranked }: StandingRow): number {
  return unranked === 'null_policy' ? 3 : unranked === 'mostly_fallback' ? 2 : unranked === 'no_score' ? 1 : 0;
}

function byMerit(a: StandingRow, b: StandingRow): number {
  const byProfit = a.unranked === 'no_score' ? (b.profit?.mean ?? 0) - (a.profit?.mean ?? 0) : 0;
  return (b.points ?? 0) - (a.points ?? 0) || compare(scoreOf(b), scoreOf(a)) || byProfit;
}

function isLevel(a: StandingRow, b: StandingRow, tie: number): boolean {
  const [one, other] = [scoreOf(a), scoreOf(b)];
  return (a.points ?? 0) === (b.points ?? 0) && (one === other || Math.abs(one - other) <= tie);
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function scoreOf({ score }: StandingRow): number {
  return score?.mean ?? Number.NEGATIVE_INFINITY;
}

interface Pairing extends Pick<Base, 'tallies' | 'method' | 'tie'> {
  /** Worlds from this one on are not finished. */
  before: number;
  /** The plan's first worlds. */
  first: number;
}

/** All pairs of entrants, and each entrant with each null policy, compared in the worlds that both played. */
function pairsOf(names: readonly string[], nulls: ReadonlySet<string>, on: Pairing): PairRow[] {
  const { method, tie, first, before } = on;
  const tallies = names.flatMap((name) => {
    const tally = on.tallies.entrants.get(name);
    return tally ? [{ name, tally }] : [];
  });
  const pairs = tallies
    .flatMap((one, i) => tallies.slice(i + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => !(nulls.has(one.name) && nulls.has(other.name)));
  const rows = comparePairsBy(
    pairs.map(([one, other]) => {
      const values = one.tally.seats.lessThoseOf(other.tally.seats);
      const isOver = method === 'percentile-1' || before === Number.POSITIVE_INFINITY;
      return { a: one.name, b: other.name, values, ...(!isOver && { settled: one.tally.seats.lessThoseOf(other.tally.seats, before) }) };
    }),
    { method, first, tie },
  );
  const aWorld = new Map(tallies.map(({ name, tally }) => [name, tally.matches / Math.max(1, tally.score.size)]));
  return rows.map((row) => {
    const most = Math.max(aWorld.get(row.a) ?? 0, aWorld.get(row.b) ?? 0);
    return { ...row, moreMatches: row.more === null ? null : Math.ceil(row.more * most) };
  });
}

function seatsOf({ seats }: Tallies, method: StatisticsMethod): SeatLuck[] {
  const all = [...seats.values()];
  const scores = figuresOf(
    all.map(({ score }) => score),
    method,
  );
  const lucks = figuresOf(
    all.map(({ task, score }) => score.lessMeanOf(all.flatMap((one) => (one.task === task ? one.score : [])))),
    method,
  );
  return all.flatMap(({ task, seat }, i) => {
    const score = scores[i];
    return score ? [{ task, seat, score, luck: lucks[i] ?? null }] : [];
  });
}
