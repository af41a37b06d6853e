/** Sums by entrant, seat and market, in one pass over the fixtures. */
import { withoutKeyName } from '~/agents/agent-turn';
import { mean } from '~/statistics/basics';
import { intervalsOf } from '~/statistics/bootstrap';
import { isMostlyEqual, medianOf } from '~/statistics/median';
import { FIRST_STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import type { Figure, FixtureRecord, SeatCounts, SeatResult, TournamentPlan, TurnOrigins } from '~/store/tournaments/tournament';
import { addOrigins } from './turn-origins';
import { WorldMeans } from './world-means';

export interface Tally extends SeatCounts {
  matches: number;
  score: WorldMeans;
  profit: WorldMeans;
  /** The score again, by seat. */
  seats: SeatScores;
  /** The score by task. */
  tasks: Map<string, WorldMeans>;
  /** null if none were counted. */
  origins: TurnOrigins | null;
  taskOrigins: Map<string, TurnOrigins>;
  failed: number;
  /** Number of matches by fault. */
  faults: Map<string, number>;
}

export interface Tallies {
  entrants: Map<string, Tally>;
  /** By task and seat. */
  seats: Map<string, { task: string; seat: string; score: WorldMeans }>;
  efficiency: WorldMeans;
}

interface Table extends Pick<TournamentPlan, 'rotation'> {
  names: readonly string[];
  nulls: ReadonlySet<string>;
}

/** `fixtures`: in schedule order. Null policies have their own tallies and do not count for seats and markets. */
export function tallyOf(fixtures: readonly FixtureRecord[], table: Table): Tallies {
  const entrants = new Map(table.names.map((name) => [name, newTally()]));
  const tallies: Tallies = { entrants, seats: new Map(), efficiency: new WorldMeans() };
  for (const fixture of fixtures) {
    if (fixture.status === 'failed') countFailure(tallies, fixture);
    else if (fixture.result !== null) countResult(tallies, fixture, table);
  }
  return tallies;
}

/** The mean over worlds with its interval, for each; null if there is no value. */
export function figuresOf(all: readonly WorldMeans[], method: StatisticsMethod = FIRST_STATISTICS): (Figure | null)[] {
  return figuresOfValues(
    all.map((one) => one.values()),
    method,
  );
}

export function figuresOfValues(values: readonly number[][], method: StatisticsMethod = FIRST_STATISTICS): (Figure | null)[] {
  const intervals = intervalsOf(values, method);
  return values.map((one, i) => {
    if (one.length === 0) return null;
    const figure = { mean: mean(one), interval: intervals[i] ?? null, n: one.length };
    return method === 'percentile-1' ? figure : { ...figure, median: medianOf(one) ?? figure.mean, mostlyEqual: isMostlyEqual(one) };
  });
}

/**
 * The fault of most matches, with their number. Messages that differ only in seconds or turn counts are one fault, shown in its most common
 * form.
 */
export function worstFault({ faults, matches, failed }: Pick<Tally, 'faults' | 'matches' | 'failed'>): string | null {
  const kinds = new Map<string, [string, number][]>();
  for (const told of faults) kinds.set(kindOf(told[0]), [...(kinds.get(kindOf(told[0])) ?? []), told]);
  const sums = [...kinds].map(([kind, all]): [string, number] => [kind, all.reduce((sum, [, times]) => sum + times, 0)]);
  const worst = mostTold(sums);
  const words = worst && mostTold(kinds.get(worst[0]) ?? []);
  return words && `${words[0]} (${worst[1]} of ${matches + failed} matches)`;
}

function kindOf(why: string): string {
  return why.replace(/\d+(\.\d+)?(?= (of \d+|s|ms|seconds?)\b)/g, '…').replace(/(?<=… of )\d+/g, '…');
}

/** Ties in alphabetical order, whatever the order in which matches ended. */
function mostTold(told: readonly [string, number][]): [string, number] | null {
  return told.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? null;
}

const NOTHING: SeatCounts = { refused: 0, timeouts: 0, fallbacks: 0, walkBacks: 0, turns: 0, tokens: 0, cost: 0 };
const COUNTED = Object.keys(NOTHING) as (keyof SeatCounts)[];

function newTally(): Tally {
  const sums = { score: new WorldMeans(), profit: new WorldMeans(), seats: new SeatScores(), tasks: new Map(), faults: new Map() };
  return { ...NOTHING, matches: 0, failed: 0, origins: null, taskOrigins: new Map(), ...sums };
}

function countFailure({ entrants }: Tallies, { seats, fault }: FixtureRecord): void {
  for (const { entrant } of seats) {
    const tally = entrant === null ? undefined : entrants.get(entrant);
    if (tally === undefined) continue;
    tally.failed += 1;
    addFault(tally, fault ?? 'The match failed');
  }
}

function countResult(tallies: Tallies, { task, world, result }: FixtureRecord, { nulls, rotation }: Table): void {
  if (result === null) return;
  const counts = !result.unrated;
  let isBeside = true;
  for (const seat of result.seats) {
    const tally = seat.entrant === null ? undefined : tallies.entrants.get(seat.entrant);
    if (seat.entrant === null || tally === undefined) continue;
    addSeat(tally, seat, task);
    for (const gift of result.gifts ?? []) noteGift(tally, seat.seat, gift);
    if (seat.profit !== null) tally.profit.add({ world, task }, seat.profit);
    if (counts && seat.score !== null) {
      addScore(tally, { task, world }, seat.score);
      tally.seats.add({ task, world, seat: rotation === 'full' ? seat.seat : '' }, seat.score);
    }
    if (nulls.has(seat.entrant)) continue;
    isBeside = false;
    if (counts && seat.score !== null) seatOf(tallies, task, seat.seat).add({ world, task }, seat.score);
  }
  if (!isBeside && result.efficiency !== null && counts) tallies.efficiency.add({ world, task }, result.efficiency);
}

/** Notes why the match is unrated. */
function noteGift(tally: Tally, seat: string, { from, to }: { from: string; to: string }): void {
  if (seat === from) addFault(tally, 'Unrated: it gave another seat a large value for nothing');
  if (seat === to) addFault(tally, 'Unrated: it was given a large value for nothing');
}

function addSeat(tally: Tally, seat: SeatResult, task: string): void {
  tally.matches += 1;
  for (const count of COUNTED) tally[count] += seat[count];
  tally.origins = addOrigins(tally.origins, seat.origins);
  const ofTask = addOrigins(tally.taskOrigins.get(task) ?? null, seat.origins);
  if (ofTask) tally.taskOrigins.set(task, ofTask);
  if (seat.fault !== null) addFault(tally, seat.fault);
}

function addScore({ score, tasks }: Tally, at: { task: string; world: number }, value: number): void {
  score.add(at, value);
  const ofTask = tasks.get(at.task) ?? new WorldMeans();
  tasks.set(at.task, ofTask);
  ofTask.add(at, value);
}

function addFault({ faults }: Tally, told: string): void {
  const why = withoutKeyName(told); // results of earlier versions contain the key's name
  faults.set(why, (faults.get(why) ?? 0) + 1);
}

function seatOf({ seats }: Tallies, task: string, seat: string): WorldMeans {
  const key = `${task} ${seat}`;
  const known = seats.get(key) ?? { task, seat, score: new WorldMeans() };
  seats.set(key, known);
  return known.score;
}

interface Sum {
  sum: number;
  n: number;
}

/** An entrant's scores by world, task and seat, for comparisons. */
export class SeatScores {
  /** Seats by world and task. */
  private readonly worlds = new Map<number, Map<string, Map<string, Sum>>>();

  /** `seat`: the same for all if seats do not rotate. */
  add({ world, task, seat }: { world: number; task: string; seat: string }, value: number): void {
    const tasks = this.worlds.get(world) ?? new Map<string, Map<string, Sum>>();
    this.worlds.set(world, tasks);
    const seats = tasks.get(task) ?? new Map<string, Sum>();
    tasks.set(task, seats);
    const known = seats.get(seat);
    if (known === undefined) seats.set(seat, { sum: value, n: 1 });
    else {
      known.sum += value;
      known.n += 1;
    }
  }

  /**
   * By world that both played, in order: its mean less the other's, over the seats of the tasks that both have there. Where a match failed, or
   * is still to be played, nothing is compared that only one of them has. `before`: worlds from this one on are left out.
   */
  lessThoseOf(other: SeatScores, before = Number.POSITIVE_INFINITY): number[] {
    const leads: number[] = [];
    for (const world of [...this.worlds.keys()].sort((a, b) => a - b)) {
      if (world >= before) break;
      const [own, theirs] = [this.worlds.get(world), other.worlds.get(world)];
      if (own === undefined || theirs === undefined) continue;
      const tasks = [...own].flatMap(([task, seats]) => leadIn(seats, theirs.get(task)) ?? []);
      if (tasks.length > 0) leads.push(mean(tasks));
    }
    return leads;
  }
}

/** null: no seat in common. */
function leadIn(own: ReadonlyMap<string, Sum>, theirs: ReadonlyMap<string, Sum> = new Map()): number | null {
  const leads = [...own].flatMap(([seat, { sum, n }]) => {
    const other = theirs.get(seat);
    return other === undefined ? [] : [sum / n - other.sum / other.n];
  });
  return leads.length === 0 ? null : mean(leads);
}
