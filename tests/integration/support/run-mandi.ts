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

/**
 * The same command line in this process, for what it says and how it ends: a process of its own spends more than a second of a core on its start.
 * One after the other, for they share the environment and the streams. Not for commands that start others, whose words would go past us.
 */
export async function runMandiHere(args: readonly string[], options: Pick<RunOptions, 'env'> = {}): Promise<Ran> {
  const { main } = await import('~/cli/main');
  const ran: Ran = { out: '', errors: '', code: null };
  const [environment, folder] = [{ ...process.env }, process.cwd()];
  const [out, errors, exitCode] = [process.stdout.write, process.stderr.write, process.exitCode];
  process.exitCode = undefined;
  Object.assign(process.env, options.env);
  process.chdir(tmpdir());
  process.stdout.write = taker((text) => {
    ran.out += text;
  });
  process.stderr.write = taker((text) => {
    ran.errors += text;
  });
  try {
    const code = await main(args);
    return { ...ran, code };
  } finally {
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
    process.stdout.write = out;
    process.stderr.write = errors;
    process.exitCode = exitCode;
    process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
}

function taker(take: (text: string) => void): typeof process.stdout.write {
  return (text: unknown, ...rest: unknown[]) => {
    take(String(text));
    for (const one of rest) if (typeof one === 'function') (one as () => void)();
    return true;
  };
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
