import { z } from 'zod';
import { type GameKey, isGameKey } from '~/contract/game-ref';
import type { PrismaClient, Series } from '../generated/client';
import { LIVE_STATUSES } from '../match-order';
import type { MatchRecord } from '../match-record';
import { recordOf } from '../match-row';
import { CHANNEL } from '../notice-board';
import { type NewSeries, SERIES_STATUSES, type SeriesEnd, type SeriesRecord, type SeriesStore } from './series-store';

const words = z.object({
  game: z.custom<GameKey>((key) => typeof key === 'string' && isGameKey(key), 'no key of a game'),
  players: z.array(z.string()),
  status: z.enum(SERIES_STATUSES),
  scores: z.array(z.number().nullable()).nullable(),
});

export class PostgresSeriesStore implements SeriesStore {
  private readonly prisma: PrismaClient;
  private readonly processId: string;

  constructor(prisma: PrismaClient, processId: string) {
    this.prisma = prisma;
    this.processId = processId;
  }

  async create({ config, ...series }: NewSeries): Promise<SeriesRecord> {
    return seriesOf(await this.prisma.series.create({ data: { ...series, config: config as object, status: 'running' } }));
  }

  async get(id: string): Promise<SeriesRecord | null> {
    const row = await this.prisma.series.findUnique({ where: { id } });
    return row && seriesOf(row);
  }

  async matches(id: string): Promise<MatchRecord[]> {
    const rows = await this.prisma.match.findMany({ where: { seriesId: id }, orderBy: { seriesPlace: 'asc' } });
    return rows.map(recordOf);
  }

  async due(limit: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM series
      WHERE status = 'running' AND NOT EXISTS (
        SELECT FROM match WHERE match.series_id = series.id AND match.status = ANY(${[...LIVE_STATUSES]}::text[])
      ) AND NOT EXISTS (
        SELECT FROM tournament_fixture AS fixture JOIN tournament ON tournament.id = fixture.tournament_id
        WHERE fixture.match_id = series.id AND fixture.status = 'playing' AND tournament.status IN ('running', 'paused')
      )
      ORDER BY created_at LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }

  async end(id: string, { status, scores, fault }: SeriesEnd): Promise<boolean> {
    const ended = await this.prisma.$queryRaw<unknown[]>`
      WITH ended AS (
        UPDATE series SET status = ${status}, scores = ${JSON.stringify(scores)}::jsonb, fault = ${fault}, finished_at = now()
        WHERE id = ${id} AND status = 'running' RETURNING id
      ), told AS (
        UPDATE match SET series_sealed = false FROM ended WHERE match.series_id = ended.id
      )
      SELECT pg_notify(${CHANNEL}, id || ' season ' || ${this.processId}::text || ' 0')::text FROM ended`;
    return ended.length > 0;
  }
}

/** Once written, missing scores are JSON null. */
function seriesOf(row: Series): SeriesRecord {
  return { ...row, ...words.parse(row) };
}
