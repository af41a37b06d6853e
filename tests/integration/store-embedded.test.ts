import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REPOSITORY } from '~/config';
import { isAlive } from '~/file-lock';
import { writePlace } from '~/start/place';
import { openDatabase } from '~/store/database';
import { DatabaseError } from '~/store/database-error';
import { ensureEmbedded, findRunning, reviveEmbedded, stopEmbedded } from '~/store/embedded/embedded-server';
import { ensureFolder } from '~/store/embedded/home';
import type { Notice } from '~/store/event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const homes: string[] = [];

/** Where the user that Postgres runs as can go, also when the tests run as root. */
function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

function newHome(folder = newFolder()): string {
  const home = join(folder, 'home');
  homes.push(home);
  return home;
}

async function open(home: string): Promise<Awaited<ReturnType<typeof openDatabase>>> {
  return openDatabase({ databaseUrl: null, home });
}

async function countRuns(home: string): Promise<number> {
  const database = await open(home);
  const count = await database.prisma.evalRun.count();
  await database.close();
  return count;
}

function pidOf(home: string): number {
  return Number(readFileSync(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function untilDead(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

afterAll(async () => {
  for (const home of homes) {
    const away = existsSync(join(home, 'postgres')) ? realpathSync(join(home, 'postgres')) : home;
    await stopEmbedded(home).catch(() => undefined);
    rmSync(away, { recursive: true, force: true });
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded database', () => {
  const home = newHome();
  beforeAll(async () => {
    const database = await open(home);
    await database.prisma.evalRun.create({
      data: { id: 'kept', game: 'r', version: 1, command: 'c', code: 'x', rows: [], status: 'finished' },
    });
    await database.close();
  });

  test('is adopted by the next command, which starts none of its own', async () => {
    const pid = pidOf(home);
    expect(await countRuns(home)).toBe(1);
    expect(pidOf(home)).toBe(pid);
  });

  test('outlives the command that started it, also one that is interrupted', async () => {
    await stopEmbedded(home);
    const run = await mandi(home, {}, 'db', 'migrate');
    expect(run).toMatchObject({ code: 0 });
    expect(await findRunning(home)).not.toBeNull();
  });

  test('listens on this machine alone, and asks for its password', async () => {
    const address = await ensureEmbedded(home, () => undefined);
    expect(address.host).toBe('127.0.0.1');
    const stranger = new pg.Client({ ...address, database: 'mandi', password: 'guess' });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
    const client = new pg.Client({ ...address, database: 'mandi' });
    await client.connect();
    const { rows } = await client.query<{ listen: string }>("SELECT current_setting('listen_addresses') AS listen");
    await client.end();
    expect(rows).toEqual([{ listen: '127.0.0.1' }]);
  });

  test('comes back with all that was committed after its server was killed', async () => {
    const pid = pidOf(home);
    process.kill(pid, 'SIGKILL');
    await untilDead(pid);
    expect(existsSync(join(home, 'postgres', 'data', 'postmaster.pid'))).toBe(true);
    expect(await countRuns(home)).toBe(1);
    expect(pidOf(home)).not.toBe(pid);
  });

  test('starts though the number of its dead server now belongs to another program', async () => {
    await stopEmbedded(home);
    writeFileSync(
      join(home, 'postgres', 'data', 'postmaster.pid'),
      `${process.pid}\n${join(home, 'postgres', 'data')}\n1\n1\n\n127.0.0.1\n\nready\n`,
    );
    expect(await countRuns(home)).toBe(1);
  });

  test('is not mistaken for the database of a copy of its folder', async () => {
    const copy = newHome();
    cpSync(home, copy, { recursive: true, preserveTimestamps: true });
    if (isRoot) await chownLike(join(home, 'postgres'), join(copy, 'postgres'));
    const original = await ensureEmbedded(home, () => undefined);
    const other = await ensureEmbedded(copy, () => undefined);
    expect(other.port).not.toBe(original.port);
    expect(await countRuns(copy)).toBe(1);
  });

  test('does not care for settings meant for another Postgres', async () => {
    await stopEmbedded(home);
    const hostile = {
      PGDATA: '/nowhere',
      PGPORT: '1',
      PGUSER: 'nobody',
      PGPASSWORD: 'x',
      PGOPTIONS: '-c search_path=elsewhere',
      PGSSLMODE: 'require',
    };
    const run = await mandi(home, hostile, 'db', 'status');
    expect(run).toMatchObject({ code: 0 });
    const started = await mandi(home, hostile, 'db', 'migrate');
    expect(started).toMatchObject({ code: 0, said: 'The schema is up to date.\n' });
  });

  test('that goes away under a running process is said by code, and is used again when it is back', async () => {
    const database = await open(home);
    const store = new PostgresEventStore(database, 'test');
    const heard: Notice[] = [];
    await store.listen((notice) => heard.push(notice));
    await stopEmbedded(home);
    await expect(store.read('any')).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNREFUSED|57P0\d)$/) as string });
    await expect(store.get('any')).rejects.toMatchObject({ code: 'P1001' });
    await ensureEmbedded(home, () => undefined);
    expect(await store.read('any')).toEqual([]);
    expect(await store.get('any')).toBeNull();
    await vi.waitFor(
      async () => {
        await database.pool.query("SELECT pg_notify('mandi', 'm events other 1')");
        expect(heard).toContainEqual({ matchId: 'm', kind: 'events', from: 'other', head: 1 });
      },
      { timeout: 300_000, interval: 100 },
    );
    await store.close();
    await database.close();
  });

  test('is started again after it shut down by itself, as for lack of disk space, and not after mandi db stop', async () => {
    await ensureEmbedded(home, () => undefined);
    const pid = pidOf(home);
    process.kill(pid, 'SIGINT'); // an orderly end that nobody of Mandi asked for: the process file goes, too
    await untilDead(pid);
    expect(existsSync(join(home, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
    await reviveEmbedded(home, () => undefined);
    expect(await findRunning(home)).not.toBeNull();
    await stopEmbedded(home);
    await reviveEmbedded(home, () => undefined);
    expect(await findRunning(home)).toBeNull();
    await ensureEmbedded(home, () => undefined); // whoever needs it starts it, and the mark is gone
    const second = pidOf(home);
    process.kill(second, 'SIGINT');
    await untilDead(second);
    await reviveEmbedded(home, () => undefined);
    expect(await findRunning(home)).not.toBeNull();
  });

  test('mandi db stop ends it, and says so when there is nothing to end', async () => {
    await ensureEmbedded(home, () => undefined);
    const pid = pidOf(home);
    expect(await mandi(home, {}, 'db', 'stop')).toMatchObject({ code: 0, said: 'Stopped.\n' });
    await untilDead(pid);
    expect(await mandi(home, {}, 'db', 'stop')).toMatchObject({ code: 0, said: 'It was not running.\n' });
  });

  test('mandi db stop leaves it to a Mandi that runs, unless forced', async () => {
    await ensureEmbedded(home, () => undefined);
    const site = createServer((_, response) => response.end('{"process":"p"}')).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const forget = await writePlace(home, { url: `http://127.0.0.1:${port}`, process: 'p', pid: 4711 });
    const said = 'mandi: Mandi (process 4711) is using it: stop it first, or run npx mandi db stop --force\n';
    expect(await mandi(home, {}, 'db', 'stop')).toEqual({ code: 1, said });
    expect(await findRunning(home)).not.toBeNull();
    expect(await mandi(home, {}, 'db', 'stop', '--force')).toEqual({ code: 0, said: 'Stopped.\n' });
    await forget();
    site.close();
  });
});

test('several commands that start at once share one new database', async () => {
  const home = newHome();
  const runs = await Promise.all([1, 2, 3].map(() => mandi(home, {}, 'db', 'migrate')));
  expect(runs.map((run) => run.code)).toEqual([0, 0, 0]);
  expect(runs.filter((run) => run.said.startsWith('Applied'))).toHaveLength(1);
  const lines = readFileSync(join(home, 'postgres', 'server.log'), 'utf8').match(/starting PostgreSQL/g);
  expect(lines).toHaveLength(1);
});

test.skipIf(!isRoot)('root, in a folder that only root may enter: the data lie elsewhere, and each place names the other', async () => {
  const home = newHome(newFolder(0o700));
  const database = await open(home);
  await database.close();
  expect(lstatSync(join(home, 'postgres')).isSymbolicLink()).toBe(true);
  const away = realpathSync(join(home, 'postgres'));
  expect(readFileSync(join(away, 'BELONGS_TO'), 'utf8').trim()).toBe(home);
  expect(await findRunning(home)).not.toBeNull();
});

describe('what cannot be is said in a sentence', () => {
  const refusal = async (config: { databaseUrl: string | null; home: string }): Promise<DatabaseError> => {
    const fault: unknown = await openDatabase(config).catch((error: unknown) => error);
    if (!(fault instanceof DatabaseError)) throw fault;
    expect(fault.message).toMatch(/^[A-Z/].*\.$/s);
    expect(fault.message).not.toContain('secret');
    return fault;
  };

  test('MANDI_HOME in a file', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusal({ databaseUrl: null, home: join(file, 'home') })).toMatchObject({ code: 'home_not_writable' });
    expect(await refusal({ databaseUrl: null, home: file })).toMatchObject({ code: 'home_not_writable' });
  });

  test.skipIf(process.platform !== 'linux')('MANDI_HOME where the system lets nobody make a folder', async () => {
    expect(await refusal({ databaseUrl: null, home: '/proc/foo' })).toMatchObject({ code: 'home_not_writable' });
    expect(await refusal({ databaseUrl: null, home: '/proc/foo/bar' })).toMatchObject({ code: 'home_not_writable' });
  });

  test('MANDI_HOME several folders deep is made', async () => {
    const home = join(newFolder(), 'a', 'b');
    await ensureFolder(home);
    expect(lstatSync(home).isDirectory()).toBe(true);
  });

  test.skipIf(isRoot)('MANDI_HOME that may not be written', async () => {
    const home = newFolder(0o500);
    expect(await refusal({ databaseUrl: null, home })).toMatchObject({ code: 'home_not_writable' });
  });

  test('MANDI_HOME with a damaged card', async () => {
    const home = newFolder();
    writeFileSync(join(home, 'database.json'), '{"port": ');
    expect(await refusal({ databaseUrl: null, home })).toMatchObject({ code: 'embedded_failed' });
  });

  test('MANDI_HOME with data, but without its card', async () => {
    const home = newFolder();
    mkdirSync(join(home, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(home, 'postgres', 'data', 'PG_VERSION'), '18');
    expect(await refusal({ databaseUrl: null, home })).toMatchObject({ code: 'embedded_failed' });
  });

  test('MANDI_HOME with data that lost its PG_VERSION', async () => {
    const home = newFolder();
    mkdirSync(join(home, 'postgres', 'data', 'base'), { recursive: true });
    const fault = await refusal({ databaseUrl: null, home });
    expect(fault).toMatchObject({ code: 'embedded_failed' });
    expect(fault.message).toContain('has files but no PG_VERSION');
    expect(existsSync(join(home, 'postgres', 'data', 'base'))).toBe(true);
  });

  test('a server that is not there', async () => {
    const databaseUrl = 'postgresql://someone:secret@127.0.0.1:1/mandi';
    const fault = await refusal({ databaseUrl, home: '' });
    expect(fault).toMatchObject({ code: 'database_unreachable' });
    expect(fault.message).toContain('127.0.0.1:1/mandi');
  });

  test('a host that is not there', async () => {
    const databaseUrl = 'postgresql://someone:secret@nowhere.invalid/mandi';
    expect(await refusal({ databaseUrl, home: '' })).toMatchObject({ code: 'database_unreachable' });
  });

  test('a wrong password', async () => {
    const { host, port } = await ensureEmbedded(homes[0] ?? '', () => undefined);
    const databaseUrl = `postgresql://mandi:secret@${host}:${port}/mandi`;
    expect(await refusal({ databaseUrl, home: '' })).toMatchObject({ code: 'access_denied' });
  });

  test('on the command line: one line, exit code 1, no stack trace', async () => {
    const run = await mandi('/dev/null/home', {}, 'db', 'migrate');
    expect(run.code).toBe(1);
    expect(run.said.trim().split('\n')).toHaveLength(1);
  });
});

interface Run {
  code: number | null;
  said: string;
}

/** The real command, in a process of its own; what it wrote to standard output, or else to standard error. */
function mandi(home: string, environment: Record<string, string>, ...args: string[]): Promise<Run> {
  const env = { ...process.env, ...environment, MANDI_HOME: home, DATABASE_URL: '' };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(REPOSITORY, 'bin', 'mandi.mjs'), ...args], { env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
    });
    child.on('close', (code) => resolve({ code, said: out === '' ? err : out }));
  });
}

async function chownLike(model: string, copy: string): Promise<void> {
  const { giveTo } = await import('~/store/embedded/programs');
  const { uid, gid } = lstatSync(join(model, 'data'));
  await giveTo({ uid, gid }, copy);
}
