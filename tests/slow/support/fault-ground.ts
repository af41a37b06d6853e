/** A Mandi with an embedded database of its own, to which things happen while people sit at a table. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { REPOSITORY } from '~/config';
import { embeddedTarget } from '~/store/connect';
import { EMBEDDED_DATABASE } from '~/store/database';
import { ensureEmbedded, stopEmbedded } from '~/store/embedded/embedded-server';
import { readHome } from '~/store/embedded/home';
import { readPidFile } from '~/store/embedded/server-process';
import { until } from '../../integration/support/server';
import { sourceArgs } from '../../integration/support/source-args';

const CLOCK = pathToFileURL(fileURLToPath(new URL('shift-clock.mjs', import.meta.url))).href;
const HUNGER = pathToFileURL(fileURLToPath(new URL('eat-memory.mjs', import.meta.url))).href;
/** Enough for a table, and soon full. */
const HEAP_MEGABYTES = 256;

export interface Web {
  origin: string;
  kill(): Promise<void>;
  said(): string;
  /** Its memory runs out; resolves when the process has ended by it. */
  starve(): Promise<void>;
}

export class FaultGround {
  readonly home: string;
  readonly #disk: string | null;
  readonly #webs: ChildProcess[] = [];

  /** `megabytes`: on a disk of that size, which takes root and mount. */
  constructor(megabytes: number | null = null) {
    const folder = mkdtempSync(join(tmpdir(), `mandi-test-${process.pid}-`));
    chmodSync(folder, 0o755);
    this.#disk = megabytes === null ? null : folder;
    if (megabytes !== null && !mounts(folder, megabytes)) throw new Error('no disk could be mounted');
    this.home = join(folder, 'home');
  }

  async web(): Promise<Web> {
    const port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const settings = {
      MANDI_HOME: this.home,
      MANDI_SHOWCASE: 'off',
      MANDI_LEAGUE: 'off',
      MANDI_MODEL: 'off',
      PORT: String(port),
      QUERY_TIMEOUT: '5',
    };
    const hunger = join(this.home, '..', `hunger-${port}`);
    const options = `--import=${CLOCK} --import=${HUNGER} --max-old-space-size=${HEAP_MEGABYTES}`;
    const clock = { NODE_OPTIONS: options, MANDI_TEST_CLOCK: join(this.home, '..', 'clock'), MANDI_TEST_HUNGER: hunger };
    const child = spawn(process.execPath, sourceArgs('start-without-pages.ts'), {
      cwd: REPOSITORY,
      env: { NODE_ENV: 'production', PATH, HOME, ...settings, ...clock },
    });
    this.#webs.push(child);
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    child.stdout.resume();
    const origin = `http://127.0.0.1:${port}`;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
      return (await fetch(`${origin}/api/health`).catch(() => null))?.ok;
    }, 300_000);
    const starve = async (): Promise<void> => {
      const gone = once(child, 'exit');
      writeFileSync(hunger, '');
      await gone;
    };
    return { origin, said: () => said, kill: () => ended(child), starve };
  }

  /** Every web process thinks that it is so much later. */
  shiftClocks(ms: number): void {
    writeFileSync(join(this.home, '..', 'clock'), String(ms));
  }

  async postmaster(): Promise<number> {
    const home = await readHome(this.home);
    const file = home && (await readPidFile(home.data));
    if (!file) throw new Error('no database runs');
    return file.pid;
  }

  /** The database server and all that it has started. */
  async databaseProcesses(): Promise<number[]> {
    const pid = await this.postmaster();
    const listed = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
    return [pid, ...listed.split('\n').map(Number).filter(Boolean)];
  }

  async target() {
    return embeddedTarget(await ensureEmbedded(this.home, () => undefined), EMBEDDED_DATABASE);
  }

  async leave(): Promise<void> {
    for (const child of this.#webs) await ended(child);
    await stopEmbedded(this.home).catch(() => undefined);
    const folder = join(this.home, '..');
    const away = await readHome(this.home).then(
      (home) => home?.folder,
      () => undefined,
    );
    if (this.#disk) spawnSync('umount', ['-l', this.#disk]);
    if (away?.startsWith('/var/lib/mandi/')) rmSync(realpathSync(away), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Can this user mount a disk here? */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-mount-'));
  const can = mounts(folder, 1);
  if (can) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
  return can;
}

function mounts(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]).status === 0;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
