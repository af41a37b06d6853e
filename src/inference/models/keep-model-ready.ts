import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '~/config';
import type { InferenceState } from '../inference-types';
import type { WorkerLine } from '../worker-protocol';
import { ModelError } from './model-error';
import type { Step } from './model-labels';
import { type Models, openModels } from './models';
import { findRuntime, installRuntime } from './runtime';
import { servableHere } from './servable';
import { type LocalWorker, type LocalWorkerOptions, spawnLocalWorker } from './spawn-local-worker';

export type ModelState = InferenceState['model'];

export interface KeepReadyOptions extends Pick<Config, 'model' | 'models' | 'device' | 'threads'> {
  /** false: serves what exists and downloads nothing. */
  fetches?: boolean;
}

export interface KeepReadyHooks {
  log: { info(line: string): void; warn(line: string): void };
  onState?(state: ModelState): void;
  /** Called when models were added or removed: `line()` may now return a worker, and a running one should check again. */
  onModels?(): void;
  /** Replaced in tests. */
  models?: Models;
  find?: typeof findRuntime;
  /** How often the folder is checked. */
  lookEveryMs?: number;
  spawn?(options: LocalWorkerOptions): LocalWorker;
  install?: typeof installRuntime;
}

export interface ModelKeeper {
  state(): ModelState;
  /** Starts this machine's worker; null if there is nothing to load or it is running. The caller asks again after it died. */
  line(): WorkerLine | null;
  /** Whether the model is in the folder, as of the last check. */
  has(model: string): boolean;
  /** false: off, or the download failed (it is retried later, see `onState`). Never rejects. */
  whenReady: Promise<boolean>;
  /** Checks the folder now. */
  look(): Promise<void>;
  /** Stops the download, keeping what was received, and ends the worker. */
  close(): void;
}

/** Detects models that other commands add. */
const LOOK_EVERY_MS = 3_000;
/** Delays before a failed download is retried; a server may start before its network. */
const AGAIN_MS = [30_000, 2 * 60_000, 10 * 60_000];

/**
 * Keeps the model of `MANDI_MODEL` and its runtime available, downloads them if necessary, and runs a worker for all models in the folder.
 * Nothing waits for it.
 */
export function keepModelReady(options: KeepReadyOptions, hooks: KeepReadyHooks): ModelKeeper {
  return new Keeper(options, hooks);
}

class Keeper implements ModelKeeper {
  readonly #options: KeepReadyOptions;
  readonly #hooks: KeepReadyHooks;
  readonly #ends = new AbortController();
  #state: ModelState;
  #worker: LocalWorker | null = null;
  #isRunning = false;
  /** What could be served at the last check; '': nothing. */
  #seen = '';
  #names: ReadonlySet<string> = new Set();
  #looking: Promise<void> = Promise.resolve();
  readonly whenReady: Promise<boolean>;

  constructor(options: KeepReadyOptions, hooks: KeepReadyHooks) {
    this.#options = options;
    this.#hooks = hooks;
    const { model, fetches = true } = options;
    this.#state = { status: model === null ? 'off' : 'missing', name: model ?? '', done: null, total: null, why: null };
    if (model === null) {
      this.whenReady = Promise.resolve(false);
      return;
    }
    this.whenReady = fetches ? this.#begin(model) : this.look().then(() => this.#state.status === 'ready');
    void this.#lookOnAndOn();
  }

  state(): ModelState {
    return this.#state;
  }

  has(model: string): boolean {
    return this.#names.has(model);
  }

  line(): WorkerLine | null {
    if (this.#seen === '' || this.#isRunning || this.#ends.signal.aborted) return null;
    const { log, spawn = spawnLocalWorker } = this.#hooks;
    const { models, device, threads } = this.#options;
    const say = (line: string) => log.warn(`inference worker: ${line}`);
    const worker = spawn({ models, device, threads, say, ...(this.#state.status === 'ready' && { warm: this.#state.name }) });
    this.#worker = worker;
    this.#isRunning = true;
    return {
      send: (message) => worker.send(message),
      onMessage: (hear) => worker.onMessage(hear),
      onClose: (hear) => {
        worker.onClose((why) => {
          this.#isRunning = false;
          hear(why);
        });
      },
      close: (why) => worker.close(why),
    };
  }

  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  close(): void {
    this.#ends.abort();
    this.#worker?.close();
    this.#worker = null;
  }

  async #lookOnAndOn(): Promise<void> {
    while (await this.#wait(this.#hooks.lookEveryMs ?? LOOK_EVERY_MS)) await this.look();
  }

  /** Never rejects: an unreadable folder counts as empty. */
  async #look(): Promise<void> {
    const { model, fetches = true } = this.#options;
    const cards = await servableHere(this.#options, this.#hooks).catch(() => []);
    const seen = cards.map(({ name, digest }) => `${name} ${digest}`).join('\n');
    const isThere = cards.some(({ name }) => name === model);
    if (!fetches && isThere && this.#state.status === 'missing') this.#set({ status: 'ready' });
    if (seen === this.#seen || this.#ends.signal.aborted) return;
    this.#seen = seen;
    this.#names = new Set(cards.filter(({ kind }) => kind === 'model').map(({ name }) => name));
    this.#hooks.onModels?.();
  }

  async #begin(name: string): Promise<boolean> {
    const isReady = await this.#fetch(name);
    if (!isReady) void this.#tryAgain(name, 0);
    return isReady;
  }

  async #tryAgain(name: string, times: number): Promise<void> {
    if (!(await this.#wait(AGAIN_MS[times] ?? AGAIN_MS.at(-1)))) return;
    if (!(await this.#fetch(name))) await this.#tryAgain(name, times + 1);
  }

  /** false: closed in the meantime. */
  async #wait(ms: number | undefined): Promise<boolean> {
    return sleep(ms, true, { signal: this.#ends.signal, ref: false }).catch(() => false);
  }

  async #fetch(name: string): Promise<boolean> {
    const { models: folder, device } = this.#options;
    const { log, install = installRuntime, find = findRuntime, models = openModels(folder) } = this.#hooks;
    const work = { signal: this.#ends.signal, say: (line: string) => log.info(line), onStep: (step: Step) => this.#show({ ...step }) };
    try {
      const isThere = (await models.find(name)) !== null && (await find(folder, device)) !== null;
      if (!isThere) this.#set({ status: 'fetching' });
      await models.pull(name, work);
      await install(folder, device, work);
      this.#set({ status: 'ready' });
      await this.look();
      return true;
    } catch (error) {
      if (this.#ends.signal.aborted) return false;
      const why = error instanceof ModelError ? error.message : `The model cannot be made ready: ${String(error)}`;
      log.warn(why);
      this.#set({ status: 'failed', why });
      return false;
    }
  }

  #show({ done, total }: Step): void {
    this.#set({ status: 'fetching', done, total });
  }

  #set(change: Partial<ModelState>): void {
    this.#state = { ...this.#state, done: null, total: null, why: null, ...change };
    this.#hooks.onState?.(this.#state);
  }
}
