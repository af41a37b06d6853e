import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '~/config';
import type { InferenceState } from '../inference-words';
import type { WorkerLine } from '../worker-protocol';
import { ModelError } from './model-error';
import type { Step } from './model-words';
import { type Models, openModels } from './models';
import { findRuntime, installRuntime } from './runtime';
import { type LocalWorker, type LocalWorkerOptions, spawnLocalWorker } from './spawn-local-worker';

export type ModelState = InferenceState['model'];

export interface KeepReadyHooks {
  log: { info(line: string): void; warn(line: string): void };
  /** With `ready`, `line()` has a worker to give. */
  onState?(state: ModelState): void;
  /** Settings of the worker, and what tests put in place of the real things. */
  worker?: Partial<LocalWorkerOptions>;
  models?: Models;
  spawn?(options: LocalWorkerOptions): LocalWorker;
  install?: typeof installRuntime;
}

export interface ModelKeeper {
  state(): ModelState;
  /** Starts the worker of this machine; null while there is nothing that it could load, or while it runs. Whoever asked asks again when it has died. */
  line(): WorkerLine | null;
  /** false: off, or fetching has failed (it is tried again later, see `onState`). Never rejects. */
  whenReady: Promise<boolean>;
  /** Stops the fetch; what came so far is kept. The worker ends, too. */
  close(): void;
}

/** After a failure the fetch is tried again so much later; a server may start before its network. */
const AGAIN_MS = [30_000, 2 * 60_000, 10 * 60_000];

/** The model of `MANDI_MODEL` and its runtime, fetched where need be, and a worker that serves it. Nothing waits for it. */
export function keepModelReady(config: Pick<Config, 'model' | 'models'>, hooks: KeepReadyHooks): ModelKeeper {
  return new Keeper(config, hooks);
}

class Keeper implements ModelKeeper {
  readonly #config: Pick<Config, 'model' | 'models'>;
  readonly #hooks: KeepReadyHooks;
  readonly #ends = new AbortController();
  #state: ModelState;
  #worker: LocalWorker | null = null;
  #isRunning = false;
  readonly whenReady: Promise<boolean>;

  constructor(config: Pick<Config, 'model' | 'models'>, hooks: KeepReadyHooks) {
    this.#config = config;
    this.#hooks = hooks;
    const status = config.model === null ? 'off' : 'missing';
    this.#state = { status, name: config.model ?? '', done: null, total: null, why: null };
    this.whenReady = config.model === null ? Promise.resolve(false) : this.#begin(config.model);
  }

  state(): ModelState {
    return this.#state;
  }

  line(): WorkerLine | null {
    if (this.#state.status !== 'ready' || this.#isRunning || this.#ends.signal.aborted) return null;
    const { log, spawn = spawnLocalWorker, worker: settings } = this.#hooks;
    const say = (line: string) => log.warn(`inference worker: ${line}`);
    const worker = spawn({ models: this.#config.models, warm: this.#state.name, say, ...settings });
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

  close(): void {
    this.#ends.abort();
    this.#worker?.close();
    this.#worker = null;
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

  /** false: closed meanwhile. */
  async #wait(ms: number | undefined): Promise<boolean> {
    return sleep(ms, true, { signal: this.#ends.signal, ref: false }).catch(() => false);
  }

  async #fetch(name: string): Promise<boolean> {
    const { models: folder } = this.#config;
    const { log, install = installRuntime, models = openModels(folder) } = this.#hooks;
    const work = { signal: this.#ends.signal, say: (line: string) => log.info(line), onStep: (step: Step) => this.#show({ ...step }) };
    try {
      const isThere = (await models.find(name)) !== null && (await findRuntime(folder, 'cpu')) !== null;
      if (!isThere) this.#set({ status: 'fetching' });
      await models.pull(name, work);
      await install(folder, 'cpu', work);
      this.#set({ status: 'ready' });
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
