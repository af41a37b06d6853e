import type pg from 'pg';
import { z } from 'zod';
import type { AgentStore, AgentTurn, GamePlace, KeptAgent, NewAgent, PlayedSeat, TurnPage } from './agent-store';
import type { Agent as AgentRow, Prisma, PrismaClient } from './generated/client';
import { type Conditioned, conditionsOf } from './played-conditions';
import { isStorable } from './storable';

/** The name's newest version is held, so that two who add at once get two numbers, or the same one. */
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

const MATCHES = `
SELECT ref, (
  SELECT count(*)::int FROM match
  WHERE NOT is_private
    AND (seats @> jsonb_build_array(jsonb_build_object('policy', ref)) OR seats @> jsonb_build_array(jsonb_build_object('agent', ref)))
) AS matches
FROM unnest($1::text[]) AS ref`;

/** $1: a seat that plays by itself. $2: a person's; not one that a stand-in played for a time. $4, $5, $6: a task under a version of a game's rules, or null. */
const PLAYED = `
SELECT match.id AS "matchId", card->>'seat' AS seat, task, match.seed::text AS world, (scores->>(card->>'seat'))::float8 AS score,
  game, game_version AS version, judge_mode AS "judgeMode", config, seats,
  origin_id IS NOT NULL AS "isBranch", season_id IS NOT NULL AS "isOfSeason"
FROM match, jsonb_array_elements(seats) AS card
WHERE (seats @> $1::jsonb OR seats @> $2::jsonb) AND status = 'finished' AND NOT is_private
  AND ($4::text IS NULL OR (game = $4 AND game_version = $5 AND task = $6))
  AND (card @> ($1::jsonb->0) OR (card @> ($2::jsonb->0) AND NOT EXISTS (
    SELECT FROM table_note WHERE match_id = match.id AND table_note.seat = card->>'seat' AND kind IN ('handed_over', 'replaced')
  )))
ORDER BY created_at DESC, match.id, seat LIMIT $3`;

const TURNS = `
SELECT turn AS place, report::text, prompt::text FROM agent_turn
WHERE match_id = $1 AND ($2::text IS NULL OR seat = $2) ORDER BY turn, seat`;

/** Of seats $2, the newest $5 before turn $3 of seat $4, as long as those after them hold less than $6 bytes. */
const TURN_PAGE = `
SELECT turn AS place, report, prompt FROM (
  SELECT report, prompt, turn, seat,
    sum(octet_length(report) + coalesce(octet_length(prompt), 0)) OVER (ORDER BY turn DESC, seat COLLATE "C" DESC) AS bytes,
    row_number() OVER (ORDER BY turn DESC, seat COLLATE "C" DESC) AS number
  FROM (
    SELECT report::text AS report, prompt::text AS prompt, turn, seat FROM agent_turn
    WHERE match_id = $1 AND seat = ANY($2::text[]) AND ($3::int IS NULL OR turn < $3 OR (turn = $3 AND seat COLLATE "C" < $4))
    ORDER BY turn DESC, seat COLLATE "C" DESC LIMIT $5
  ) AS newest
) AS weighed
WHERE number = 1 OR bytes <= $6
ORDER BY turn DESC, seat COLLATE "C" DESC`;

const TURNS_TO_COUNT = `SELECT turn AS place, report::text FROM agent_turn WHERE match_id = $1 ORDER BY turn, seat`;

const TURNS_IN = `
SELECT match_id AS "matchId", turn AS place, report::text FROM agent_turn
WHERE match_id = ANY($2::text[]) AND agent = $1 ORDER BY match_id, turn, seat`;

/** Two who add the same name at the same moment: one of them tries again. */
const TRIES = 20;

const plays = z.array(z.string());

/** Agents and their turns in Postgres. */
export class PostgresAgentStore implements AgentStore {
  private readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;

  constructor(prisma: PrismaClient, pool: pg.Pool) {
    this.prisma = prisma;
    this.pool = pool;
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

  async matchesOf(refs: readonly string[]): Promise<Record<string, number>> {
    const { rows } = await this.pool.query<{ ref: string; matches: number }>(MATCHES, [refs.filter((ref) => isStorable(ref))]);
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
    return rows.map(turnOf);
  }

  async turnPage(matchId: string, { seats, before, limit, mostBytes }: TurnPage): Promise<AgentTurn[]> {
    if (!isStorable(matchId, before?.seat, ...seats)) return [];
    const values = [matchId, seats, before?.turn ?? null, before?.seat ?? null, limit, mostBytes];
    const { rows } = await this.pool.query<TurnRow>(TURN_PAGE, values);
    return rows.map(turnOf).reverse();
  }

  async turnsToCount(matchId: string): Promise<AgentTurn[]> {
    if (!isStorable(matchId)) return [];
    const { rows } = await this.pool.query<TurnRow>(TURNS_TO_COUNT, [matchId]);
    return rows.map(turnOf);
  }

  async turnsIn(ref: string, matchIds: readonly string[]): Promise<{ matchId: string; turn: AgentTurn }[]> {
    if (!isStorable(ref, ...matchIds)) return [];
    const { rows } = await this.pool.query<TurnRow & { matchId: string }>(TURNS_IN, [ref, matchIds]);
    return rows.map((row) => ({ matchId: row.matchId, turn: turnOf(row) }));
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

/** As it was written by `add`. */
function agentOf({ createdAt, plays: games, spec, ...row }: AgentRow): KeptAgent {
  return { ...row, plays: plays.parse(games), spec: spec as unknown as KeptAgent['spec'], createdAt: createdAt.toISOString() };
}

interface TurnRow {
  /** Which turn of the match it was. */
  place: number;
  report: string;
  /** Left out where it was not asked for. */
  prompt?: string | null;
}

/** As it was written by an append. Reports of earlier versions do not say which turn it was. */
function turnOf({ place, report, prompt }: TurnRow): AgentTurn {
  const sent = prompt == null ? null : (JSON.parse(prompt) as AgentTurn['prompt']);
  return { ...(JSON.parse(report) as AgentTurn), turn: place, prompt: sent };
}
