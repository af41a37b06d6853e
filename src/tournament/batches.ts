/** Plays scripted matches in batches: one statement claims them, and another stores them while the next batch is played in memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TOURNAMENT, traced } from '~/lib/tracing/trace';
import type { Services } from '~/match/services';
import { isAway, willPass } from '~/store/database-error';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { BatchedMatch, BatchStore, WaitingTournament } from '~/store/tournaments/batch-store';
import { type FixtureRecord, playsAs } from '~/store/tournaments/tournament';
import { type FixturePlace, matchOf } from './fixture-match';
import { outcomeOf, playNew } from './play-fixture';

/** Larger batches gain little, and a crash loses a whole batch. */
const MOST = 64;
const PER_SLOT = 4;
/** Size of the first batch, before the pace is known. */
const FIRST = 4;
/** Target duration of a batch. */
const BATCH_MS = 500;
/** Matches that take longer are played by the queue, where they can be watched and run concurrently. */
const LONG_MS = 1_000;
/** Maximum size of a statement. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Concurrency for scripts that run on threads. */
const LANES = 4;
const LOOK_EVERY_MS = 2_000;
const REST_MS = 500;

type Place = Omit<FixturePlace, 'fixture'>;

export interface BatchesOptions {
  batches: BatchStore;
  /** The worker's slots for scripted matches. */
  slots: number;
  /** The code of this process. */
  code: string;
  placeOf(id: string): Promise<Place | null>;
  /** Called when a tournament changed. */
  moved(id: string): void;
  /** Called when worlds must be solved. */
  scoring(): void;
  revive(): Promise<void>;
}

interface Batch {
  id: string;
  place: Place;
  fixtures: FixtureRecord[];
}

export class Batches {
  private readonly services: Services;
  private readonly options: BatchesOptions;
  private readonly stopping = new AbortController();
  /** Milliseconds per match by tournament, as a running mean. */
  private readonly pace = new Map<string, number>();
  private running: Promise<void> = Promise.resolve();
  private hush: (() => Promise<void>) | null = null;
  private rung = new AbortController();
  private lastId = '';
  isBusy = false;

  constructor(services: Services, options: BatchesOptions) {
    this.services = services;
    this.options = options;
  }

  async start(): Promise<void> {
    this.hush = await this.services.store.listen(({ kind }) => {
      if (kind === 'tournament') this.rung.abort();
    });
    this.running = this.run();
  }

  /** Releases what was claimed but not played. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.rung.abort();
    await this.running;
    await this.hush?.();
  }

  private async run(): Promise<void> {
    let keeping: Promise<void> = Promise.resolve();
    let ahead = this.claim();
    while (!this.stopping.signal.aborted) {
      const batch = await ahead;
      this.isBusy = batch !== null;
      if (batch === null) {
        await keeping;
        await this.rest();
        ahead = this.claim();
        continue;
      }
      ahead = this.claim();
      const played = await this.play(batch);
      await keeping; // only one batch at a time is being written
      keeping = this.keep(batch, played);
    }
    await keeping;
    const left = await ahead;
    if (left) await this.options.batches.release(left.fixtures.map(({ matchId }) => matchId)).catch(() => undefined); // if this fails, they are released as a dead process's
    this.isBusy = false;
  }

  /** Alternates between tournaments. null if nothing is waiting or the database does not answer. */
  private async claim(): Promise<Batch | null> {
    const { batches, slots, code, placeOf } = this.options;
    try {
      const ready = (await batches.waiting()).filter((one) => playsAs(one.code, code));
      const [demos, others] = [ready.filter(({ demo }) => demo), ready.filter(({ demo }) => !demo)];
      for (const id of [...this.turnsOf(others), ...this.turnsOf(demos)]) {
        const place = await placeOf(id);
        if (!place) continue;
        const pace = this.pace.get(id);
        // Not for the demo league: matches in the queue would not pause while people play.
        if (pace !== undefined && pace > LONG_MS && !place.tournament.plan.demo) {
          await batches.toQueue(id, null);
          continue;
        }
        const fixtures = await batches.claim(id, sizeOf(slots, pace));
        if (fixtures.length === 0) continue;
        this.lastId = id;
        return { id, place, fixtures };
      }
    } catch (fault) {
      this.services.log.warn({ fault }, 'matches could not be claimed; trying again');
      if (isAway(fault)) await this.options.revive().catch(() => undefined);
    }
    return null;
  }

  private turnsOf(ready: readonly WaitingTournament[]): string[] {
    const ids = ready.map(({ id }) => id).sort();
    return [...ids.filter((id) => id > this.lastId), ...ids.filter((id) => id <= this.lastId)];
  }

  /** Only between batches: nothing is claimed, played or stored. */
  private async rest(): Promise<void> {
    await sleep(LOOK_EVERY_MS, undefined, { signal: this.rung.signal }).catch(() => undefined);
    if (this.rung.signal.aborted) this.rung = new AbortController();
    await this.options.batches.releaseUnplayed().catch(() => undefined); // the next check
  }

  /** The matches that were played to their end. */
  private play(batch: Batch): Promise<BatchedMatch[]> {
    const facts = () => ({ [TOURNAMENT]: batch.id, 'mandi.matches': batch.fixtures.length });
    const outcome = (played: BatchedMatch[]) => ({ 'mandi.matches.played': played.length });
    return traced('batch', { facts, outcome }, () => this.playAll(batch));
  }

  private async playAll({ id, place, fixtures }: Batch): Promise<BatchedMatch[]> {
    const began = performance.now();
    const played: BatchedMatch[] = [];
    const waiting = [...fixtures];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next && !this.stopping.signal.aborted; next = waiting.shift()) {
        const one = await this.playOne({ ...place, fixture: next });
        if (one) played.push(one);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (played.length > 0) {
      const pace = (performance.now() - began) / played.length;
      this.pace.set(id, ((this.pace.get(id) ?? pace) + pace) / 2);
    }
    return played;
  }

  private async playOne(at: FixturePlace): Promise<BatchedMatch | null> {
    const { processId, now } = this.services;
    const services = { ...this.services, store: new MemoryEventStore(processId, now, { copies: false }) };
    try {
      const made = await matchOf(services, at);
      if (made.kind === 'known') return null;
      const over = await playNew(services, made, this.stopping.signal);
      if (over?.match.status !== 'finished' || over.stored === undefined) return null;
      const { match, stored } = over;
      const outcome = await outcomeOf(services, at.fixture, { match, stored, record: at.tournament });
      return { tournamentId: at.tournament.id, order: at.fixture.order, match, seasonPlay: made.seasonPlay, events: stored, ...outcome };
    } catch (fault) {
      this.services.log.warn({ fault, matchId: at.fixture.matchId }, 'a match broke off in memory');
      return null;
    }
  }

  /** Matches that cannot be stored this way, or did not end, are moved to the queue, which reports why. */
  private async keep({ id, fixtures }: Batch, played: readonly BatchedMatch[]): Promise<void> {
    const stored = new Set<string>();
    for (const part of partsOf(played)) for (const matchId of (await this.store(part)) ?? []) stored.add(matchId);
    const left = fixtures.filter(({ matchId }) => !stored.has(matchId));
    if (this.stopping.signal.aborted) await this.options.batches.release(left.map(({ matchId }) => matchId)).catch(() => undefined);
    else if (left.length > 0) await this.handOver(id, left);
    if (stored.size === 0) return;
    this.options.moved(id);
    if (played.some(({ world }) => world !== null)) this.options.scoring();
  }

  /** Retries until it is stored; null if the database refuses it or this process stops. */
  private async store(part: readonly BatchedMatch[]): Promise<Set<string> | null> {
    for (;;) {
      try {
        const facts = () => ({ [TOURNAMENT]: part[0]?.tournamentId, 'mandi.matches': part.length });
        return await traced('store batch', { facts }, () => this.options.batches.keep(part));
      } catch (fault) {
        this.services.log.warn({ fault }, 'a batch of matches could not be stored');
        if (!willPass(fault) || this.stopping.signal.aborted) return null;
        await this.options.revive().catch(() => undefined);
        await sleep(REST_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  private async handOver(id: string, fixtures: readonly FixtureRecord[]): Promise<void> {
    try {
      await this.options.batches.toQueue(
        id,
        fixtures.map(({ order }) => order),
      );
    } catch (fault) {
      this.services.log.warn({ fault, id }, 'matches that could not be played in memory could not be handed over either');
      await this.options.batches.release(fixtures.map(({ matchId }) => matchId)).catch(() => undefined);
    }
  }
}

/** A worker with one slot plays one match at a time. */
function sizeOf(slots: number, pace: number | undefined): number {
  const most = slots === 1 ? 1 : Math.min(MOST, PER_SLOT * slots);
  return Math.max(1, Math.min(most, pace === undefined ? FIRST : Math.floor(BATCH_MS / pace)));
}

function partsOf(played: readonly BatchedMatch[]): BatchedMatch[][] {
  const parts: BatchedMatch[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of played) {
    const own = one.events.reduce((sum, { json }) => sum + json.length, 0);
    if (bytes + own > MOST_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    bytes += own;
    parts.at(-1)?.push(one);
  }
  return parts;
}
