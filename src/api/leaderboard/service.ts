/** The leaderboard: rated tournaments of one game's task under one setting, and the matches behind each entry. */
import type { z } from 'zod';
import { type KeptAWhile, keptAWhile } from '~/lib/time/kept-a-while';
import {
  type Entrant,
  type FixtureRecord,
  type Method,
  methodOf,
  NEWEST_METHOD,
  type SeatResult,
  type TournamentRecord,
} from '~/store/tournaments/tournament';
import { type BoardSetting, bySetting, settingOf } from '~/tournament/board-setting';
import { counts, pinHash, type RatedTournament } from '~/tournament/leaderboard';
import { type BoardRow, boardInWorker } from '~/tournament/rank/board-in-worker';
import { countVersions } from '~/tournament/rank/count-versions';
import { isRated } from '~/tournament/rank/rated-fixture';
import { boardFixtures, isSealed, roundedFigure, sealedElo, sealedRating } from '~/tournament/sealed/sealed-standings';
import type { SharedServices } from '../context';
import { gameNamed } from '../inputs';
import type { boardInput, evidenceInput } from '../tournament/inputs';
import type { BoardCard, EvidenceMatch, LeaderboardTable } from '../tournament/types';

/** How long a computed board is reused, at least: one that took long is kept longer. */
const FRESH_MS = 5_000;
const AT_ONCE = 50;
/** Cache size; the newest boards are kept. Limited because callers choose settings. */
const KEPT = 64;

const boards = new WeakMap<SharedServices, Map<string, KeptAWhile<LeaderboardTable>>>();

/** `setting` absent: the first board of the task. */
type BoardWish = z.output<typeof boardInput>;

export async function showLeaderboard(shared: SharedServices, wish: BoardWish): Promise<LeaderboardTable> {
  const board = await boardOf(shared, wish);
  const kept = boards.get(shared) ?? new Map<string, KeptAWhile<LeaderboardTable>>();
  boards.set(shared, kept);
  const key = JSON.stringify([board.ruleset, board.version, board.task, board.setting]);
  const known = kept.get(key) ?? keptAWhile(() => makeBoard(shared, board), FRESH_MS, shared.services.now);
  kept.delete(key);
  kept.set(key, known);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return known.get();
}

/** One per version of a game, task and setting with rated matches. */
export async function boardsOf(shared: SharedServices): Promise<BoardCard[]> {
  const found = new Map<string, BoardCard & BoardSetting>();
  for await (const { plan } of ratedTournaments(shared)) {
    const of = settingOf(plan);
    const { game: ruleset, version } = plan;
    for (const task of plan.tasks) found.set(JSON.stringify([ruleset, version, task, of.setting]), { ruleset, version, task, ...of });
  }
  const inOrder = [...found.values()].sort(
    (a, b) => a.ruleset.localeCompare(b.ruleset) || b.version - a.version || a.task.localeCompare(b.task) || bySetting(a, b),
  );
  return inOrder.map(({ ruleset, version, task, setting }) => ({ ruleset, version, task, setting }));
}

async function boardOf(shared: SharedServices, { task, setting, ...named }: BoardWish): Promise<BoardCard> {
  const { key: ruleset, version } = gameNamed(named).ref;
  if (setting !== undefined) return { ruleset, version, task, setting };
  const first = (await boardsOf(shared)).find((one) => one.ruleset === ruleset && one.version === version && one.task === task);
  return first ?? { ruleset, version, task, setting: '' };
}

/** The matches behind an entry, newest tournament first: those of its pinned version and of older versions that still count for it. */
export async function showEvidence(
  shared: SharedServices,
  { pin, cursor, limit, ...wish }: z.output<typeof evidenceInput>,
): Promise<{ items: EvidenceMatch[]; next: number | null }> {
  const found: EvidenceMatch[] = [];
  const after = cursor ?? 0;
  let passed = 0;
  for (const { record, counted, fixtures, sealed } of await playedOn(shared, await boardOf(shared, wish))) {
    const names = new Set(counted.filter((entrant) => entrant.pin !== null && pinHash(entrant) === pin).map(({ name }) => name));
    if (names.size === 0) continue;
    for (const fixture of fixtures) {
      const seat = counts(fixture, wish.task) && fixture.result?.seats.find(({ entrant }) => entrant !== null && names.has(entrant));
      if (!seat) continue;
      passed += 1;
      if (passed <= after) continue;
      if (found.length === limit) return { items: found, next: after + limit };
      found.push(evidence(record, fixture, sealed ? { ...seat, score: null } : seat));
    }
  }
  return { items: found, next: null };
}

function evidence(
  record: TournamentRecord,
  fixture: FixtureRecord,
  { seat, player, score, origins = null }: Pick<SeatResult, 'seat' | 'player' | 'score' | 'origins'>,
): EvidenceMatch {
  const { order, matchId } = fixture;
  const finishedAt = fixture.finishedAt?.toISOString() ?? null;
  return { tournamentId: record.id, tournament: record.plan.name, order, matchId, seat, player, score, origins, finishedAt };
}

interface PlayedOn {
  record: TournamentRecord;
  fixtures: FixtureRecord[];
  /** Its season is open. */
  sealed: boolean;
  /** Its entrants under the pins for which they count; null: does not count. */
  counted: readonly Entrant[];
}

/** Newest first. */
async function playedOn(shared: SharedServices, board: BoardCard): Promise<PlayedOn[]> {
  const { store } = shared.services;
  const all: Omit<PlayedOn, 'counted'>[] = [];
  for await (const record of ratedOn(shared, board)) {
    const sealed = await isSealed(store, record);
    const known = sealed ? await store.tournaments.fixtures(record.id, { status: ['done', 'failed'] }) : await resultsOf(shared, record);
    const told = sealed ? boardFixtures(record.plan, known, board.task) : known;
    all.push({ record, sealed, fixtures: told.filter((fixture) => isRated(fixture, board.task)) });
  }
  if (boardMethod(all) === 1) return all.map((one) => ({ ...one, counted: one.record.entrants }));
  const versions = countVersions(all.toReversed(), board.task).toReversed();
  return all.map((one, i) => ({ ...one, counted: versions[i]?.record.entrants ?? [] }));
}

async function resultsOf({ services: { store } }: SharedServices, { id }: TournamentRecord): Promise<FixtureRecord[]> {
  const found: FixtureRecord[] = [];
  for await (const fixture of store.tournaments.results(id)) found.push(fixture);
  return found;
}

/** All tournaments of a board use one method, because it is part of the setting. */
function boardMethod([first]: readonly Pick<PlayedOn, 'record'>[]): Method {
  return first ? methodOf(first.record.plan) : NEWEST_METHOD;
}

async function makeBoard(shared: SharedServices, board: BoardCard): Promise<LeaderboardTable> {
  const tournaments = await playedOn(shared, board);
  const matches = tournaments.reduce((sum, { fixtures }) => sum + fixtures.filter((one) => counts(one, board.task)).length, 0);
  const method = boardMethod(tournaments);
  const rows = await boardInWorker(tournaments.map(ratedPart), board.task, method);
  const openSeasons = tournaments.filter(({ sealed }) => sealed).length;
  const countsOpen = tournaments.some(({ sealed, fixtures }) => sealed && fixtures.length > 0);
  const entries = (countsOpen ? rows.map(inTwoDigits) : rows).map(({ entrant, ...row }) => ({
    ...row,
    entrant: entrant.name,
    kind: entrant.kind,
    player: entrant.player,
    pin: entrant.pin,
  }));
  return { ...board, entries, matches, openSeasons, method };
}

/** What a board is computed from. */
function ratedPart({ record: { id, plan, entrants, createdAt }, fixtures }: PlayedOn): RatedTournament {
  return { record: { id, plan, entrants, createdAt }, fixtures };
}

function inTwoDigits({ rating, ...row }: BoardRow): BoardRow {
  return { ...row, score: roundedFigure(row.score), elo: sealedElo(row.elo), ...(rating && { rating: sealedRating(rating) }) };
}

async function* ratedOn(shared: SharedServices, { ruleset, version, task, setting }: BoardCard): AsyncGenerator<TournamentRecord> {
  for await (const record of ratedTournaments(shared)) {
    const { plan } = record;
    if (plan.game === ruleset && plan.version === version && plan.tasks.includes(task) && settingOf(plan).setting === setting) yield record;
  }
}

async function* ratedTournaments({ services: { store } }: SharedServices): AsyncGenerator<TournamentRecord> {
  let cursor: string | undefined;
  do {
    const page = await store.tournaments.list({ limit: AT_ONCE, kind: 'rated', ...(cursor !== undefined && { cursor }) });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
