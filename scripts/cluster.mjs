// Starts what a larger installation consists of, on this machine, in a temporary folder: PostgreSQL, PgBouncer in transaction mode, Redis,
// two web processes, two match workers and a round-robin proxy. `node scripts/cluster.mjs` runs it until Ctrl-C; the slow tests kill its
// parts. Needs Debian's packages postgresql, pgbouncer and redis-server.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = fileURLToPath(new URL('..', import.meta.url));
const START_MS = 300_000;
const ENOUGH_LINES = 20_000;

/** The programs that are not there, by name. */
export function missingPrograms() {
  return [
    ...(postgresPrograms() === null ? ['PostgreSQL'] : []),
    ...['pgbouncer', 'redis-server'].filter((name) => spawnSync(name, ['--version']).error),
  ];
}

function postgresPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = versions.map((version) => join(debian, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Database programs refuse to run as root. */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout));
  return { uid, gid };
}

/** A program that can be killed and started again. */
class Part {
  child = null;
  said = '';

  constructor(name, { command, args, options = {}, isReady }) {
    Object.assign(this, { name, command, args, options, isReady });
  }

  get isRunning() {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  async start(signal) {
    const until = Date.now() + START_MS;
    while (Date.now() < until && !signal?.aborted) {
      if (!this.isRunning) this.spawn();
      if (await this.isReady().catch(() => false)) return;
      await sleep(100);
    }
    throw new Error(`${this.name} did not start: ${this.said}`);
  }

  spawn() {
    this.said = '';
    const child = spawn(this.command, this.args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...this.options });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        if (this.child === child) this.said = (this.said + text).slice(-ENOUGH_LINES);
      });
    this.child = child;
  }

  async kill(signal = 'SIGKILL') {
    if (!this.isRunning) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }
}

/**
 * `webArgs`: another program than `npm start`, for tests that need no pages. `models`: a folder of models, which an inference worker serves
 * then. `port`: the proxy's; any by default. `signal`: gives up starting.
 */
export async function startCluster({
  web = 2,
  workers = 2,
  models,
  port,
  webArgs = [join(root, 'scripts', 'start.mjs')],
  environment = {},
  signal,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-cluster-'));
  chmodSync(folder, 0o755);
  const ports = await freePorts(3 + web + 1);
  const [postgresPort, bouncerPort, redisPort, freePort, ...webPorts] = ports;
  const proxyPort = port ?? freePort;
  const user = otherUser();
  const own = (name) => {
    const path = join(folder, name);
    mkdirSync(path);
    if (user.uid !== undefined) spawnSync('chown', [`${user.uid}:${user.gid}`, path]);
    return path;
  };
  const direct = `postgresql://mandi@127.0.0.1:${postgresPort}/mandi`;
  const origin = `http://127.0.0.1:${proxyPort}`;
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: `postgresql://mandi@127.0.0.1:${bouncerPort}/mandi`,
    DATABASE_DIRECT_URL: direct,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    MANDI_HOME: join(folder, 'home'),
    MANDI_ORIGINS: origin,
    MANDI_SHOWCASE: 'off',
    MANDI_LEAGUE: 'off',
    MANDI_MODEL: 'off',
    ...environment,
  };
  const postgres = postgresPart({ data: own('postgres'), port: postgresPort, user });
  const bouncer = bouncerPart({ folder: own('pgbouncer'), port: bouncerPort, postgresPort, user });
  const redis = new Part('Redis', {
    command: 'redis-server',
    args: ['--port', String(redisPort), '--save', '', '--appendonly', 'no', '--dir', own('redis')],
    options: user,
    isReady: () => opens(redisPort),
  });
  const webs = webPorts.map(
    (port, at) =>
      new Part(`web process ${at + 1}`, {
        command: process.execPath,
        args: webArgs,
        options: { env: { ...settings, PORT: String(port) } },
        isReady: async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).ok,
      }),
  );
  const matchWorkers = Array.from(
    { length: workers },
    (_, at) =>
      new Part(`match worker ${at + 1}`, {
        command: process.execPath,
        args: [join(root, 'bin', 'mandi.mjs'), 'worker', 'matches', '--slots', '4'],
        options: { env: { ...settings, MANDI_URL: 'off' } },
        isReady: async () => matchWorkers[at].said.includes('Playing tournament matches'),
      }),
  );
  const inference = models === undefined ? [] : [inferencePart({ origin, settings, models })];
  const proxy = roundRobin(webPorts);
  const all = [postgres, bouncer, redis, ...webs, ...matchWorkers, ...inference];
  async function stop() {
    proxy.closeAllConnections();
    proxy.close();
    for (const part of [...all].reverse()) await part.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
  try {
    await postgres.start(signal);
    await makeDatabase(postgresPort);
    await Promise.all([bouncer.start(signal), redis.start(signal)]);
    await webs[0].start(signal); // it brings the new database up to date
    await Promise.all([...webs.slice(1), ...matchWorkers].map((part) => part.start(signal)));
    proxy.listen(proxyPort, '127.0.0.1');
    await once(proxy, 'listening');
    for (const part of inference) await part.start(signal);
  } catch (fault) {
    await stop();
    throw fault;
  }
  const webOrigins = webPorts.map(toOrigin);
  return { origin, direct, settings, postgres, bouncer, redis, webs, workers: matchWorkers, inference, webOrigins, stop };
}

function toOrigin(port) {
  return `http://127.0.0.1:${port}`;
}

function postgresPart({ data, port, user }) {
  const programs = postgresPrograms() ?? '';
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'mandi', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...user,
    cwd: data,
  });
  if (made.status !== 0) throw new Error(`PostgreSQL could not make its folder: ${made.stderr}`);
  const config = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, max_connections: 100 };
  return new Part('PostgreSQL', {
    command: join(programs, 'postgres'),
    args: ['-D', data, ...Object.entries(config).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    options: { ...user, cwd: data },
    isReady: () => asked(`postgresql://mandi@127.0.0.1:${port}/postgres`, 'SELECT 1'),
  });
}

function bouncerPart({ folder, port, postgresPort, user }) {
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"mandi" ""\n');
  writeFileSync(
    settings,
    `[databases]
mandi = host=127.0.0.1 port=${postgresPort} dbname=mandi
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 1
`,
  );
  return new Part('PgBouncer', {
    command: 'pgbouncer',
    args: [settings],
    options: user,
    isReady: () => asked(`postgresql://mandi@127.0.0.1:${port}/mandi`, 'SELECT 1'),
  });
}

function inferencePart({ origin, settings, models }) {
  const part = new Part('inference worker', {
    command: process.execPath,
    args: [join(root, 'bin', 'mandi.mjs'), 'worker', 'inference', '--connect', origin.replace('http', 'ws'), '--slots', '2'],
    options: { env: { ...settings, MANDI_MODELS: models } },
    isReady: async () => part.said.includes('Connected') && (await workersAt(origin)).length > 0,
  });
  return part;
}

/** The inference workers that have said what they serve. */
async function workersAt(origin) {
  const { result } = await (await fetch(`${origin}/api/trpc/inference.state`)).json();
  return result.data.workers;
}

async function makeDatabase(port) {
  await asked(`postgresql://mandi@127.0.0.1:${port}/postgres`, 'CREATE DATABASE mandi');
}

async function asked(url, statement) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Each request and each socket goes to the next process that can be reached, as with the shipped Caddyfile. */
function roundRobin(ports) {
  let turn = 0;
  async function reach() {
    for (const _ of ports) {
      const socket = await opened(ports[turn++ % ports.length]);
      if (socket) return socket;
    }
    return null;
  }
  async function forward(request, response) {
    const socket = await reach();
    if (!socket) return void response.writeHead(502).end();
    const { method, url, headers } = request;
    const onward = ask({ method, path: url, headers: { ...headers, connection: 'close' }, createConnection: () => socket }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
  async function upgrade(request, socket, head) {
    socket.on('error', () => undefined);
    const onward = await reach();
    if (!onward) return void socket.destroy();
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket);
    socket.pipe(onward);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }
  const server = createServer((request, response) => void forward(request, response));
  server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head));
  return server;
}

/** null: nobody listens there. */
function opened(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.off('error', none);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    const none = () => resolve(null);
    socket.once('error', none);
  });
}

async function opens(port) {
  const socket = await opened(port);
  socket?.destroy();
  return socket !== null;
}

async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => probe.address().port);
  for (const probe of probes) probe.close();
  return ports;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.error(`Not installed here: ${missing.join(', ')}. On Debian: apt-get install postgresql pgbouncer redis-server`);
    process.exit(1);
  }
  console.log(
    'Starting PostgreSQL, PgBouncer, Redis, two web processes, two match workers and a proxy. The first start builds the screens.',
  );
  const stopping = new AbortController();
  const starting = startCluster({ signal: stopping.signal });
  const stop = () => {
    stopping.abort();
    void starting.then((cluster) => cluster.stop()).finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const { origin } = await starting;
  console.log(`Open ${origin}\nCtrl-C stops all of it and removes its data.`);
}
