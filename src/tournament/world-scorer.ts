/** Solves the worlds of finished matches while others are played, and stores the scores of all matches of a solved world. */
import { createHash } from 'node:crypto';
import type { GameEvent } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { LARGE_WORLD, type WorldBounds } from '~/contract/pack';
import { means } from '~/engine/means';
import { codeId } from '~/eval/code-digest';
import { packOf } from '~/games/packs';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/match-record';
import type { ClaimedWorld, WorldKey } from '~/store/scoring/scoring-store';
import { type PlayedMatch, scored } from './fixture-result';

/** Solves at the same time. The solver has its own threads and queue; a few wait there, so that no thread is idle. */
const SHORT = 4;
const LOOK_EVERY_MS = 2_000;
/** A claim that was not renewed for this long belongs to a dead process. */
const HELD_MS = 10_000;
const READY_AT_ONCE = 200;

const BROKEN = 'The best possible result of its world could not be computed, so it has no scores. The server’s log says why.';

/** Equal for the same world under the same code, in any process. */
export function worldKey({ of: world, by }: NonNullable<PlayedMatch['world']>): WorldKey {
  return {
    key: createHash('sha256')
      .update(`${codeId()} ${by.text(world)}`)
      .digest('hex'),
    size: by.size(world),
  };
}

export class WorldScorer {
  private readonly services: Services;
  private readonly moved: (tournamentId: string) => void;
  private readonly solving = new Map<string, { hard: boolean }>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private again = false;
  private stopped = true;

  /** `moved` is called with every tournament that has a new result. */
  constructor(services: Services, moved: (tournamentId: string) => void) {
    this.services = services;
    this.moved = moved;
  }

  start(): void {
    this.stopped = false;
    this.timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
    this.wake();
  }

  /** Leaves unsolved worlds to others, without waiting for running solves. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.looking;
    const keys = [...this.solving.keys()];
    if (keys.length > 0) await this.services.store.scoring.release(keys).catch(() => undefined); // they lapse by themselves
  }

  get isBusy(): boolean {
    return this.solving.size > 0;
  }

  /** Call it when a match has ended or a world was solved. */
  wake(): void {
    if (this.stopped) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = this.look().finally(() => {
      this.looking = null;
      if (!this.again) return;
      this.again = false;
      this.wake();
    });
  }

  private async look(): Promise<void> {
    const { scoring } = this.services.store;
    try {
      const keys = [...this.solving.keys()];
      if (keys.length > 0) await scoring.renew(keys, HELD_MS);
      await this.finishReady();
      const hard = [...this.solving.values()].filter((one) => one.hard).length;
      const free = { short: SHORT - (keys.length - hard), hard: 1 - hard };
      if (this.stopped || free.short + free.hard === 0) return;
      for (const world of await scoring.claim({ hardFrom: LARGE_WORLD, ...free, forMs: HELD_MS })) void this.solve(world);
    } catch (fault) {
      this.services.log.warn({ fault }, 'scores of matches could not be looked after; trying again');
    }
  }

  /** Never throws. A solution that could not be stored is kept in memory, and stored when this process claims the world again. */
  private async solve({ key, size, matchId }: ClaimedWorld): Promise<void> {
    if (this.solving.has(key)) return;
    this.solving.set(key, { hard: size >= LARGE_WORLD });
    const { store, log } = this.services;
    try {
      const [match, stored] = await Promise.all([store.get(matchId), store.read(matchId)]);
      const events = stored.map(({ event }) => event);
      const bounds = await solutionOf(match, events).catch((fault: unknown) => this.noteBroken(key, fault));
      if (bounds) await store.scoring.solved(key, bounds);
    } catch (fault) {
      log.warn({ fault, matchId }, 'a world could not be read, or its solution not be stored; trying again');
    } finally {
      this.solving.delete(key);
      this.wake();
    }
  }

  private async noteBroken(key: string, fault: unknown): Promise<null> {
    if (this.stopped) return null;
    this.services.log.warn({ fault }, 'a world could not be solved');
    for (const id of await this.services.store.scoring.broke(key, BROKEN)) this.moved(id);
    return null;
  }

  private async finishReady(): Promise<void> {
    const { scoring, tournaments } = this.services.store;
    const ready = await scoring.ready(READY_AT_ONCE);
    for (const { id, order, result, bounds } of ready) {
      if (await tournaments.finish(id, order, scored(result, bounds))) this.moved(id);
    }
    if (ready.length === READY_AT_ONCE) this.again = true;
  }
}

async function solutionOf(match: MatchRecord | null, events: readonly GameEvent[]): Promise<WorldBounds> {
  const worlds = match && packOf(refOf(match)).worlds;
  if (!worlds) throw new Error(`match ${match?.id ?? ''} has no world to be solved`);
  return worlds.bounds(worlds.of(events), means);
}
