/** The processes that write exports: limits, progress, and the last error message of failed ones. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { NOTHING_WRITTEN } from '~/lib/exit-codes';
import { Refusal } from '../errors';

const MANDI = fileURLToPath(new URL('../../../bin/mandi.mjs', import.meta.url));
const LAST_WORDS = 2000;
/** Concurrent exports; each uses a core. */
const MOST_RUNNING = 1;
/** Following exports are idle most of the time, so more of them may run. */
const MOST_FOLLOWING = 4;

const progressShape = z.object({ matches: z.number(), rows: z.number() });
export type ExportProgress = z.infer<typeof progressShape>;

export interface ExportState {
  isRunning: boolean;
  /** null if it has not reported any. */
  progress: ExportProgress | null;
  fault: string | null;
  /** It found no rows; `fault` says why. */
  isEmpty: boolean;
}

interface Running {
  child: ChildProcess;
  follow: boolean;
  ended: Promise<void>;
}

export class ExportProcesses {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running = new Map<string, Running>();
  readonly #faults = new Map<string, string>();
  /** Ended without any rows. */
  readonly #empty = new Set<string>();
  readonly #progress = new Map<string, ExportProgress>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** `words`: the arguments after `mandi`. */
  start(id: string, words: string[], follow: boolean): void {
    this.refuseCrowd(follow);
    this.forget(id);
    const child = fork(MANDI, words, { execArgv: [], env: this.#environment, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#running.set(id, { child, follow, ended: whenEnded(child) });
    child.on('message', (news) => {
      const read = progressShape.safeParse(news);
      if (read.success) this.#progress.set(id, read.data);
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-LAST_WORDS);
    });
    child.on('error', (fault) => this.#faults.set(id, fault.message));
    child.on('exit', (code) => {
      this.#running.delete(id);
      if (code === NOTHING_WRITTEN) this.#empty.add(id);
      if (code !== null && code !== 0 && code !== 130) this.#faults.set(id, lastLine(said) || `The export ended with ${code}.`);
    });
  }

  /** Throws if too many of this kind are running. */
  refuseCrowd(follow: boolean): void {
    const alike = [...this.#running.values()].filter((run) => run.follow === follow).length;
    if (!follow && alike >= MOST_RUNNING) throw new Refusal('too_many_requests', 'An export is already running. Wait for it, or stop it.');
    if (follow && alike >= MOST_FOLLOWING)
      throw new Refusal('too_many_requests', `${alike} exports already follow matches. Finish or stop one of them first.`);
  }

  stateOf(id: string): ExportState {
    return {
      isRunning: this.#running.has(id),
      progress: this.#progress.get(id) ?? null,
      fault: this.#faults.get(id) ?? null,
      isEmpty: this.#empty.has(id),
    };
  }

  async stop(id: string): Promise<void> {
    const run = this.#running.get(id);
    run?.child.kill('SIGINT');
    await run?.ended;
  }

  forget(id: string): void {
    this.#faults.delete(id);
    this.#empty.delete(id);
    this.#progress.delete(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

function lastLine(said: string): string {
  return (said.trim().split('\n').at(-1) ?? '').replace(/^mandi: /, '');
}
