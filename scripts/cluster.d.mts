import type { ChildProcess } from 'node:child_process';

export interface Part {
  readonly name: string;
  /** The newest output. */
  readonly said: string;
  readonly isRunning: boolean;
  readonly child: ChildProcess | null;
  /** Resolves when it answers. */
  start(signal?: AbortSignal): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export interface Cluster {
  /** Of the proxy. */
  origin: string;
  /** Of the database, without PgBouncer. */
  direct: string;
  /** The environment of its Mandi processes. */
  settings: Record<string, string>;
  postgres: Part;
  bouncer: Part;
  redis: Part;
  webs: Part[];
  workers: Part[];
  /** With `models`. */
  inference: Part[];
  webOrigins: string[];
  stop(): Promise<void>;
}

export function missingPrograms(): string[];

export function startCluster(options?: {
  web?: number;
  workers?: number;
  /** A folder of models, which an inference worker serves. */
  models?: string;
  port?: number;
  webArgs?: string[];
  environment?: Record<string, string>;
  signal?: AbortSignal;
}): Promise<Cluster>;
