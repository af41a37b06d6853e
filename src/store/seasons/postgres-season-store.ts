import type { PrismaClient } from '../generated/client';
import { CHANNEL } from '../notice-board';
import type { SeasonRecord, SeasonStore } from './season-store';

export class PostgresSeasonStore implements SeasonStore {
  private readonly prisma: PrismaClient;
  private readonly processId: string;

  constructor(prisma: PrismaClient, processId: string) {
    this.prisma = prisma;
    this.processId = processId;
  }

  open(season: Pick<SeasonRecord, 'id' | 'keyHash' | 'key'>): Promise<SeasonRecord> {
    return this.prisma.season.create({ data: season });
  }

  get(id: string): Promise<SeasonRecord | null> {
    return this.prisma.season.findUnique({ where: { id } });
  }

  list(): Promise<SeasonRecord[]> {
    return this.prisma.season.findMany({ orderBy: [{ openedAt: 'desc' }, { id: 'desc' }] });
  }

  async close(id: string): Promise<SeasonRecord | null> {
    await this.prisma.$queryRaw`
      WITH closed AS (UPDATE season SET closed_at = now() WHERE id = ${id} AND closed_at IS NULL RETURNING id)
      SELECT pg_notify(${CHANNEL}, id || ' season ' || ${this.processId}::text || ' 0')::text FROM closed`;
    return this.get(id);
  }

  async nextWorld(id: string): Promise<number> {
    const newest = await this.prisma.match.aggregate({ where: { seasonId: id }, _max: { seasonIndex: true } });
    return (newest._max.seasonIndex ?? -1) + 1;
  }
}
