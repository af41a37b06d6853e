import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Device, REPOSITORY } from '~/config';
import { EXIT_NO_DEVICE, type ToWorker, type WorkerLine } from '../worker-protocol';
import { SHIPPED_ADAPTERS } from './models';
import { RUNTIME_NAME, RUNTIME_VERSION, runtimeFolder } from './runtime';

/** Tokens of prompt and reply together. */
export const USUAL_CONTEXT = 4_096;

export interface LocalWorkerOptions {
  /** The folder of models; its runtime is installed. */
  models: string;
  device?: Device;
  /** Turns at once; 4 without it. */
  slots?: number;
  /** Of the processor; 1 without it. */
  threads?: number;
  /** Tokens of prompt and reply together; 4096 without it, and never more than the model was trained for. */
  context?: number;
  /** A model whose weights are loaded before the worker reports; others are loaded when first asked for. */
  warm?: string;
  /** Where adapters lie that come with Mandi. */
  shipped?: string;
  /** The worker's program as one file of plain JavaScript, for a machine without the packages that run it from its sources. */
  program?: string;
  /** What the runtime complains of, a line each. */
  say?(line: string): void;
}

export interface LocalWorker extends WorkerLine {
  readonly pid: number;
  /** It has ended because the device that was asked for is not here: another one would end so too. */
  readonly hasNoDevice: boolean;
}

/** An inference worker as a child process. It ends with this process, however that ends; `close` lets it finish nothing. */
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
    // A program that has nothing else to do may end; the worker then ends by itself.
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

/** Node's own have their code behind the name. */
const ERROR = /^\w*Error(?: \[\w+\])?: /;

function errorIn(lines: readonly string[]): string | null {
  const line = lines.find((one) => ERROR.test(one));
  return line === undefined ? null : `: ${line.replace(ERROR, '').slice(0, 300)}`;
}
