import type { Shelves } from '../memory-shelves';
import type { SeasonRecord, SeasonStore } from './season-store';

export class MemorySeasonStore implements SeasonStore {
  private readonly shelves: Shelves;
  private readonly seasons = new Map<string, SeasonRecord>();

  constructor(shelves: Shelves) {
    this.shelves = shelves;
  }

  async open(season: Pick<SeasonRecord, 'id' | 'keyHash' | 'key'>): Promise<SeasonRecord> {
    const record = { ...season, openedAt: new Date(this.shelves.now()), closedAt: null };
    this.seasons.set(season.id, record);
    return { ...record };
  }

  async get(id: string): Promise<SeasonRecord | null> {
    const found = this.seasons.get(id);
    return found ? { ...found } : null;
  }

  async list(): Promise<SeasonRecord[]> {
    return [...this.seasons.values()].map((season) => ({ ...season })).reverse();
  }

  async close(id: string): Promise<SeasonRecord | null> {
    const found = this.seasons.get(id);
    if (found && found.closedAt === null) {
      found.closedAt = new Date(this.shelves.now());
      this.shelves.call({ matchId: id, kind: 'season', head: 0, from: this.shelves.processId });
    }
    return this.get(id);
  }

  async nextWorld(id: string): Promise<number> {
    const used = [...this.shelves.all.values()].map(({ record }) => (record.season?.id === id ? record.season.index : -1));
    return Math.max(-1, ...used) + 1;
  }
}
