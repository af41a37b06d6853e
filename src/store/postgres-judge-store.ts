import type pg from 'pg';
import { type ArchiveReader, REFERENCE_COLUMNS, type Reference } from './archive/archive-reader';
import { DatabaseError } from './database-error';
import type { Duel, PrismaClient } from './generated/client';
import {
  DUEL_CHOICES,
  type DuelChoice,
  type DuelRecord,
  type DuelTally,
  type JudgeStore,
  MOST_DECIDED_DUELS,
  MOST_OPEN_DUELS,
  type PanelRecord,
  type SheetAnswer,
  type SheetRecord,
  type SheetScores,
  type StoredVerdict,
} from './judge-store';
import { oneOf } from './one-of';

/** A sheet that was opened, or whose panel is closed, cannot be changed. */
const KEEP_SHEET = `
WITH panel_now AS (
  INSERT INTO panel (match_id) VALUES ($1) ON CONFLICT (match_id) DO UPDATE SET match_id = excluded.match_id RETURNING closed_at
), kept AS (
  INSERT INTO panel_sheet (match_id, judge, round, scores)
  SELECT $1, $2, $3, $4::jsonb FROM panel_now WHERE closed_at IS NULL
  ON CONFLICT (match_id, judge, round) DO UPDATE SET scores = excluded.scores, revised_at = now() WHERE panel_sheet.opened_at IS NULL
  RETURNING judge
)
SELECT closed_at IS NOT NULL AS closed, EXISTS (SELECT FROM kept) AS kept FROM panel_now`;

/** Locks the panel's row, so that two simultaneous invitations get different numbers. */
const ADD_JUDGE = `
WITH held AS (
  INSERT INTO panel (match_id) VALUES ($1) ON CONFLICT (match_id) DO UPDATE SET match_id = excluded.match_id RETURNING match_id
)
INSERT INTO panel_judge (match_id, judge, order_seed)
SELECT held.match_id, 'judge_' || $3::int, $2 FROM held
ON CONFLICT DO NOTHING RETURNING judge`;

const OF_THE_MATCH = `match.id AS "matchId", match.game, match.game_version AS version, match.task, match.seats, coalesce((
  SELECT json_agg(json_build_object('seat', note.seat, 'name', note.name)) FROM table_note note
  WHERE note.match_id = match.id AND note.kind IN ('joined', 'kept') AND note.seat IS NOT NULL AND note.name IS NOT NULL
), '[]') AS sitters`;

const IS_SHOWN = `match.status = 'finished' AND NOT match.is_private AND (match.season_play = 0 OR season.closed_at IS NOT NULL)
  AND NOT match.series_sealed`;

/** The newest matches that had judges: to look at all there ever were would take seconds. */
const MOST_JUDGED = 2_000;
const JUDGED = `(
  SELECT match.* FROM match LEFT JOIN season ON season.id = match.season_id WHERE match.judge_mode <> 'off' AND ${IS_SHOWN}
  ORDER BY match.created_at DESC, match.id LIMIT ${MOST_JUDGED}
) AS match`;

const VERDICTS = `
SELECT ${OF_THE_MATCH}, e.payload::text AS text
FROM ${JUDGED} JOIN match_event e ON e.match_id = match.id WHERE e.type = ANY($2::text[])
ORDER BY match.created_at DESC, match.id, e.seq LIMIT $1`;

/** Matches whose events are in the archive, each with the place of its rows. */
const ARCHIVED_VERDICTS = `
SELECT ${OF_THE_MATCH}, (SELECT row_to_json(reference) FROM (
  SELECT ${REFERENCE_COLUMNS} FROM match_archive WHERE match_id = match.id
) AS reference) AS reference
FROM ${JUDGED} JOIN match_archive ON match_archive.match_id = match.id WHERE match_archive.types && $2::text[]
ORDER BY match.created_at DESC, match.id LIMIT $1`;

/** All but the newest, found in an index alone. Only rows that go are locked. */
const forget = (which: string, when: string, most: number): string => `
DELETE FROM duel WHERE id IN (
  SELECT id FROM duel
  WHERE ${which} AND id IN (SELECT id FROM duel WHERE ${which} ORDER BY ${when} DESC, id OFFSET ${most})
  FOR UPDATE SKIP LOCKED
)`;
const FORGET_OPEN = forget('choice IS NULL', 'drawn_at', MOST_OPEN_DUELS);
const FORGET_DECIDED = forget('choice IS NOT NULL', 'voted_at', MOST_DECIDED_DUELS);

const TALLY = `
SELECT left_player AS "leftPlayer", right_player AS "rightPlayer", choice, count(*)::int AS times
FROM duel WHERE choice = ANY($1::text[]) GROUP BY left_player, right_player, choice ORDER BY left_player, right_player, choice`;

const VOTERS = 'SELECT count(DISTINCT voter)::int AS voters FROM duel WHERE choice = ANY($1::text[])';

/** Panels and duels in Postgres. */
export class PostgresJudgeStore implements JudgeStore {
  private readonly prisma: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly archive: ArchiveReader;

  constructor({ prisma, pool, archive }: { prisma: PrismaClient; pool: pg.Pool; archive: ArchiveReader }) {
    this.prisma = prisma;
    this.pool = pool;
    this.archive = archive;
  }

  async panel(matchId: string): Promise<PanelRecord> {
    const [panel, judges, sheets] = await Promise.all([
      this.prisma.panel.findUnique({ where: { matchId } }),
      this.prisma.panelJudge.findMany({ where: { matchId } }),
      this.prisma.panelSheet.findMany({ where: { matchId }, orderBy: [{ round: 'asc' }, { judge: 'asc' }] }),
    ]);
    return {
      closedAt: panel?.closedAt ?? null,
      judges: judges
        .map(({ judge, name, orderSeed, acceptedAt }) => ({ judge, name, orderSeed, acceptedAt }))
        .sort((a, b) => numberOf(a.judge) - numberOf(b.judge)),
      sheets: sheets.map(({ judge, round, scores, revisedAt, openedAt }) => ({
        judge,
        round,
        scores: scores as SheetScores,
        revisedAt,
        openedAt,
      })),
    };
  }

  async addJudge(matchId: string, orderSeed: string, most: number): Promise<string | null> {
    for (let number = (await this.prisma.panelJudge.count({ where: { matchId } })) + 1; number <= most; number += 1) {
      const { rows } = await this.pool.query<{ judge: string }>(ADD_JUDGE, [matchId, orderSeed, number]);
      if (rows[0]) return rows[0].judge;
    }
    return null;
  }

  async acceptJudge(matchId: string, judge: string, name: string): Promise<void> {
    await this.prisma.panelJudge.updateMany({ where: { matchId, judge, acceptedAt: null }, data: { name, acceptedAt: new Date() } });
  }

  async keepSheet(matchId: string, { judge, round, scores }: Pick<SheetRecord, 'judge' | 'round' | 'scores'>): Promise<SheetAnswer> {
    const values = [matchId, judge, round, JSON.stringify(scores)];
    const { rows } = await this.pool.query<{ closed: boolean; kept: boolean }>(KEEP_SHEET, values);
    if (rows[0]?.closed) return 'closed';
    return rows[0]?.kept ? 'kept' : 'opened';
  }

  async openSheet(matchId: string, judge: string, round: number): Promise<boolean> {
    const sheet = { matchId, judge, round };
    await this.prisma.panelSheet.updateMany({ where: { ...sheet, openedAt: null }, data: { openedAt: new Date() } });
    return (await this.prisma.panelSheet.count({ where: sheet })) > 0;
  }

  async closePanel(matchId: string): Promise<void> {
    const closedAt = new Date();
    await this.prisma.panel.upsert({ where: { matchId }, create: { matchId, closedAt }, update: {} });
    await this.prisma.panel.updateMany({ where: { matchId, closedAt: null }, data: { closedAt } });
  }

  async verdicts(types: readonly string[], limit: number): Promise<StoredVerdict[]> {
    const { rows } = await this.pool.query<Omit<StoredVerdict, 'event'> & { text: string }>(VERDICTS, [limit, types]);
    const kept = rows.map(({ text, ...row }) => ({ ...row, event: JSON.parse(text) as unknown }));
    return kept.length < limit ? [...kept, ...(await this.archivedVerdicts(types, limit - kept.length))] : kept;
  }

  /** After all that are in the tables: a match is archived long after its end. A file that cannot be read has none to give. */
  private async archivedVerdicts(types: readonly string[], limit: number): Promise<StoredVerdict[]> {
    type Row = Omit<StoredVerdict, 'event'> & { reference: Reference };
    const { rows } = await this.pool.query<Row>(ARCHIVED_VERDICTS, [limit, types]);
    const found: StoredVerdict[] = [];
    for (const { reference, ...match } of rows) {
      if (found.length >= limit) break;
      const archived = await this.archive.rowsOf(reference).catch((fault: unknown) => {
        if (fault instanceof DatabaseError && fault.code === 'archive_unreadable') return [];
        throw fault;
      });
      const verdicts = archived.filter(({ kind, name }) => kind === 'event' && types.includes(name));
      found.push(...verdicts.map(({ text }) => ({ ...match, event: JSON.parse(text) as unknown })));
    }
    return found.slice(0, limit);
  }

  async openDuel(voter: string): Promise<DuelRecord | null> {
    const duel = await this.prisma.duel.findFirst({ where: { voter, choice: null }, orderBy: { drawnAt: 'desc' } });
    return duel && duelOf(duel);
  }

  async pairsShown(voter: string): Promise<string[]> {
    return (await this.prisma.duel.findMany({ where: { voter }, select: { pair: true } })).map(({ pair }) => pair);
  }

  async addDuel(duel: Omit<DuelRecord, 'choice'>): Promise<boolean> {
    const isNew = (await this.prisma.duel.createMany({ data: duel, skipDuplicates: true })).count === 1;
    if (isNew) await this.pool.query(FORGET_OPEN);
    return isNew;
  }

  async vote(id: string, voter: string, choice: DuelChoice): Promise<DuelRecord | null> {
    const decided = await this.prisma.duel.updateMany({ where: { id, voter, choice: null }, data: { choice, votedAt: new Date() } });
    const duel = decided.count === 1 ? await this.prisma.duel.findUnique({ where: { id } }) : null;
    if (duel) await this.pool.query(FORGET_DECIDED);
    return duel && duelOf(duel);
  }

  async decided(id: string, voter: string): Promise<DuelRecord | null> {
    const duel = await this.prisma.duel.findFirst({ where: { id, voter, choice: { in: [...DUEL_CHOICES] } } });
    return duel && duelOf(duel);
  }

  async tally(): Promise<DuelTally> {
    const counts = await this.pool.query<DuelTally['counts'][number]>(TALLY, [DUEL_CHOICES]);
    const voters = await this.pool.query<{ voters: number }>(VOTERS, [DUEL_CHOICES]);
    return { counts: counts.rows, voters: voters.rows[0]?.voters ?? 0 };
  }
}

function duelOf({ id, voter, pair, leftPitch, rightPitch, leftPlayer, rightPlayer, choice }: Duel): DuelRecord {
  const decided = choice === null ? null : oneOf(DUEL_CHOICES, choice);
  return { id, voter, pair, leftPitch, rightPitch, leftPlayer, rightPlayer, choice: decided };
}

function numberOf(judge: string): number {
  return Number(judge.slice('judge_'.length));
}
