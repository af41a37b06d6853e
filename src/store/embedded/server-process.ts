/** Starts and stops Postgres so that it outlives the command that started it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentForPostgres } from '~/config';
import { isAlive } from '~/file-lock';
import { DatabaseError, messageOf } from '../database-error';
import type { Home } from './home';
import { giveTo, type Programs } from './programs';

export const SUPERUSER = 'mandi';

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 200',
  'max_wal_size = 256MB',
  "log_line_prefix = '%m [%p] '",
];

/** Creates an empty cluster. It gets its final name only when complete, so an interrupted attempt leaves nothing that looks like data. */
export async function makeCluster(home: Home, programs: Programs): Promise<void> {
  const half = `${home.data}.part`;
  const secret = join(home.folder, 'password.part');
  await rm(half, { recursive: true, force: true });
  await writeFile(secret, home.password, { mode: 0o600 });
  if (home.runAs) await giveTo(home.runAs, home.folder);
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'];
    const run = await complete(home, programs.initdb, ['-D', half, `--username=${SUPERUSER}`, `--pwfile=${secret}`, ...locale]);
    if (run.code !== 0) throw startFault(home, run.output);
    const settings = join(half, 'postgresql.conf');
    await writeFile(settings, `\n# Mandi's\n${SETTINGS.join('\n')}\n`, { flag: 'a' });
    await rename(half, home.data);
  } finally {
    await rm(secret, { force: true });
  }
}

/** Starts the server on that port and resolves when it accepts connections. `port_taken` if another process took the port first. */
export async function launch(home: Home, programs: Programs, port: number): Promise<'ready' | 'port_taken'> {
  const logged = await sizeOf(home.log);
  const child = process.platform === 'win32' ? launchByControl(home, programs, port) : launchDetached(home, programs, port);
  const ended = await outcomeOf(child, home);
  if (ended === null) return 'ready';
  const said = (await readFile(home.log, 'utf8').catch(() => '')).slice(logged);
  if (/could not bind|Address already in use|could not create any TCP/.test(said)) return 'port_taken';
  throw startFault(home, said === '' ? ended : said);
}

function launchDetached(home: Home, programs: Programs, port: number): ChildProcess {
  const log = openSync(home.log, 'a', 0o600);
  const child = spawn(programs.postgres, ['-D', home.data, '-p', String(port)], {
    ...home.runAs,
    cwd: home.folder,
    env: environmentForPostgres(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

/** On Windows, `pg_ctl` drops administrator rights, with which Postgres refuses to run. */
function launchByControl(home: Home, programs: Programs, port: number): ChildProcess {
  return spawn(programs.pgCtl, ['start', '-D', home.data, '-l', home.log, '-W', '-o', `-p ${port}`], {
    cwd: home.folder,
    env: environmentForPostgres(),
    stdio: 'ignore',
    windowsHide: true,
  });
}

/** null when it is ready (according to line eight of Postgres' pid file), otherwise why it ended. */
async function outcomeOf(child: ChildProcess, home: Home): Promise<string | null> {
  let ended: string | null = null;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code) => {
    if (code !== 0 || process.platform !== 'win32') ended = `it ended with code ${code}`;
  });
  while (ended === null) {
    if ((await readPidFile(home.data))?.status === 'ready') return null;
    await sleep(40);
  }
  return ended;
}

export interface PidFile {
  pid: number;
  folder: string;
  port: number;
  status: string;
}

export async function readPidFile(data: string): Promise<PidFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), folder: lines[1] ?? '', port: Number(lines[3] ?? 0), status: lines[7] ?? '' };
}

/** Stops the server; commits are safe in any case. Returns false if none is running. */
export async function halt(home: Home, programs: Programs): Promise<boolean> {
  const pidFile = await readPidFile(home.data);
  if (pidFile === null || !isAlive(pidFile.pid)) return false;
  const run = await complete(home, programs.pgCtl, ['stop', '-D', home.data, '-m', 'fast', '-w', '-t', '60']);
  if (run.code !== 0) throw new DatabaseError('embedded_failed', `The embedded database did not stop: ${lastLine(run.output)}`);
  return true;
}

/** A free port: `wished` if it is free. */
export async function freePort(wished: number): Promise<number> {
  if (wished > 0 && (await tryPort(wished)) === wished) return wished;
  return tryPort(0);
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(-1));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : -1));
    });
  });
}

interface Run {
  code: number | null;
  output: string;
}

function complete(home: Home, program: string, args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...home.runAs, cwd: home.folder, env: environmentForPostgres(), windowsHide: true });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => resolve({ code: -1, output: messageOf(error) }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function sizeOf(file: string): Promise<number> {
  return (await readFile(file, 'utf8').catch(() => '')).length;
}

function startFault(home: Home, said: string): DatabaseError {
  if (/No space left on device|ENOSPC|Disk quota/.test(said)) {
    return new DatabaseError('disk_full', `The disk that holds ${home.folder} is full: free some space and start again.`);
  }
  return new DatabaseError('embedded_failed', `The embedded database does not start: ${lastLine(said)} (its log: ${home.log})`);
}

/** The log line that says what is wrong. */
function lastLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return telling.replace(/^.*?(FATAL|PANIC|ERROR): +/, '');
}
