import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import { listen } from '~/start/listen';
import { until } from './server';
import { sourceArgs } from './source-args';

export interface Spawned {
  origin: string;
  child: ChildProcess;
  /** As a power cut does it. */
  kill(): Promise<void>;
  /** What it said on standard error. */
  said(): string;
}

/** A web process of its own on that database, as `npm start` makes it, without pages and without a showcase. */
export async function spawnServer(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<Spawned> {
  const home = await mkdtemp(join(tmpdir(), 'mandi-spawned-'));
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, sourceArgs('start-without-pages.ts'), {
    cwd: REPOSITORY,
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      DATABASE_URL: databaseUrl,
      MANDI_HOME: home,
      MANDI_SHOWCASE: 'off',
      MANDI_LEAGUE: 'off',
      MANDI_MODEL: 'off', // nothing is fetched
      PORT: String(port),
      ...settings,
    },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  child.stdout.resume();
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${errors}`);
    return (await fetch(`${origin}/api/health`).catch(() => null))?.ok;
  }, 300_000);
  return {
    origin,
    child,
    said: () => errors,
    async kill() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await gone;
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0, isFixed: true });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
