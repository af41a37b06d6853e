import type { PrismaClient } from './generated/client';
import type { SeasonRecord, SeasonStore } from './season-store';

export class PostgresSeasonStore implements SeasonStore {
  private readonly prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.prisma = prisma;
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
    await this.prisma.season.updateMany({ where: { id, closedAt: null }, data: { closedAt: new Date() } });
    return this.get(id);
  }

  async nextWorld(id: string): Promise<number> {
    const newest = await this.prisma.match.aggregate({ where: { seasonId: id }, _max: { seasonIndex: true } });
    return (newest._max.seasonIndex ?? -1) + 1;
  }
}
