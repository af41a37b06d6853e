/**
 * The score on a thread of its own: a solve takes up to its limit and would hold up every match of the process. Few threads, started
 * when first asked, ended when nothing was asked for a while; a waiting score keeps the process alive, an idle thread does not. Short solves
 * go first, and hard worlds have a thread of their own.
 * Nothing that this file loads knows the solver: it is cheap to import.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { booksOf } from '~/games/gpu-market/open/books/conservation';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { type KnownWorld, worldBlocks, worldJobs, worldOf } from '~/games/gpu-market/open/pairs';
import { LIMIT_SECONDS } from './limit';
import type { OpenScore, ScoreBooks } from './score';

/** All that a score needs of a match. */
export interface ScoreOrder {
  world: KnownWorld;
  books: ScoreBooks;
  limitSeconds: number;
}

export type ScoreAnswer = { ok: true; score: OpenScore } | { ok: false; why: string };

export interface SolverSettings {
  /** At most so many threads, and one more for hard worlds. */
  threads: number;
  /** An idle thread ends after this. */
  idleMs: number;
  /** A thread that says nothing so long after the solver's own limit is ended, and its order fails. */
  graceMs: number;
}

/** Blocks times jobs: from here on a solve may take from many seconds to minutes. 20 labs have about so many. */
export const HARD = 5_000;

const SETTINGS: SolverSettings = { threads: Math.max(1, Math.min(2, availableParallelism() - 1)), idleMs: 60_000, graceMs: 60_000 };

interface Waiting {
  order: ScoreOrder;
  /** Blocks times jobs of its world. */
  size: number;
  resolve: (score: OpenScore) => void;
  reject: (fault: Error) => void;
}

export class Solvers {
  private readonly settings: SolverSettings;
  private readonly lanes: readonly Lane[];

  constructor(settings: Partial<SolverSettings> = {}) {
    this.settings = { ...SETTINGS, ...settings };
    this.lanes = [this.settings.threads, 1].map((most) => ({ most, queue: [], threads: new Set() }));
  }

  /** Short ones first, equals in the order asked, as threads become free; a hard world holds up other hard ones alone. */
  score(order: ScoreOrder): Promise<OpenScore> {
    return new Promise((resolve, reject) => {
      const size = sizeOf(order.world);
      const lane = this.lanes[size < HARD ? 0 : 1];
      if (!lane) return;
      const at = lane.queue.findIndex((waiting) => waiting.size > size);
      lane.queue.splice(at === -1 ? lane.queue.length : at, 0, { order, size, resolve, reject });
      this.work(lane);
    });
  }

  /** Ends the threads; what was still to be scored fails. */
  async close(): Promise<void> {
    const fault = new Error('the solvers are closed');
    for (const waiting of this.lanes.flatMap(({ queue }) => queue.splice(0))) waiting.reject(fault);
    await Promise.all(this.lanes.flatMap(({ threads }) => [...threads]).map((thread) => thread.end(fault)));
  }

  private work(lane: Lane): void {
    while (lane.queue.length > 0) {
      const free = [...lane.threads].find((thread) => thread.isFree) ?? this.start(lane);
      const next = free === null ? undefined : lane.queue.shift();
      if (free === null || next === undefined) return;
      free.take(next);
    }
  }

  private start(lane: Lane): SolverThread | null {
    if (lane.threads.size >= lane.most) return null;
    const thread = new SolverThread(this.settings, {
      free: () => this.work(lane),
      gone: () => {
        lane.threads.delete(thread);
        this.work(lane);
      },
    });
    lane.threads.add(thread);
    return thread;
  }
}

/** Threads and what waits for them. */
interface Lane {
  most: number;
  /** From the shortest on. */
  queue: Waiting[];
  threads: Set<SolverThread>;
}

/** Blocks times jobs. */
export function sizeOf(world: KnownWorld): number {
  return worldBlocks(world).length * worldJobs(world).length;
}

interface Ears {
  free: () => void;
  gone: () => void;
}

class SolverThread {
  private readonly worker = new Worker(new URL('./solver-entry.mjs', import.meta.url));
  private readonly settings: SolverSettings;
  private readonly ears: Ears;
  private now: Waiting | null = null;
  private timer: NodeJS.Timeout | undefined;
  private over = false;

  constructor(settings: SolverSettings, ears: Ears) {
    this.settings = settings;
    this.ears = ears;
    this.worker.on('message', (answer: ScoreAnswer) => this.hear(answer));
    this.worker.on('error', (fault) => void this.end(fault));
    this.worker.on('exit', (code) => void this.end(new Error(`a solver's thread ended early (exit code ${code})`)));
  }

  get isFree(): boolean {
    return this.now === null && !this.over;
  }

  take(waiting: Waiting): void {
    this.now = waiting;
    this.worker.ref();
    this.wake(waiting.order.limitSeconds * 1000 + this.settings.graceMs, 'a solver did not answer in its time');
    this.worker.postMessage(waiting.order);
  }

  /** Whoever waits for this thread hears the fault. */
  async end(fault: Error): Promise<void> {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    this.now?.reject(fault);
    this.now = null;
    this.ears.gone();
    await this.worker.terminate();
  }

  private hear(answer: ScoreAnswer): void {
    const asked = this.now;
    this.now = null;
    this.worker.unref();
    this.wake(this.settings.idleMs, 'idle');
    if (answer.ok) asked?.resolve(answer.score);
    else asked?.reject(new Error(answer.why));
    this.ears.free();
  }

  private wake(afterMs: number, why: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.end(new Error(why)), afterMs);
    this.timer.unref();
  }
}

let solvers = new Solvers();

/** The score of a match that is over, worked out beside whatever else this process does. */
export async function scoreBeside(events: readonly OpenEvent[], limitSeconds = LIMIT_SECONDS): Promise<OpenScore> {
  return solvers.score({ world: worldOf(events), books: booksOf(events), limitSeconds });
}

/** What a world offers, before anybody has played in it: its optimum, autarkies and scale; profits and gains are of those who do nothing. */
export async function boundsBeside(world: KnownWorld, limitSeconds = LIMIT_SECONDS): Promise<OpenScore> {
  return solvers.score({ world, books: { profits_cents: {}, difference_cents: 0 }, limitSeconds });
}

/** For a process that stops: no thread stays behind. A later score starts anew. */
export async function closeSolvers(): Promise<void> {
  const old = solvers;
  solvers = new Solvers();
  await old.close();
}
