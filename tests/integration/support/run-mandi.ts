import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const MANDI = fileURLToPath(new URL('../../../bin/mandi.mjs', import.meta.url));

export interface Ran {
  out: string;
  errors: string;
  code: number | null;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Sends SIGINT after so many milliseconds. */
  interruptAfter?: number;
  /** Stops reading, and closes the pipe, after the first piece of output. */
  stopReading?: boolean;
}

/** The real command line in a process of its own, by default from a folder that is not the repository. */
export function runMandi(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return collect(process.execPath, [MANDI, ...args], options);
}

export function collect(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const env = { ...process.env, ...options.env };
  const child = spawn(program, args, { cwd: options.cwd ?? tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ran: Ran = { out: '', errors: '', code: null };
  child.stdout.on('data', (text) => {
    ran.out += String(text);
    if (options.stopReading) child.stdout.destroy();
  });
  child.stderr.on('data', (text) => {
    ran.errors += String(text);
  });
  if (options.interruptAfter !== undefined) setTimeout(() => child.kill('SIGINT'), options.interruptAfter);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ran, code }));
  });
}
