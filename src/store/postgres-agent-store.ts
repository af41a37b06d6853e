import type pg from 'pg';
import { z } from 'zod';
import type { SpendingBook } from '~/lib/spending/spending-book';
import type { AgentStore, AgentTurn, GamePlace, KeptAgent, NewAgent, PlayedSeat, SeatTurnCounts, TurnPage } from './agent-store';
import type { ArchiveReader } from './archive/archive-reader';
import type { Agent as AgentRow, Prisma, PrismaClient } from './generated/client';
import { MOST_COUNTED } from './match-types';
import { countsBySeat, pageOfTurns } from './pages-of-turns';
import { postgresSpendingBook } from './peers/spending-book';
import { type Conditioned, conditionsOf } from './played-conditions';
import { isStorable } from './storable';

/** Locks the name's newest version, so that two simultaneous additions get different versions, or the same one for the same digest. */
const ADD = `
WITH newest AS (
  SELECT version, digest FROM agent WHERE name = $1 ORDER BY version DESC LIMIT 1
), same AS (
  UPDATE agent SET title = $3, summary = $4, owner = $5, licence = $6, plays = $7, retired = false, trusted = agent.trusted OR $9
  FROM newest WHERE agent.name = $1 AND agent.version = newest.version AND newest.digest = $2
  RETURNING agent.version
), added AS (
  INSERT INTO agent (name, version, digest, title, summary, owner, licence, plays, spec, trusted)
  SELECT $1, COALESCE((SELECT version FROM newest), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9
  WHERE NOT EXISTS (SELECT FROM newest WHERE digest = $2)
  ON CONFLICT DO NOTHING RETURNING version
)
SELECT version FROM same UNION ALL SELECT version FROM added`;

/** Prisma's upsert is two queries, the second of which fails if two processes write at the same time. */
const NOTE_REFUSAL = `
INSERT INTO agent_refusal (digest, why) VALUES ($1, $2)
ON CONFLICT (digest) DO UPDATE SET why = excluded.why, at = CURRENT_TIMESTAMP`;

const MATCHES = `
SELECT ref, (
  SELECT count(*)::int FROM (
    SELECT FROM match WHERE NOT is_private
      AND (seats @> by_itself OR seats @> by_person)
    LIMIT ${MOST_COUNTED}
  ) AS counted
) AS matches
FROM unnest($1::text[], $2::text[]::jsonb[], $3::text[]::jsonb[]) AS asked(ref, by_itself, by_person)`;

/**
 * Leaves out sealed seasons, whose single scores are revealed when they close. $1: a seat that plays by itself. $2: a person's seat, unless
 * a stand-in played it for a time. $4, $5, $6: a task under a version of a game's rules, or null.
 */
const PLAYED = `
SELECT match.id AS "matchId", card->>'seat' AS seat, task, match.seed::text AS world, (scores->>(card->>'seat'))::float8 AS score,
  game, game_version AS version, judge_mode AS "judgeMode", config, seats,
  origin_id IS NOT NULL AS "isBranch", season_id IS NOT NULL AS "isOfSeason"
FROM match LEFT JOIN season ON season.id = season_id, jsonb_array_elements(seats) AS card
WHERE (season_play = 0 OR season.closed_at IS NOT NULL) AND (seats @> $1::jsonb OR seats @> $2::jsonb) AND status = 'finished' AND NOT is_private
  AND ($4::text IS NULL OR (game = $4 AND game_version = $5 AND task = $6))
  AND (card @> ($1::jsonb->0) OR (card @> ($2::jsonb->0) AND NOT EXISTS (
    SELECT FROM table_note WHERE match_id = match.id AND table_note.seat = card->>'seat' AND kind IN ('handed_over', 'replaced')
  )))
ORDER BY created_at DESC, match.id, seat LIMIT $3`;

/** Turns stored before requests had stages hold only one prompt, for `decide`. Combined as text without parsing. */
const REQUESTS = `coalesce(requests::text, '{"decide":' || prompt::text || '}')`;

const TURNS = `
SELECT turn AS place, report::text, ${REQUESTS} AS requests FROM agent_turn
WHERE match_id = $1 AND ($2::text IS NULL OR seat = $2) ORDER BY turn, seat`;

/** For seats $2, the newest $5 turns before turn $3 of seat $4, as long as the later ones total less than $6 bytes. */
const TURN_PAGE = `
SELECT turn AS place, report, requests FROM (
  SELECT report, requests, turn, seat,
    sum(octet_length(report) + coalesce(octet_length(requests), 0)) OVER (ORDER BY turn DESC, seat COLLATE "C" DESC) AS bytes,
    row_number() OVER (ORDER BY turn DESC, seat COLLATE "C" DESC) AS number
  FROM (
    SELECT report::text AS report, ${REQUESTS} AS requests, turn, seat FROM agent_turn
    WHERE match_id = $1 AND seat = ANY($2::text[]) AND ($3::int IS NULL OR turn < $3 OR (turn = $3 AND seat COLLATE "C" < $4))
    ORDER BY turn DESC, seat COLLATE "C" DESC LIMIT $5
  ) AS newest
) AS weighed
WHERE number = 1 OR bytes <= $6
ORDER BY turn DESC, seat COLLATE "C" DESC`;

/**
 * Counts like `countTurns`. A move is an action, a list of actions, or a turn with `actions`. A reply may contain escapes that Postgres
 * cannot convert to text (`\\u0000`, a lone surrogate), which are removed first.
 */
const TURN_COUNTS = `
WITH kept AS (
  SELECT seat, turn, replace(report::text, '\\u', '/u')::json AS report FROM agent_turn WHERE match_id = $1
), told AS (
  SELECT seat, turn, report->'wordless' IS NOT NULL AS wordless, (report->'origin')::text AS origin, (report->'ms')::text::float8 AS ms, report->'replies' AS replies, report->'move' AS move,
    json_array_length(report->'guards') AS guards, json_array_length(report->'walkBacks') AS walked,
    (report->'origin')::text = '"fallback"' AND (report->'overBudget' IS NOT NULL OR
      coalesce((report->'replies'->-1->'fault'->'code')::text, '') = '"over_budget"') AS broke
  FROM kept
), asked AS (
  SELECT seat, count(*) AS calls, sum(coalesce((reply->'tokens'->'prompt')::text::float8, 0)) AS prompt,
    sum(coalesce((reply->'tokens'->'completion')::text::float8, 0)) AS completion, sum((reply->'cost')::text::float8) AS cost
  FROM told, json_array_elements(replies) AS reply GROUP BY seat
), played AS (
  SELECT seat, json_object_agg(type, times ORDER BY type COLLATE "C") AS actions FROM (
    SELECT seat, CASE json_typeof(action) WHEN 'object' THEN coalesce(action->'action_type'#>>'{}', action->'type'#>>'{}', 'none') ELSE 'none' END AS type, count(*) AS times
    FROM told, json_array_elements(CASE
      WHEN json_typeof(move) = 'array' THEN move
      WHEN json_typeof(move) = 'object' AND json_typeof(move->'actions') = 'array' THEN move->'actions'
      WHEN json_typeof(move) = 'object' THEN json_build_array(move)
      ELSE '[]' END) AS action
    GROUP BY seat, type
  ) AS typed GROUP BY seat
)
SELECT seat, min(turn) AS oldest, json_strip_nulls(json_build_object(
  'turns', count(*), 'own', count(*) FILTER (WHERE origin = '"own"'), 'repaired', count(*) FILTER (WHERE origin = '"repaired"'),
  'fallback', count(*) FILTER (WHERE origin = '"fallback"'), 'overBudget', nullif(count(*) FILTER (WHERE broke), 0),
  'notAsked', nullif(count(*) FILTER (WHERE origin = '"fallback"' AND NOT broke AND json_array_length(replies) = 0), 0),
  'wordless', nullif(count(*) FILTER (WHERE wordless), 0),
  'guarded', count(*) FILTER (WHERE guards > 0), 'walkBacks', coalesce(sum(walked), 0), 'calls', coalesce(max(calls), 0),
  'tokens', json_build_object('prompt', coalesce(max(prompt), 0), 'completion', coalesce(max(completion), 0)), 'cost', coalesce(max(cost), 0),
  'latency', json_build_object('p50', percentile_disc(0.5) WITHIN GROUP (ORDER BY ms), 'p95', percentile_disc(0.95) WITHIN GROUP (ORDER BY ms)),
  'actions', coalesce((SELECT actions FROM played WHERE played.seat = told.seat), '{}')
)) AS counts
FROM told LEFT JOIN asked USING (seat) GROUP BY seat ORDER BY seat COLLATE "C"`;

const TURNS_IN = `
SELECT match_id AS "matchId", turn AS place, report::text FROM agent_turn
WHERE match_id = ANY($2::text[]) AND agent = $1 ORDER BY match_id, turn, seat`;

/** When two processes add the same name at the same moment, one of them retries. */
const TRIES = 20;

const plays = z.array(z.string());

/** Agents and their turns in Postgres. */
export class PostgresAgentStore implements AgentStore {
  readonly spending: SpendingBook;
  private readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly archive: ArchiveReader;

  constructor({ prisma, pool, archive }: { prisma: PrismaClient; pool: pg.Pool; archive: ArchiveReader }) {
    this.prisma = prisma;
    this.pool = pool;
    this.archive = archive;
    this.spending = postgresSpendingBook(pool);
  }

  async add({ name, digest, title, summary, owner, licence, plays: games, spec, trusted }: NewAgent): Promise<KeptAgent> {
    const values = [name, digest, title, summary, owner, licence, JSON.stringify(games), JSON.stringify(spec), trusted];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { rows } = await this.pool.query<{ version: number }>(ADD, values);
      const added = rows[0] && (await this.get(name, rows[0].version));
      if (added) return added;
    }
    throw new Error(`agent ${name} could not be added: others add it all the time`);
  }

  async list(): Promise<KeptAgent[]> {
    const rows = await this.prisma.agent.findMany({ distinct: ['name'], orderBy: [{ name: 'asc' }, { version: 'desc' }] });
    return rows.map(agentOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async listOlder(): Promise<KeptAgent[]> {
    const rows = await this.prisma.agent.findMany({ orderBy: [{ name: 'asc' }, { version: 'desc' }] });
    const older = rows.filter(({ name }, place) => rows[place - 1]?.name === name);
    return older.map(agentOf).sort((a, b) => (a.name === b.name ? b.version - a.version : a.name < b.name ? -1 : 1));
  }

  async versions(name: string): Promise<KeptAgent[]> {
    if (!isStorable(name)) return [];
    return (await this.prisma.agent.findMany({ where: { name }, orderBy: { version: 'desc' } })).map(agentOf);
  }

  async get(name: string, version?: number): Promise<KeptAgent | null> {
    if (!isStorable(name) || !isVersion(version)) return null;
    const where: Prisma.AgentWhereInput = { name, ...(version !== undefined && { version }) };
    const row = await this.prisma.agent.findFirst({ where, orderBy: { version: 'desc' } });
    return row && agentOf(row);
  }

  async retire(name: string, version: number): Promise<KeptAgent | null> {
    if (!isStorable(name) || !isVersion(version)) return null;
    await this.prisma.agent.updateMany({ where: { name, version }, data: { retired: true } });
    return this.get(name, version);
  }

  async noteRefusal(digest: string, why: string | null): Promise<void> {
    if (why === null) await this.prisma.agentRefusal.deleteMany({ where: { digest } });
    else await this.pool.query(NOTE_REFUSAL, [digest, why]);
  }

  async refusalsOf(digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (digests.length === 0) return new Map();
    const found = await this.prisma.agentRefusal.findMany({ where: { digest: { in: [...new Set(digests)] } } });
    return new Map(found.map(({ digest, why }) => [digest, why]));
  }

  async matchesOf(refs: readonly string[]): Promise<Record<string, number>> {
    const asked = refs.filter((ref) => isStorable(ref));
    const cards = [asked.map((ref) => JSON.stringify([{ policy: ref }])), asked.map((ref) => JSON.stringify([{ agent: ref }]))];
    const { rows } = await this.pool.query<{ ref: string; matches: number }>(MATCHES, [asked, ...cards]);
    return { ...Object.fromEntries(refs.map((ref) => [ref, 0])), ...Object.fromEntries(rows.map(({ ref, matches }) => [ref, matches])) };
  }

  async playedBy(ref: string, limit: number, place?: GamePlace): Promise<PlayedSeat[]> {
    if (!isStorable(ref, place?.game, place?.task)) return [];
    const cards = [{ kind: 'script', policy: ref } as const, { kind: 'person', agent: ref } as const].map((card) => JSON.stringify([card]));
    const { rows } = await this.pool.query<PlayedRow>(PLAYED, [
      ...cards,
      limit,
      place?.game ?? null,
      place?.version ?? null,
      place?.task ?? null,
    ]);
    return rows.map((row) => playedSeat(row, ref));
  }

  async turnsOf(matchId: string, seat?: string): Promise<AgentTurn[]> {
    if (!isStorable(matchId, seat)) return [];
    const { rows } = await this.pool.query<TurnRow>(TURNS, [matchId, seat ?? null]);
    if (rows.length > 0) return rows.map(turnOf);
    const archived = await this.archive.turns(matchId);
    return archived.filter((turn) => seat === undefined || turn.seat === seat);
  }

  async turnPage(matchId: string, page: TurnPage): Promise<AgentTurn[]> {
    const { seats, before, limit, mostBytes } = page;
    if (!isStorable(matchId, before?.seat, ...seats)) return [];
    const values = [matchId, seats, before?.turn ?? null, before?.seat ?? null, limit, mostBytes];
    const { rows } = await this.pool.query<TurnRow>(TURN_PAGE, values);
    return rows.length > 0 ? rows.map(turnOf).reverse() : pageOfTurns(await this.archive.turns(matchId), page);
  }

  async turnCounts(matchId: string): Promise<SeatTurnCounts[]> {
    if (!isStorable(matchId)) return [];
    const { rows } = await this.pool.query<SeatTurnCounts>(TURN_COUNTS, [matchId]);
    return rows.length > 0 ? rows : countsBySeat(await this.archive.turns(matchId));
  }

  async turnsIn(ref: string, matchIds: readonly string[]): Promise<{ matchId: string; turn: AgentTurn }[]> {
    if (!isStorable(ref, ...matchIds)) return [];
    const { rows } = await this.pool.query<TurnRow & { matchId: string }>(TURNS_IN, [ref, matchIds]);
    const kept = rows.map((row) => ({ matchId: row.matchId, turn: turnOf(row) }));
    for (const { matchId, turns: all } of await this.archive.turnsAmong(matchIds)) {
      const turns = all.filter(({ agent }) => agent === ref);
      kept.push(...turns.map((turn) => ({ matchId, turn: { ...turn, requests: {} } })));
    }
    return kept;
  }
}

type PlayedRow = Conditioned & Pick<PlayedSeat, 'matchId' | 'seat' | 'task' | 'world' | 'score'>;

function playedSeat({ matchId, seat, task, world, score, ...match }: PlayedRow, ref: string): PlayedSeat {
  return { matchId, seat, game: match.game, version: match.version, task, world, score, conditions: conditionsOf(match, ref) };
}

const MOST_VERSIONS = 2_147_483_647;

function isVersion(version: number | undefined): boolean {
  return version === undefined || (Number.isInteger(version) && version > 0 && version <= MOST_VERSIONS);
}

/** Written by `add`. */
function agentOf({ createdAt, plays: games, spec, ...row }: AgentRow): KeptAgent {
  return { ...row, plays: plays.parse(games), spec: spec as unknown as KeptAgent['spec'], createdAt: createdAt.toISOString() };
}

interface TurnRow {
  /** The turn's number in the match. */
  place: number;
  report: string;
  /** Absent if not requested. */
  requests?: string | null;
}

/** Written by an append. Reports of earlier versions lack the turn number. */
function turnOf({ place, report, requests }: TurnRow): AgentTurn {
  const asked = requests == null ? {} : (JSON.parse(requests) as AgentTurn['requests']);
  return { ...(JSON.parse(report) as AgentTurn), turn: place, requests: asked };
}
