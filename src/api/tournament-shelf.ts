/** Standings as they are at the moment, computed once for all who ask, and never so often that matches would wait for it. */

import type { Services } from '~/match/services';
import { openOf } from '~/tournament/open-fixtures';
import { standingsInWorker } from '~/tournament/standings-in-worker';
import { countWithPeople } from '~/tournament/tend-tables';
import type { FixtureCounts, FixtureRecord, Standings, TournamentRecord } from '~/tournament/tournament';
import { progressOf } from './tournament-progress';
import type { Progress } from './tournament-words';

export interface Reading {
  /** When the table was computed: while matches end, it may be some seconds old. */
  at: Date;
  record: TournamentRecord;
  counts: FixtureCounts;
  standings: Standings;
  progress: Progress;
}

/** Standings of a moving tournament are computed again no sooner than this many times what it took the last time. */
const REST = 4;
const LEAST_REST_MS = 500;
const KEPT = 64;

interface Kept {
  /** What they were computed from. */
  state: string;
  reading: Reading;
  at: number;
  took: number;
}

export class TournamentShelf {
  private readonly services: Pick<Services, 'store' | 'now'>;
  private readonly kept = new Map<string, Kept>();
  private readonly pending = new Map<string, Promise<Reading | null>>();

  constructor(services: Pick<Services, 'store' | 'now'>) {
    this.services = services;
  }

  /**
   * null: there is no such tournament. Where matches have ended since the last table, that one is the answer, with its time, and the next is
   * computed behind it; of a tournament that rests or is over the answer is always the newest table.
   */
  async read(id: string): Promise<Reading | null> {
    const before = this.kept.get(id);
    if (!before) return this.refresh(id);
    const now = await this.look(id);
    if (!now) return null;
    if (before.state === now.state) return before.reading;
    const reading = this.refresh(id);
    if (!isMoving(now)) return reading;
    reading.catch(() => undefined); // whoever asks next computes it again, and hears why not
    const { record, counts } = now;
    return { ...before.reading, record, counts };
  }

  /** Who asks while it is computed gets the same answer. */
  private refresh(id: string): Promise<Reading | null> {
    const running = this.pending.get(id);
    if (running) return running;
    const reading = this.compute(id).finally(() => this.pending.delete(id));
    this.pending.set(id, reading);
    return reading;
  }

  private async compute(id: string): Promise<Reading | null> {
    const before = this.kept.get(id);
    if (before) await this.rest(before);
    const now = await this.look(id);
    if (!now) return null;
    if (before?.state === now.state) return before.reading;
    const { record, counts, state } = now;
    const began = this.services.now();
    const ended = await endedFixtures(this.services, id);
    const [standings, withPeople] = await Promise.all([standingsInWorker(record, ended, counts), countWithPeople(this.services, record)]);
    const at = this.services.now();
    const reading = { at: new Date(at), record, counts, standings, progress: progressOf(record, ended, { counts, withPeople }) };
    this.kept.delete(id);
    this.kept.set(id, { state, reading, at, took: at - began });
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return reading;
  }

  private async look(id: string): Promise<{ record: TournamentRecord; counts: FixtureCounts; state: string } | null> {
    const { tournaments } = this.services.store;
    const [record, counts] = await Promise.all([tournaments.get(id), tournaments.counts(id)]);
    return record && { record, counts, state: JSON.stringify([record.status, record.stages, record.entrants, counts]) };
  }

  /** Standings are not computed so often that matches would wait for them. */
  private async rest({ at, took }: Kept): Promise<void> {
    const left = at + Math.max(LEAST_REST_MS, REST * took) - this.services.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(left, 10_000)));
  }
}

/** Another match will end, and whoever looks on is told of it: an older table does not stay. */
function isMoving({ record, counts }: Pick<Reading, 'record' | 'counts'>): boolean {
  return record.status === 'running' && openOf(counts) > 0;
}

async function endedFixtures({ store }: Pick<Services, 'store'>, id: string): Promise<FixtureRecord[]> {
  const ended: FixtureRecord[] = [];
  for await (const fixture of store.tournaments.results(id)) ended.push(fixture);
  const failed = await store.tournaments.fixtures(id, { status: ['failed'] });
  return [...ended, ...failed].sort((a, b) => a.order - b.order);
}
