/** Who is how good on one task of a ruleset, over all rated tournaments: an entry is a pinned version, so a new version begins anew. */
import { createHash } from 'node:crypto';
import { bootstrapMean, mean } from '~/eval/statistics';
import { bradleyTerry } from '~/statistics/bradley-terry';
import type { MatchResult } from '~/statistics/results';
import type { Entrant, Figure, FixtureRecord, TournamentRecord } from './tournament';

export interface LeaderboardPlayer {
  pinHash: string;
  /** As its latest tournament names it. */
  entrant: Entrant;
  /** null: a null policy, which stands beside the others. */
  rank: number | null;
  score: Figure;
  elo: { elo: number; interval: [number, number] | null } | null;
  matches: number;
  tournaments: { id: string; name: string; matches: number }[];
}

/** A rated tournament and those of its matches that have a result. */
export interface RatedTournament {
  record: Pick<TournamentRecord, 'id' | 'plan' | 'entrants' | 'createdAt'>;
  fixtures: readonly FixtureRecord[];
}

/** The same player under the same rules has the same: player, code, ruleset's version, digest, model, prompt. */
export function pinHash({ player, pin }: Pick<Entrant, 'player' | 'pin'>): string {
  const { code, ruleset, rulesetVersion, digest, model, prompt } = pin ?? {};
  const parts = [player, code, ruleset, rulesetVersion, digest, model?.name, model?.digest, model?.adapter, prompt?.version, prompt?.hash];
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest('hex')
    .slice(0, 16);
}

/** Does this match count? Played to its end, of this task, and its scores are sure. */
export function counts({ task, status, result }: FixtureRecord, wanted: string): boolean {
  return task === wanted && status === 'done' && result !== null && !result.unrated;
}

/** Best first; matches of cancelled tournaments count as well: who is behind cannot make them go away. */
export function leaderboardOf(tournaments: readonly RatedTournament[], task: string): LeaderboardPlayer[] {
  const inOrder = tournaments.toSorted((a, b) => a.record.createdAt.getTime() - b.record.createdAt.getTime());
  const found = new Map<string, Found>();
  const results: MatchResult[] = [];
  for (const { record, fixtures } of inOrder) {
    const byName = new Map(record.entrants.map((entrant) => [entrant.name, entrant]));
    for (const fixture of fixtures) {
      if (counts(fixture, task)) results.push(take(found, { record, fixture, byName, order: results.length }));
    }
  }
  const strengths = new Map(bradleyTerry(results.filter(({ scores }) => scores.length > 1)).map((one) => [one.entrant, one]));
  const rows = [...found].map(([hash, one]) => playerOf(hash, one, strengths.get(hash)));
  return ranked(rows);
}

interface Found {
  entrant: Entrant;
  /** Scores by world. */
  worlds: Map<string, number[]>;
  matches: number;
  tournaments: Map<string, { name: string; matches: number }>;
}

interface Taken {
  record: RatedTournament['record'];
  fixture: FixtureRecord;
  byName: ReadonlyMap<string, Entrant>;
  order: number;
}

/** Notes a match with everybody who played it. */
function take(found: Map<string, Found>, { record, fixture, byName, order }: Taken): MatchResult {
  const world = `${record.id} ${fixture.world}`;
  const scores = new Map<string, number[]>();
  for (const { entrant: name, score } of fixture.result?.seats ?? []) {
    const entrant = name === null ? undefined : byName.get(name);
    if (!entrant?.pin || score === null) continue;
    const hash = pinHash(entrant);
    scores.set(hash, [...(scores.get(hash) ?? []), score]);
    const one = found.get(hash) ?? { entrant, worlds: new Map(), matches: 0, tournaments: new Map() };
    found.set(hash, { ...one, entrant });
  }
  for (const [hash, values] of scores) {
    const one = found.get(hash);
    if (!one) continue;
    one.matches += 1;
    one.worlds.set(world, [...(one.worlds.get(world) ?? []), mean(values)]);
    const before = one.tournaments.get(record.id)?.matches ?? 0;
    one.tournaments.set(record.id, { name: record.plan.name, matches: before + 1 });
  }
  return { order, world, scores: [...scores].map(([entrant, values]) => ({ entrant, score: mean(values) })) };
}

function playerOf(hash: string, one: Found, strength: LeaderboardPlayer['elo'] | undefined): LeaderboardPlayer {
  const means = [...one.worlds.keys()].sort().map((world) => mean(one.worlds.get(world) ?? []));
  return {
    pinHash: hash,
    entrant: one.entrant,
    rank: null,
    score: { mean: mean(means), interval: bootstrapMean(means), n: means.length },
    elo: strength ? { elo: strength.elo, interval: strength.interval } : null,
    matches: one.matches,
    tournaments: [...one.tournaments].map(([id, { name, matches }]) => ({ id, name, matches })).reverse(),
  };
}

/** By mean score; equal scores share a rank, null policies have none. */
function ranked(rows: readonly LeaderboardPlayer[]): LeaderboardPlayer[] {
  const best = rows.toSorted((a, b) => b.score.mean - a.score.mean || a.entrant.name.localeCompare(b.entrant.name));
  const contestants = best.filter(({ entrant }) => !entrant.isNull);
  return best.map((row) => ({
    ...row,
    rank: row.entrant.isNull ? null : 1 + contestants.findIndex((one) => one.score.mean === row.score.mean),
  }));
}
