/** Current standings, computed once for all callers, and rarely enough not to delay matches. */

import type { Services } from '~/match/services';
import { openOf } from '~/store/tournaments/open-fixtures';
import type { FixtureCounts, FixtureRecord, Standings, TournamentRecord } from '~/store/tournaments/tournament';
import { isSealed } from '~/tournament/sealed/sealed-standings';
import { standingsInWorker } from '~/tournament/standings-in-worker';
import { countWithPeople } from '~/tournament/tend-tables';
import { progressOf } from './progress';
import type { Progress } from './types';

export interface Reading {
  /** When the table was computed. While matches end, it may be seconds old. */
  at: Date;
  record: TournamentRecord;
  counts: FixtureCounts;
  standings: Standings;
  progress: Progress;
}

/** After computing standings of a running tournament, waits for this multiple of the computation's duration. */
const REST = 4;
const LEAST_REST_MS = 500;
const KEPT = 64;
/** With this many matches, the table takes so long that the first visitor should not have to wait for it. */
const LARGE = 500;
const READY_EVERY_MS = 5_000;

interface Kept {
  /** Identifies the input of the computation. */
  state: string;
  reading: Reading;
  at: number;
  took: number;
}

export class StandingsCache {
  private readonly services: Pick<Services, 'store' | 'now'>;
  private readonly kept = new Map<string, Kept>();
  private readonly pending = new Map<string, Promise<Reading | null>>();
  /** Ends the pause before the next computation. */
  private readonly wake = new Map<string, () => void>();

  constructor(services: Pick<Services, 'store' | 'now'>) {
    this.services = services;
  }

  /**
   * Starts to compute tables of large running tournaments before anyone asks: each time the number of finished matches has doubled, so that
   * all of them together cost at most twice the last.
   */
  async keepReady(): Promise<() => Promise<void>> {
    const { store } = this.services;
    const moved = new Set(await store.tournaments.running());
    const stop = await store.listen(({ kind, matchId }) => {
      if (kind === 'tournament') moved.add(matchId);
    });
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      void this.makeReady(moved).finally(() => {
        isBusy = false;
      });
    }, READY_EVERY_MS);
    return async () => {
      clearInterval(timer);
      await stop();
    };
  }

  private async makeReady(moved: Set<string>): Promise<void> {
    const now = new Set(moved);
    moved.clear(); // changes in the meantime are handled next time
    // On failure, the next caller computes it and receives the error.
    for (const id of now) await this.makeReadyOne(id).catch(() => undefined);
  }

  private async makeReadyOne(id: string): Promise<void> {
    const now = await this.look(id);
    const known = this.kept.get(id)?.reading.counts.done ?? 0;
    if (now && isMoving(now) && now.counts.done >= Math.max(LARGE, 2 * known)) await this.refresh(id);
  }

  /**
   * null if there is no such tournament. If matches ended since the last table, returns that table with its time and computes the next in
   * the background. For a paused or finished tournament, always returns the newest table.
   */
  async read(id: string): Promise<Reading | null> {
    const before = this.kept.get(id);
    if (!before) return this.refresh(id);
    const now = await this.look(id);
    if (!now) return null;
    if (before.state === now.state) return before.reading;
    if (!isMoving(now)) return this.newest(id, now.state);
    this.refresh(id).catch(() => undefined); // the next caller computes it again and receives the error
    const { record, counts } = now;
    return { ...before.reading, record, counts };
  }

  /** For a paused or finished tournament: nothing competes for time, and a table begun before the last match ended is not final. */
  private async newest(id: string, state: string): Promise<Reading | null> {
    this.wake.get(id)?.();
    await this.refresh(id, 'now');
    const kept = this.kept.get(id);
    return kept?.state === state ? kept.reading : this.refresh(id, 'now');
  }

  /** Concurrent callers share one computation. */
  private refresh(id: string, when: 'rested' | 'now' = 'rested'): Promise<Reading | null> {
    const running = this.pending.get(id);
    if (running) return running;
    const reading = this.compute(id, when).finally(() => this.pending.delete(id));
    this.pending.set(id, reading);
    return reading;
  }

  private async compute(id: string, when: 'rested' | 'now'): Promise<Reading | null> {
    const before = this.kept.get(id);
    if (before && when === 'rested') await this.rest(id, before);
    const now = await this.look(id);
    if (!now) return null;
    if (before?.state === now.state) return before.reading;
    const { record, counts, state, sealed } = now;
    const began = this.services.now();
    const ended = await endedFixtures(this.services, id);
    const [standings, withPeople] = await Promise.all([
      standingsInWorker(record, ended, counts, sealed),
      countWithPeople(this.services, record),
    ]);
    const at = this.services.now();
    const reading = { at: new Date(at), record, counts, standings, progress: progressOf(record, ended, { counts, withPeople }) };
    this.kept.delete(id);
    this.kept.set(id, { state, reading, at, took: at - began });
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return reading;
  }

  private async look(id: string): Promise<{ record: TournamentRecord; counts: FixtureCounts; state: string; sealed: boolean } | null> {
    const { tournaments } = this.services.store;
    const [record, counts] = await Promise.all([tournaments.get(id), tournaments.counts(id)]);
    if (!record) return null;
    const sealed = await isSealed(this.services.store, record);
    return { record, counts, sealed, state: JSON.stringify([record.status, record.stages, record.entrants, counts, sealed]) };
  }

  /** Pauses, so that standings do not delay matches. */
  private async rest(id: string, { at, took }: Kept): Promise<void> {
    const left = at + Math.max(LEAST_REST_MS, REST * took) - this.services.now();
    if (left <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(left, 10_000));
      this.wake.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.wake.delete(id);
  }
}

/** More matches will end, and watchers are notified, so an older table is replaced soon. */
function isMoving({ record, counts }: Pick<Reading, 'record' | 'counts'>): boolean {
  return record.status === 'running' && openOf(counts) > 0;
}

async function endedFixtures({ store }: Pick<Services, 'store'>, id: string): Promise<FixtureRecord[]> {
  const ended: FixtureRecord[] = [];
  for await (const fixture of store.tournaments.results(id)) ended.push(fixture);
  const failed = await store.tournaments.fixtures(id, { status: ['failed'] });
  return [...ended, ...failed].sort((a, b) => a.order - b.order);
}
