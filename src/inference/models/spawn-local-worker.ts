import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Device, REPOSITORY } from '~/config';
import { EXIT_NO_DEVICE, type ToWorker, type WorkerLine } from '../worker-protocol';
import { SHIPPED_ADAPTERS } from './models';
import { RUNTIME_NAME, RUNTIME_VERSION, runtimeFolder } from './runtime';

/** Prompt and reply together, in tokens. */
export const USUAL_CONTEXT = 4_096;

export interface LocalWorkerOptions {
  /** The folder of models. Its runtime must be installed. */
  models: string;
  device?: Device;
  /** Concurrent turns. Default: 4. */
  slots?: number;
  /** CPU threads. Default: 1. */
  threads?: number;
  /** Tokens of prompt and reply together. Default: 4096, but never more than in training. */
  context?: number;
  /** A model to load before the worker reports. Others are loaded on first use. */
  warm?: string;
  /** Folder of adapters included with Mandi. */
  shipped?: string;
  /** The worker's program as one plain JavaScript file, for a machine without the packages to run it from source. */
  program?: string;
  /** Receives the runtime's messages, line by line. */
  say?(line: string): void;
}

export interface LocalWorker extends WorkerLine {
  readonly pid: number;
  /** It ended because the requested device is missing, so another worker would end too. */
  readonly hasNoDevice: boolean;
}

/** Starts an inference worker as a child process. It ends with this process in any case; `close` ends it immediately. */
export function spawnLocalWorker(options: LocalWorkerOptions): LocalWorker {
  const { models, device = 'cpu', slots = 4, threads = 1, context = USUAL_CONTEXT, warm, shipped = SHIPPED_ADAPTERS } = options;
  const settings = {
    runtime: runtimeFolder(models, device),
    version: `${RUNTIME_NAME} ${RUNTIME_VERSION}`,
    device,
    slots,
    threads,
    context,
    ...(warm !== undefined && { warm }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const main = options.program === undefined ? ['--import', 'tsx', join(REPOSITORY, 'workers', 'inference', 'main.ts')] : [options.program];
  const args = [...main, ...flags, '--folder', models, '--folder', shipped];
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'json' });
  return new ChildLine(child, options.say);
}

class ChildLine implements LocalWorker {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #unheard: unknown[] = [];
  #hear: ((message: unknown) => void) | null = null;
  #hearClose: ((why: string) => void) | null = null;
  #closed: string | null = null;
  #lastWords = '';

  constructor(child: ChildProcess, say?: (line: string) => void) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    child.on('message', (message) => (this.#hear ? this.#hear(message) : this.#unheard.push(message)));
    child.on('error', (error) => this.#end(`the worker cannot be started: ${error.message}`));
    child.on('close', (code, signal) => this.#end(`the worker ended (${signal ?? `exit code ${code}`})${this.#lastWords}`));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      this.#lastWords = errorIn(lines) ?? this.#lastWords;
      for (const line of lines) say?.(line);
    });
    // Does not keep this process alive; the worker ends by itself when it exits.
    if (child.stderr instanceof Socket) child.stderr.unref();
    child.channel?.unref();
    child.unref();
  }

  get hasNoDevice(): boolean {
    return this.#child.exitCode === EXIT_NO_DEVICE;
  }

  send(message: ToWorker): void {
    if (this.#closed === null && this.#child.connected) this.#child.send(message, () => undefined);
  }

  onMessage(hear: (message: unknown) => void): void {
    this.#hear = hear;
    for (const message of this.#unheard.splice(0)) hear(message);
  }

  onClose(hear: (why: string) => void): void {
    this.#hearClose = hear;
    if (this.#closed !== null) hear(this.#closed);
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #end(why: string): void {
    if (this.#closed !== null) return;
    this.#closed = why;
    this.#hearClose?.(why);
  }
}

/** Node's own errors have their code after the name. */
const ERROR = /^\w*Error(?: \[\w+\])?: /;

function errorIn(lines: readonly string[]): string | null {
  const line = lines.find((one) => ERROR.test(one));
  return line === undefined ? null : `: ${line.replace(ERROR, '').slice(0, 300)}`;
}
