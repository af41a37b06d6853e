import type { FixtureRecord, FixtureResult } from '../tournaments/tournament';
import type { FixtureJob } from '../tournaments/tournament-store';
import {
  type ClaimedWorld,
  type ClaimWish,
  CUT_KEPT_MS,
  MOST_SOLVES,
  type PlayedFixture,
  type ReadyFixture,
  type ScoringStore,
  type SolvedWorld,
  type WorldKey,
} from './scoring-store';

interface KeptWorld extends WorldKey {
  bounds: SolvedWorld | null;
  solvedAt: number;
  heldUntil: number;
  tries: number;
}

interface Handed extends FixtureJob {
  key: string;
  result: FixtureResult;
}

/** Fixtures of the tournaments in memory. */
export interface FixtureShelf {
  find(id: string, order: number): FixtureRecord | null;
  now(): number;
}

export class MemoryScoringStore implements ScoringStore {
  private readonly shelf: FixtureShelf;
  private readonly worlds = new Map<string, KeptWorld>();
  private handed: Handed[] = [];

  constructor(shelf: FixtureShelf) {
    this.shelf = shelf;
  }

  async hand({ id, order }: FixtureJob, { result, world }: PlayedFixture): Promise<boolean> {
    const fixture = this.shelf.find(id, order);
    if (!fixture || (fixture.status !== 'waiting' && fixture.status !== 'playing')) return false;
    fixture.status = 'scoring';
    this.handed.push({ id, order, key: world.key, result: structuredClone(result) });
    const known = this.worlds.get(world.key) ?? { ...world, bounds: null, solvedAt: 0, heldUntil: 0, tries: 0 };
    this.worlds.set(world.key, known);
    known.tries = 0;
    if (known.bounds?.by_clock && known.solvedAt < this.shelf.now() - CUT_KEPT_MS) known.bounds = null;
    return true;
  }

  async claim({ hardFrom, short, hard, forMs }: ClaimWish): Promise<ClaimedWorld[]> {
    const now = this.shelf.now();
    const waiting = this.waiting();
    const free = [...this.worlds.values()]
      .filter(
        ({ key, bounds, tries, heldUntil }) => !bounds && tries < MOST_SOLVES && heldUntil <= now && waiting.some((one) => one.key === key),
      )
      .sort((a, b) => a.size - b.size);
    const taken = [
      ...free.filter(({ size }) => size < hardFrom).slice(0, short),
      ...free.filter(({ size }) => size >= hardFrom).slice(0, hard),
    ];
    return taken.flatMap((world) => {
      world.heldUntil = now + forMs;
      const one = waiting.find(({ key }) => key === world.key);
      const fixture = one && this.shelf.find(one.id, one.order);
      return fixture ? [{ key: world.key, size: world.size, matchId: fixture.matchId }] : [];
    });
  }

  async renew(keys: readonly string[], forMs: number): Promise<void> {
    for (const key of keys) this.change(key, { heldUntil: this.shelf.now() + forMs });
  }

  async release(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.change(key, { heldUntil: 0 });
  }

  async solved(key: string, bounds: SolvedWorld): Promise<void> {
    this.change(key, { bounds, solvedAt: this.shelf.now(), heldUntil: 0 });
  }

  async broke(key: string, why: string): Promise<string[]> {
    const tries = (this.worlds.get(key)?.tries ?? 0) + 1;
    this.change(key, { tries, heldUntil: 0 });
    if (tries < MOST_SOLVES) return [];
    const theirs = this.waiting().filter((one) => one.key === key);
    for (const { id, order } of theirs) {
      const fixture = this.shelf.find(id, order);
      const finishedAt = new Date(this.shelf.now());
      if (fixture) Object.assign(fixture, { status: 'failed', fault: why, attempts: fixture.attempts + 1, finishedAt });
    }
    return [...new Set(theirs.map(({ id }) => id))];
  }

  async ready(limit: number): Promise<ReadyFixture[]> {
    const ready = this.waiting().flatMap(({ key, ...one }) => {
      const bounds = this.worlds.get(key)?.bounds;
      return bounds ? [{ ...one, bounds }] : [];
    });
    return structuredClone(ready.slice(0, limit));
  }

  private waiting(): Handed[] {
    this.handed = this.handed.filter(({ id, order }) => this.shelf.find(id, order)?.status === 'scoring');
    return this.handed;
  }

  private change(key: string, change: Partial<KeptWorld>): void {
    const world = this.worlds.get(key);
    if (world) Object.assign(world, change);
  }
}
