/**
 * The score on a thread of its own: a solve takes up to its limit and would hold up every match of the process. Few threads, started
 * when first asked, ended when nothing was asked for a while; a waiting score keeps the process alive, an idle thread does not.
 * Nothing that this file loads knows the solver: it is cheap to import.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { type KnownWorld, worldOf } from '~/games/gpu-market/open/pairs';
import { LIMIT_SECONDS } from './limit';
import { profitsOf } from './profits';
import type { OpenScore } from './score';

/** All that a score needs of a match. */
export interface ScoreOrder {
  world: KnownWorld;
  profits: Record<string, number>;
  limitSeconds: number;
}

export type ScoreAnswer = { ok: true; score: OpenScore } | { ok: false; why: string };

export interface SolverSettings {
  /** At most so many threads. */
  threads: number;
  /** An idle thread ends after this. */
  idleMs: number;
  /** A thread that says nothing so long after the solver's own limit is ended, and its order fails. */
  graceMs: number;
}

const SETTINGS: SolverSettings = { threads: Math.max(1, Math.min(2, availableParallelism() - 1)), idleMs: 60_000, graceMs: 60_000 };

interface Waiting {
  order: ScoreOrder;
  resolve: (score: OpenScore) => void;
  reject: (fault: Error) => void;
}

export class Solvers {
  private readonly settings: SolverSettings;
  private readonly queue: Waiting[] = [];
  private readonly threads = new Set<SolverThread>();

  constructor(settings: Partial<SolverSettings> = {}) {
    this.settings = { ...SETTINGS, ...settings };
  }

  /** In the order asked, as threads become free. */
  score(order: ScoreOrder): Promise<OpenScore> {
    return new Promise((resolve, reject) => {
      this.queue.push({ order, resolve, reject });
      this.work();
    });
  }

  /** Ends the threads; what was still to be scored fails. */
  async close(): Promise<void> {
    const fault = new Error('the solvers are closed');
    for (const waiting of this.queue.splice(0)) waiting.reject(fault);
    await Promise.all([...this.threads].map((thread) => thread.end(fault)));
  }

  private work(): void {
    while (this.queue.length > 0) {
      const free = [...this.threads].find((thread) => thread.isFree) ?? this.start();
      const next = free === null ? undefined : this.queue.shift();
      if (free === null || next === undefined) return;
      free.take(next);
    }
  }

  private start(): SolverThread | null {
    if (this.threads.size >= this.settings.threads) return null;
    const thread = new SolverThread(this.settings, {
      free: () => this.work(),
      gone: () => {
        this.threads.delete(thread);
        this.work();
      },
    });
    this.threads.add(thread);
    return thread;
  }
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
  return solvers.score({ world: worldOf(events), profits: profitsOf(events), limitSeconds });
}

/** What a world offers, before anybody has played in it: its optimum, autarkies and scale; profits and gains are of those who do nothing. */
export async function boundsBeside(world: KnownWorld, limitSeconds = LIMIT_SECONDS): Promise<OpenScore> {
  return solvers.score({ world, profits: {}, limitSeconds });
}

/** For a process that stops: no thread stays behind. A later score starts anew. */
export async function closeSolvers(): Promise<void> {
  const old = solvers;
  solvers = new Solvers();
  await old.close();
}
