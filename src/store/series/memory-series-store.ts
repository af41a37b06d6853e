import { isLive } from '../match-order';
import type { MatchRecord } from '../match-record';
import type { Shelves } from '../memory-shelves';
import type { NewSeries, SeriesEnd, SeriesRecord, SeriesStore } from './series-store';

export class MemorySeriesStore implements SeriesStore {
  private readonly shelves: Shelves;
  private readonly isTournaments: (id: string) => boolean;
  private readonly all = new Map<string, SeriesRecord>();

  /** `isTournaments`: whether tournament workers play it. */
  constructor(shelves: Shelves, isTournaments: (id: string) => boolean) {
    this.shelves = shelves;
    this.isTournaments = isTournaments;
  }

  async create(series: NewSeries): Promise<SeriesRecord> {
    const createdAt = new Date(this.shelves.now());
    const record: SeriesRecord = {
      clockSeconds: null,
      ...structuredClone(series),
      status: 'running',
      scores: null,
      fault: null,
      createdAt,
      finishedAt: null,
    };
    this.all.set(series.id, record);
    return { ...record };
  }

  async get(id: string): Promise<SeriesRecord | null> {
    const found = this.all.get(id);
    return found ? { ...found } : null;
  }

  async matches(id: string): Promise<MatchRecord[]> {
    const own = [...this.shelves.all.values()].flatMap(({ record }) => (record.series?.id === id ? [{ ...record }] : []));
    return own.sort((a, b) => (a.series?.place ?? 0) - (b.series?.place ?? 0));
  }

  async due(limit: number): Promise<string[]> {
    const running = [...this.all.values()].filter(({ status }) => status === 'running');
    const due: string[] = [];
    for (const { id } of running) if (!this.isTournaments(id) && !(await this.matches(id)).some(isLive)) due.push(id);
    return due.slice(0, limit);
  }

  async end(id: string, end: SeriesEnd): Promise<boolean> {
    const found = this.all.get(id);
    if (found?.status !== 'running') return false;
    Object.assign(found, end, { finishedAt: new Date(this.shelves.now()) });
    for (const shelf of this.shelves.all.values()) {
      const { series } = shelf.record;
      if (series?.id === id) shelf.record = { ...shelf.record, series: { id, place: series.place } };
    }
    this.shelves.call({ matchId: id, kind: 'season', head: 0, from: this.shelves.processId });
    return true;
  }
}
