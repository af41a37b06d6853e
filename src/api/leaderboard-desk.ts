/** The leaderboard as its door answers it: rated tournaments of one ruleset's task, and the matches behind each entry. */
import type { z } from 'zod';
import { counts, leaderboardOf, pinHash, type RatedTournament } from '~/tournament/leaderboard';
import type { FixtureRecord, TournamentRecord } from '~/tournament/tournament';
import type { Desk } from './context';
import type { evidenceInput } from './tournament-inputs';
import type { EvidenceMatch, LeaderboardTable } from './tournament-words';

/** A board is made anew no sooner than this. */
const FRESH_MS = 5_000;
const AT_ONCE = 50;

interface Board {
  at: number;
  table: Promise<LeaderboardTable>;
}

const boards = new WeakMap<Desk, Map<string, Board>>();

export function showLeaderboard(desk: Desk, ruleset: string, task: string): Promise<LeaderboardTable> {
  const kept = boards.get(desk) ?? new Map<string, Board>();
  boards.set(desk, kept);
  const key = `${ruleset} ${task}`;
  const now = desk.services.now();
  const known = kept.get(key);
  if (known && now - known.at < FRESH_MS) return known.table;
  const table = makeBoard(desk, ruleset, task);
  kept.set(key, { at: now, table });
  table.catch(() => kept.delete(key));
  return table;
}

/** The tasks on which rated matches were played, by ruleset. */
export async function ratedTasks(desk: Desk): Promise<{ ruleset: string; task: string }[]> {
  const found = new Map<string, { ruleset: string; task: string }>();
  for await (const { plan } of ratedTournaments(desk)) {
    const ruleset = `${plan.game}/${plan.ruleset}`;
    for (const task of plan.tasks) found.set(`${ruleset} ${task}`, { ruleset, task });
  }
  return [...found.values()].sort((a, b) => a.ruleset.localeCompare(b.ruleset) || a.task.localeCompare(b.task));
}

/** Matches of one pinned version, newest tournament first. */
export async function showEvidence(
  desk: Desk,
  { ruleset, task, pin, cursor, limit }: z.output<typeof evidenceInput>,
): Promise<{ items: EvidenceMatch[]; next: number | null }> {
  const found: EvidenceMatch[] = [];
  const after = cursor ?? 0;
  let passed = 0;
  for await (const record of ratedOn(desk, ruleset, task)) {
    const names = new Set(record.entrants.filter((entrant) => pinHash(entrant) === pin).map(({ name }) => name));
    if (names.size === 0) continue;
    for await (const fixture of desk.services.store.tournaments.results(record.id)) {
      const seat = counts(fixture, task) && fixture.result?.seats.find(({ entrant }) => entrant !== null && names.has(entrant));
      if (!seat) continue;
      passed += 1;
      if (passed <= after) continue;
      if (found.length === limit) return { items: found, next: after + limit };
      found.push(evidence(record, fixture, seat));
    }
  }
  return { items: found, next: null };
}

function evidence(
  record: TournamentRecord,
  fixture: FixtureRecord,
  { seat, score }: { seat: string; score: number | null },
): EvidenceMatch {
  const finishedAt = fixture.finishedAt?.toISOString() ?? null;
  return { tournamentId: record.id, tournament: record.plan.name, order: fixture.order, matchId: fixture.matchId, seat, score, finishedAt };
}

async function makeBoard(desk: Desk, ruleset: string, task: string): Promise<LeaderboardTable> {
  const tournaments: RatedTournament[] = [];
  let matches = 0;
  for await (const record of ratedOn(desk, ruleset, task)) {
    const fixtures: FixtureRecord[] = [];
    for await (const fixture of desk.services.store.tournaments.results(record.id)) if (counts(fixture, task)) fixtures.push(fixture);
    matches += fixtures.length;
    tournaments.push({ record, fixtures });
  }
  const entries = leaderboardOf(tournaments, task).map(({ entrant, ...row }) => ({
    ...row,
    entrant: entrant.name,
    kind: entrant.kind,
    player: entrant.player,
    pin: entrant.pin,
  }));
  return { ruleset, task, entries, matches };
}

async function* ratedOn(desk: Desk, ruleset: string, task: string): AsyncGenerator<TournamentRecord> {
  for await (const record of ratedTournaments(desk)) {
    const { plan } = record;
    if (`${plan.game}/${plan.ruleset}` === ruleset && plan.tasks.includes(task)) yield record;
  }
}

async function* ratedTournaments({ services: { store } }: Desk): AsyncGenerator<TournamentRecord> {
  let cursor: string | undefined;
  do {
    const page = await store.tournaments.list({ limit: AT_ONCE, ...(cursor !== undefined && { cursor }) });
    yield* page.items.filter(({ plan }) => plan.kind === 'rated');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
