/** For journeys that need a server of their own: `npm start` with other settings. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface OwnServer {
  readonly address: string;
  /** Stops it and its database, and removes its home. */
  end(): Promise<void>;
}

/** On a port and in a home of its own: no model, no showcase and no demo league, unless `settings` say otherwise. `undefined` unsets one. */
export async function startServer(settings: Partial<NodeJS.ProcessEnv>): Promise<OwnServer> {
  const home = mkdtempSync(join(tmpdir(), 'mandi-e2e-'));
  const usual = { DATABASE_URL: undefined, MANDI_MODEL: 'off', MANDI_SHOWCASE: 'off', MANDI_LEAGUE: 'off', HOST: '127.0.0.1' };
  const env = { ...process.env, ...usual, MANDI_HOME: home, PORT: String(await freePort()), ...settings };
  const server = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env });
  const end = async (): Promise<void> => {
    await stop(server);
    spawnSync(process.execPath, [join(root, 'bin', 'mandi.mjs'), 'db', 'stop'], { cwd: root, env });
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    return { address: await untilItServes(server), end };
  } catch (cause) {
    await end();
    throw cause;
  }
}

/** The address that it prints. */
export function untilItServes(server: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (text: unknown): void => {
      said += String(text);
      const address = /Open (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

export function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => (place && typeof place === 'object' ? resolve(place.port) : reject(new Error('no free port'))));
    });
  });
}
