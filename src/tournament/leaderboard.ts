/** Rankings on one task of a ruleset over all rated tournaments. An entry is a pinned version, so a new version starts over. */

import { createHash } from 'node:crypto';
import { refOf, soleRef } from '~/contract/game-ref';
import { intervalOf } from '~/eval/interval';
import { addToList } from '~/lib/collections/add-to-list';
import { isMostlyFallback, type WhyUnranked, whyUnranked } from '~/lib/play/whose-play';
import { mean } from '~/statistics/basics';
import { bradleyTerry } from '~/statistics/bradley-terry';
import { medianOf } from '~/statistics/median';
import { FIRST_STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import type { MatchResult } from '~/statistics/results';
import type { Entrant, Figure, FixtureRecord, TournamentRecord, TurnOrigins } from '~/store/tournaments/tournament';
import { sittingsAmong, sittingsOf } from './sittings';
import { addOrigins } from './turn-origins';

export interface LeaderboardPlayer {
  pinHash: string;
  /** As in its latest tournament. */
  entrant: Entrant;
  /** null: see `unranked`. */
  rank: number | null;
  /** Why it has no rank and no rating; null if it has both. */
  unranked: WhyUnranked | null;
  score: Figure;
  elo: { elo: number; interval: [number, number] | null } | null;
  matches: number;
  /** Origins of its turns, over matches in which they were counted; null if none were. */
  origins: TurnOrigins | null;
  tournaments: { id: string; name: string; matches: number }[];
}

/** A rated tournament and its matches with a result. */
export interface RatedTournament {
  record: Pick<TournamentRecord, 'id' | 'plan' | 'entrants' | 'createdAt'>;
  fixtures: readonly FixtureRecord[];
}

/** Equal for the same player under the same rules: player, code, ruleset version, digest, model, prompt. */
export function pinHash({ player, pin }: Pick<Entrant, 'player' | 'pin'>): string {
  const { code, ruleset, rulesetVersion, digest, model, prompt } = pin ?? {};
  const parts = [player, code, ruleset, rulesetVersion, digest, model?.name, model?.digest, model?.adapter, prompt?.version, prompt?.hash];
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest('hex')
    .slice(0, 16);
}

/** Whether a match counts: played to its end, on this task, with reliable scores. */
export function counts({ task, status, result }: FixtureRecord, wanted: string): boolean {
  return task === wanted && status === 'done' && result !== null && !result.unrated;
}

/**
 * For one version of a game. Best first. Matches of cancelled tournaments count too, so that nobody can discard a bad result by cancelling.
 */
export function leaderboardOf(
  tournaments: readonly RatedTournament[],
  task: string,
  statistics: StatisticsMethod = FIRST_STATISTICS,
): LeaderboardPlayer[] {
  soleRef(tournaments.map(({ record }) => refOf(record.plan)));
  const inOrder = tournaments.toSorted((a, b) => a.record.createdAt.getTime() - b.record.createdAt.getTime());
  const found = new Map<string, Found>();
  for (const { record, fixtures } of inOrder) {
    const byName = new Map(record.entrants.map((entrant) => [entrant.name, entrant]));
    const counted = fixtures.filter((fixture) => counts(fixture, task));
    for (const fixture of counted) take(found, { record, fixture, byName });
  }
  const absent = new Set([...found].flatMap(([hash, { origins }]) => (origins && isMostlyFallback(origins) ? [hash] : [])));
  const results: MatchResult[] = [];
  for (const { record, fixtures } of inOrder) {
    const present = new Map(record.entrants.filter((entrant) => !absent.has(pinHash(entrant))).map((entrant) => [entrant.name, entrant]));
    const counted = fixtures.filter((fixture) => counts(fixture, task));
    for (const one of comparisonsOf(record, counted, present)) results.push({ ...one, order: results.length });
  }
  const strengths = new Map(bradleyTerry(results, undefined, statistics).map((one) => [one.entrant, one]));
  const rows = [...found].map(([hash, one]) => playerOf(hash, one, { strength: strengths.get(hash), statistics }));
  return ranked(rows);
}

interface Found {
  entrant: Entrant;
  /** Scores by world. */
  worlds: Map<string, number[]>;
  matches: number;
  origins: TurnOrigins | null;
  tournaments: Map<string, { name: string; matches: number }>;
}

interface Taken {
  record: RatedTournament['record'];
  fixture: FixtureRecord;
  byName: Named;
}

type Named = ReadonlyMap<string, Entrant>;

/** Comparisons as in standings: at one table, or separately in the same seat of the same world, including null policies. */
function comparisonsOf({ id, entrants }: RatedTournament['record'], fixtures: readonly FixtureRecord[], byName: Named): MatchResult[] {
  const contestants = new Set(entrants.filter(({ isNull }) => !isNull).map(({ name }) => name));
  const sittings = sittingsAmong(sittingsOf(fixtures.toSorted((a, b) => a.order - b.order)), contestants);
  return sittings.flatMap(({ order, world, scores }) => {
    const byPin = scoresByPin(scores, byName);
    const means = [...byPin].map(([entrant, values]) => ({ entrant, score: mean(values) }));
    return means.length > 1 ? [{ order, world: `${id} ${world}`, scores: means }] : [];
  });
}

function scoresByPin(scores: readonly { entrant: string | null; score: number | null }[], byName: Named): Map<string, number[]> {
  const byPin = new Map<string, number[]>();
  for (const { entrant: name, score } of scores) {
    const entrant = name === null ? undefined : byName.get(name);
    if (!entrant?.pin || score === null) continue;
    const hash = pinHash(entrant);
    addToList(byPin, hash, score);
  }
  return byPin;
}

/** Records a match for everyone who played it. */
function take(found: Map<string, Found>, { record, fixture, byName }: Taken): void {
  const world = `${record.id} ${fixture.world}`;
  const seats = fixture.result?.seats ?? [];
  const latest = new Map(
    seats.flatMap(({ entrant: name }) => (name === null ? [] : (byName.get(name) ?? []))).map((one) => [pinHash(one), one]),
  );
  for (const [hash, values] of scoresByPin(seats, byName)) {
    const entrant = latest.get(hash);
    if (!entrant) continue;
    const one: Found = { ...(found.get(hash) ?? { worlds: new Map(), matches: 0, origins: null, tournaments: new Map() }), entrant };
    found.set(hash, one);
    one.matches += 1;
    for (const { entrant: name, origins } of seats) {
      const seated = name === null ? undefined : byName.get(name);
      if (seated && pinHash(seated) === hash) one.origins = addOrigins(one.origins, origins);
    }
    one.worlds.set(world, [...(one.worlds.get(world) ?? []), mean(values)]);
    const before = one.tournaments.get(record.id)?.matches ?? 0;
    one.tournaments.set(record.id, { name: record.plan.name, matches: before + 1 });
  }
}

interface Measured {
  strength: LeaderboardPlayer['elo'] | undefined;
  statistics: StatisticsMethod;
}

function playerOf(hash: string, one: Found, { strength, statistics }: Measured): LeaderboardPlayer {
  const means = [...one.worlds.keys()].sort().map((world) => mean(one.worlds.get(world) ?? []));
  return {
    pinHash: hash,
    entrant: one.entrant,
    rank: null,
    unranked: whyUnranked({
      isNull: one.entrant.isNull,
      matches: one.matches,
      turns: one.origins?.turns ?? 0,
      fallback: one.origins?.fallback ?? null,
    }),
    score: { mean: mean(means), interval: intervalOf(means, statistics), n: means.length, ...medianFor(means, statistics) },
    elo: strength ? { elo: strength.elo, interval: widthOf(strength.interval) > 0 ? strength.interval : null } : null,
    matches: one.matches,
    origins: one.origins,
    tournaments: [...one.tournaments].map(([id, { name, matches }]) => ({ id, name, matches })).reverse(),
  };
}

/** Tables by percentile-1 have no median. */
function medianFor(means: readonly number[], statistics: StatisticsMethod): Pick<Figure, 'median'> {
  const median = statistics === FIRST_STATISTICS ? null : medianOf(means);
  return median === null ? {} : { median };
}

/** If every world has the same winner, the bootstrap has no variation, and its interval is meaningless. */
function widthOf(interval: readonly [number, number] | null): number {
  return interval === null ? 0 : interval[1] - interval[0];
}

/**
 * By mean score; ties share a rank. Null policies have none, and entrants mostly played by their fallback rank below the others without
 * one.
 */
function ranked(rows: readonly LeaderboardPlayer[]): LeaderboardPlayer[] {
  const isAbsent = ({ unranked }: LeaderboardPlayer) => unranked === 'mostly_fallback';
  const best = rows.toSorted(
    (a, b) => Number(isAbsent(a)) - Number(isAbsent(b)) || b.score.mean - a.score.mean || a.entrant.name.localeCompare(b.entrant.name),
  );
  const contestants = best.filter(({ unranked }) => unranked === null);
  return best.map((row) => ({
    ...row,
    rank: row.unranked !== null ? null : 1 + contestants.findIndex((one) => one.score.mean === row.score.mean),
  }));
}
