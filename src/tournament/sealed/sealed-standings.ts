/**
 * Everything that may be public while a season is open (docs/decisions/rated-play.md). A figure that changed with every match would reveal
 * the score of a single match in a sealed world. So figures change in steps of several matches, have two digits, and cover at least eight
 * worlds.
 */
import { FEWEST_WORLDS } from '~/statistics/methods';
import type { EventStore } from '~/store/event-store';
import { allOf, MOST_ATTEMPTS, noFixtures } from '~/store/tournaments/open-fixtures';
import type {
  Figure,
  FixtureCounts,
  FixtureRecord,
  StandingRow,
  Standings,
  TournamentPlan,
  TournamentRecord,
} from '~/store/tournaments/tournament';
import type { Rating } from '../rank/rated-board';
import { ratedSeats } from '../rank/rated-fixture';
import { standingsOf } from '../standings';

const LEAST_STEP = 20;
const MATCHES_A_PLACE = 4;
const DIGITS = 2;

/** Whether its season is open. Then single scores are hidden from everyone, and other figures are limited as in this file. */
export async function isSealed(
  { seasons }: Pick<EventStore, 'seasons'>,
  { seasonId }: Pick<TournamentRecord, 'seasonId'>,
): Promise<boolean> {
  return seasonId !== null && (await seasons.get(seasonId))?.closedAt === null;
}

/** Number of matches per step. Based on the plan's entrants, so that joining or leaving a league does not change steps already shown. */
export function sealedStep({ entrants, tasks }: Pick<TournamentPlan, 'entrants' | 'tasks'>): number {
  return Math.max(LEAST_STEP, MATCHES_A_PLACE * entrants.length * tasks.length);
}

/**
 * The first matches of the schedule, in as many whole steps as are over. `known`: in any order, with or without open ones. Uses schedule
 * order, not time: a step always has the same matches and never changes. A match that failed and was played later is left out until the
 * season closes, because it would change a step by itself.
 */
export function shownFixtures(plan: Pick<TournamentPlan, 'entrants' | 'tasks'>, known: readonly FixtureRecord[]): FixtureRecord[] {
  const ended = known.filter(({ status }) => status === 'done' || status === 'failed').sort((a, b) => a.order - b.order);
  const gap = ended.findIndex(({ order }, place) => order !== place);
  const over = gap === -1 ? ended.length : gap;
  return ended.slice(0, over - (over % sealedStep(plan)));
}

function countsInSteps({ status, attempts }: Pick<FixtureRecord, 'status' | 'attempts'>): boolean {
  return status === 'failed' || attempts < MOST_ATTEMPTS;
}

type Ranked = Pick<TournamentRecord, 'plan' | 'entrants' | 'stages' | 'status'>;

/** Standings of a tournament with an open season. `known` and `counts`: as in `standingsOf`. */
export function sealedStandings(record: Ranked, known: readonly FixtureRecord[], counts: FixtureCounts): Standings {
  const shown = shownFixtures(record.plan, known);
  const last = shown.at(-1)?.stage ?? -1;
  const isLast = last === record.stages - 1;
  const isWhole = isLast ? shown.length === allOf(counts) : !known.some(({ order, stage }) => order >= shown.length && stage <= last);
  const of = (status: FixtureRecord['status']) => shown.filter((one) => one.status === status).length;
  const shownCounts: FixtureCounts = { ...noFixtures(), done: of('done'), failed: of('failed') };
  const computed = standingsOf({ ...record, stages: last + 1 }, shown.filter(countsInSteps), {
    ...shownCounts,
    waiting: isWhole || last === -1 ? 0 : 1,
  });
  return {
    ...computed,
    counts: { ...shownCounts, waiting: allOf(counts) - shown.length },
    sealed: { step: sealedStep(record.plan) },
    rows: sealedRows(record, computed.rows),
    cross: [],
    pairs: [],
    seats: [],
    efficiency: sealedFigure(computed.efficiency),
    theory: null,
    whyNoTheory: 'the season is open; results against single opponents come when it closes',
  };
}

/** Entrants with figures, ranked among themselves; then those without, in the plan's order; null policies last. */
function sealedRows({ entrants }: Ranked, rows: readonly StandingRow[]): StandingRow[] {
  const place = new Map(entrants.map(({ name }, i) => [name, i]));
  const known = rows.filter(({ score }) => isEnough(score));
  const shown = known.map((row): StandingRow => {
    const { rank, score, tasks, skill, elo } = row;
    // With the mean of all tasks, the figures of all but one task would reveal the last one.
    const hasAll = tasks.every((one) => one.score === null || isEnough(one.score));
    const better = known.filter((one) => one.rank !== null && rank !== null && one.rank < rank).length;
    return {
      ...row,
      rank: rank === null ? null : better + 1,
      score: sealedFigure(score),
      profit: null,
      tasks: tasks.map((one) => ({ ...one, score: hasAll ? sealedFigure(one.score) : null })),
      skill: skill && { ...skill, mu: twoDigits(skill.mu), sigma: twoDigits(skill.sigma), ordinal: twoDigits(skill.ordinal) },
      elo: sealedElo(elo),
    };
  });
  const kept = rows
    .filter(({ score }) => !isEnough(score))
    .map((row): StandingRow => {
      const tasks = row.tasks.map(({ task }) => ({ task, score: null }));
      const nothing = { rank: null, score: null, profit: null, tasks, skill: null, elo: null, points: null };
      return { ...row, ...nothing, unranked: row.unranked === null || row.unranked === 'no_score' ? 'too_few_worlds' : row.unranked };
    })
    .sort((a, b) => (place.get(a.entrant) ?? 0) - (place.get(b.entrant) ?? 0));
  const isNull = (row: StandingRow) => row.isNull;
  const isOwn = (row: StandingRow) => !row.isNull;
  return [...shown.filter(isOwn), ...kept.filter(isOwn), ...shown.filter(isNull), ...kept.filter(isNull)];
}

/** Whether a meeting's scores may be shown: all its matches must be in whole steps over enough worlds, so that its mean is final. */
export function isMeetingShown(fixtures: readonly FixtureRecord[], shown: ReadonlySet<number>): boolean {
  const worlds = new Set(fixtures.flatMap(({ result, world }) => (result ? [world] : [])));
  return worlds.size >= FEWEST_WORLDS && fixtures.every((fixture) => shown.has(fixture.order) && countsInSteps(fixture));
}

/** What a leaderboard counts of a tournament with an open season: nothing until everyone who has played the task has enough worlds. */
export function boardFixtures(plan: TournamentPlan, known: readonly FixtureRecord[], task: string): FixtureRecord[] {
  const shown = shownFixtures(plan, known).filter((fixture) => fixture.status === 'done' && countsInSteps(fixture));
  const worlds = new Map<string, Set<number>>();
  for (const fixture of shown) {
    for (const { entrant, score } of ratedSeats(fixture, task))
      if (entrant !== null && score !== null) worlds.set(entrant, (worlds.get(entrant) ?? new Set()).add(fixture.world));
  }
  return [...worlds.values()].every(({ size }) => size >= FEWEST_WORLDS) ? shown : [];
}

/** A rating on a leaderboard that includes an open season: without the leads that leave out one opponent each. */
export function sealedRating({ lead, bound, ...rating }: Rating): Rating {
  return { ...rating, lead: sealedFigure(lead), without: [], bound: bound === null ? null : twoDigits(bound) };
}

export function sealedElo(elo: StandingRow['elo']): StandingRow['elo'] {
  return elo && { elo: twoDigits(elo.elo), interval: elo.interval && twoEnds(elo.interval) };
}

/** null if there is none or it covers too few worlds. */
function sealedFigure(figure: Figure | null): Figure | null {
  return figure !== null && isEnough(figure) ? roundedFigure(figure) : null;
}

/** The figure with two digits. */
export function roundedFigure({ mean, interval, median, ...rest }: Figure): Figure {
  const own = median === undefined ? {} : { median: twoDigits(median) };
  return { ...rest, mean: twoDigits(mean), interval: interval && twoEnds(interval), ...own };
}

function isEnough(figure: Figure | null): boolean {
  return figure !== null && figure.n >= FEWEST_WORLDS;
}

function twoEnds([low, high]: readonly [number, number]): [number, number] {
  return [twoDigits(low), twoDigits(high)];
}

/** Significant digits, because scores of one game are fractions and of another hundreds. */
export function twoDigits(value: number): number {
  return Number(value.toPrecision(DIGITS)) + 0;
}
