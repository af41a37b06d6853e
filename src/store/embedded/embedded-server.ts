/** The embedded database, which needs no installation. The first process that needs it starts it; others use the running server. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive, withFileLock } from '~/file-lock';
import { codeOf, DatabaseError } from '../database-error';
import { createHome, deleteHome, ensureFolder, explain, type Home, readHome, writeHome } from './home';
import { commandOf } from './process-command';
import { preparePrograms } from './programs';
import { freePort, halt, launch, makeCluster, readPidFile, SUPERUSER } from './server-process';

export interface Address {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** Receives short progress messages. */
export type Say = (line: string) => void;

const STOP_MARK = 'Ended by `mandi db stop`. The next command that needs the database starts it and removes this file.\n';
const PATIENCE_MS = 60_000;

/** The address of this MANDI_HOME's server. Starts it if it is not running. */
export async function ensureEmbedded(path: string, say: Say): Promise<Address> {
  await ensureFolder(path);
  const running = await findRunning(path);
  if (running) return running;
  const waiting = (): void => say('Another command is starting or stopping the database; waiting for it.');
  return alone(path, async () => (await findRunning(path)) ?? (await start(path, say)), waiting);
}

/**
 * Restarts the server unless someone stopped it on purpose (`mandi db stop`). Postgres also removes its pid file when it shuts down for
 * lack of disk space, so a missing file does not show the cause.
 */
export async function reviveEmbedded(path: string, say: Say): Promise<void> {
  const home = await readHome(path);
  if (home !== null && !existsSync(stopMarkOf(home))) await ensureEmbedded(path, say);
}

/** While this file exists, only a command that needs the database starts it. */
function stopMarkOf({ folder }: Home): string {
  return join(folder, 'stopped-on-purpose');
}

/** Only one command at a time may start or stop the server of a MANDI_HOME. */
async function alone<T>(path: string, work: () => Promise<T>, waiting?: () => void): Promise<T> {
  try {
    return await withFileLock(join(path, 'start.lock'), work, { waiting });
  } catch (error) {
    throw isSpawnFault(error) ? error : explain(path, error);
  }
}

/** The address if it is running. Starts nothing. */
export async function findRunning(path: string): Promise<Address | null> {
  const home = await readHome(path);
  if (home === null) return null;
  const pidFile = await readPidFile(home.data);
  if (pidFile === null || !isAlive(pidFile.pid)) return null;
  const address = { host: '127.0.0.1', port: pidFile.port, user: SUPERUSER, password: home.password };
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask(address, home.data);
    if (answer === 'ours') return address;
    if (!isOurPostmaster(pidFile.pid, home.data)) return null;
    if (answer === 'foreign' || Date.now() > until) break;
    await sleep(200);
    if ((await readPidFile(home.data))?.pid !== pidFile.pid) return findRunning(path);
  }
  throw new DatabaseError(
    'embedded_failed',
    `The embedded database (process ${pidFile.pid}) runs but does not answer; see ${home.log}, or end that process and start again.`,
  );
}

/** Stops the server of this MANDI_HOME. Returns false if none is running. */
export async function stopEmbedded(path: string): Promise<boolean> {
  const home = await readHome(path);
  if (home === null) return false;
  return alone(path, async () => {
    await writeFile(stopMarkOf(home), STOP_MARK).catch(() => undefined); // a full disk must not prevent stopping it
    return halt(home, await preparePrograms(home.folder, home.runAs));
  });
}

/** Stops the server and deletes all its files, including the link and the card in MANDI_HOME. */
export async function removeEmbedded(path: string): Promise<void> {
  const home = await readHome(path);
  if (home === null) return;
  await stopEmbedded(path);
  await alone(path, () => deleteHome(home));
}

async function start(path: string, say: Say): Promise<Address> {
  const home = (await readHome(path)) ?? (await createHome(path));
  const programs = await preparePrograms(home.folder, home.runAs);
  if (!existsSync(join(home.data, 'PG_VERSION'))) {
    await refuseOtherFiles(home);
    say(`Creating the database in ${home.folder} (once; it takes a few seconds).`);
    await makeCluster(home, programs);
  }
  say('Starting the database.');
  // findRunning found no server, so a pid file is left over from one that was killed.
  await rm(join(home.data, 'postmaster.pid'), { force: true });
  await chmod(home.data, 0o700); // a copied folder may have wider permissions, which Postgres refuses
  for (let tries = 0, wished = home.port; tries < 5; tries += 1, wished = 0) {
    const port = await freePort(wished);
    if ((await launch(home, programs, port)) === 'port_taken') continue;
    await writeHome({ ...home, port });
    await rm(stopMarkOf(home), { force: true });
    return { host: '127.0.0.1', port, user: SUPERUSER, password: home.password };
  }
  throw new DatabaseError('embedded_failed', 'The embedded database found no free port on 127.0.0.1.');
}

/** Creates a new database only in an empty folder, because existing files may be a database that lost a file. */
async function refuseOtherFiles({ data, path }: Home): Promise<void> {
  const files = await readdir(data).catch(() => []);
  if (files.length === 0) return;
  throw new DatabaseError(
    'embedded_failed',
    `${data} has files but no PG_VERSION, so it is not a complete database: restore it from a copy, or move ${path} away to start over.`,
  );
}

/** Identifies the server at that address: ours for this data, none yet, or another one. */
async function ask(address: Address, data: string): Promise<'ours' | 'silent' | 'foreign'> {
  const client = new pg.Client({ ...address, database: 'postgres', ssl: false, connectionTimeoutMillis: 3000, query_timeout: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; id: string }>(
      "SELECT current_setting('data_directory') AS folder, system_identifier::text AS id FROM pg_control_system()",
    );
    const [server] = rows;
    return server && server.id === clusterId(data) && isHere(server.folder, data) ? 'ours' : 'foreign';
  } catch (error) {
    // 28: authentication failed, so it is another server on a port that was ours.
    return codeOf(error).startsWith('28') ? 'foreign' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The cluster's id is in the first eight bytes of its control file. */
function clusterId(data: string): string {
  const control = readFileSync(join(data, 'global', 'pg_control'));
  return control.readBigUInt64LE(0).toString();
}

/** True if the folder was moved while the server runs, false if it was copied. */
function isHere(folder: string, data: string): boolean {
  return !existsSync(folder) || realpathSync(folder) === realpathSync(data);
}

/** After a crash or reboot, the pid file's number may belong to any process. */
function isOurPostmaster(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandOf(pid);
  if (!command.includes('postgres')) return false;
  const folder = / -D "?(.*?)"? -p \d+/.exec(command)?.[1];
  return folder === undefined || isHere(folder, data);
}

function isSpawnFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn');
}
