/**
 * A larger installation as scripts/cluster.mjs starts it: two web processes behind a proxy, two match workers, PgBouncer in transaction mode
 * and Redis. Each of its parts is killed again and again while a tournament runs, people play and others watch.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { type Database, openDatabase } from '~/store/database';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { readPlan } from '~/tournament/read-plan';
import { type Cluster, missingPrograms, type Part, startCluster } from '../../scripts/cluster.mjs';
import { apiOf, type TestSocket, until } from '../integration/support/server';
import { sourceArgs } from '../integration/support/source-args';
import { openTable, play, Screen, sit } from '../integration/support/table';
import { begin, compare, playCalmly } from '../integration/support/tournament-kills';

const PATIENCE = 600_000;
/** Of each part. */
const KILLS = Number(process.env.MANDI_KILLS ?? (process.env.CI === 'true' ? '2' : '20'));
const SEATS = ['lab_0', 'lab_1', 'lab_2', 'lab_3'];
const ROUNDS = 4;

const missing = missingPrograms();
if (missing.length > 0 && process.env.CI === 'true') throw new Error(`not installed: ${missing.join(', ')}`);

describe.skipIf(missing.length > 0)(`a larger installation${missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : ''}`, () => {
  let cluster: Cluster;
  let database: Database;
  let store: PostgresEventStore;
  let api: ReturnType<typeof apiOf>;
  beforeAll(async () => {
    cluster = await startCluster({ webArgs: sourceArgs('start-without-pages.ts'), environment: { MANDI_TRUSTED_PROXIES: 'loopback' } });
    const { DATABASE_URL: databaseUrl = '', MANDI_HOME: home = '' } = cluster.settings;
    database = await openDatabase({ databaseUrl, databaseDirectUrl: cluster.direct, home });
    store = new PostgresEventStore(database, 'test');
    api = apiOf(cluster.origin);
  }, PATIENCE);
  afterAll(async () => {
    await store?.close();
    await database?.close();
    await cluster?.stop();
  }, PATIENCE);

  test('matches and tournaments are played through PgBouncer, and nothing is read without it', { timeout: PATIENCE }, async () => {
    const plan = planOf(8);
    const id = await begin(store, plan);
    const match = await api.match.create.mutate({ ruleset: 'open', task: 'market_round', seed: 5, policy: 'greedy', pace: 0 });
    await until(async () => (await api.match.get.query({ id: match.id })).status === 'finished', PATIENCE);
    await until(async () => (await store.tournaments.get(id))?.status === 'finished', PATIENCE);
    await compare(store, id, await playCalmly(plan));
    const said = await pooled(cluster);
    expect(said.length).toBeGreaterThan(0); // the server's connections of the pool
    await cluster.bouncer.kill();
    await until(async () => !(await fetch(`${cluster.webOrigins[0]}/api/health`)).ok);
    await cluster.bouncer.start();
    await until(async () => (await fetch(`${cluster.webOrigins[0]}/api/health`)).ok);
  });

  test('wrong tokens are counted by both web processes together, in Redis and without it', { timeout: PATIENCE }, async () => {
    for (const from of ['198.51.100.1', '198.51.100.2']) {
      const codes: number[] = [];
      for (let n = 0; n < 24; n += 1) codes.push(await guess(cluster.webOrigins[n % 2] ?? '', from, n));
      expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0);
      if (from === '198.51.100.1') await cluster.redis.kill();
    }
    expect(await (await fetch(`${cluster.origin}/api/health`)).json()).toMatchObject({ ok: true });
    await cluster.redis.start();
  });

  test(`each part is killed ${KILLS} times: nothing is lost or doubled, and watchers go on`, { timeout: 3_600_000 }, async () => {
    const gate = new Gate();
    const crowd = new Crowd(cluster, gate);
    const playing = crowd.playUntilStopped();
    const tournaments: string[] = [];
    const plan = planOf(40);
    const parts: Part[] = [cluster.webs[0], cluster.workers[0], cluster.postgres, cluster.redis, cluster.webs[1], cluster.bouncer].flatMap(
      (part) => part ?? [],
    );
    for (let n = 0; n < KILLS; n += 1) {
      for (const part of parts) {
        await gate.pass(async () => {
          const open = await Promise.all(tournaments.map(async (id) => (await store.tournaments.get(id))?.status));
          if (!open.includes('running')) tournaments.push(await begin(store, plan));
          await sleep(200 * Math.random());
          await part.kill();
          await part.start();
          if (part === cluster.postgres || part === cluster.bouncer) await until(() => isHere(cluster), PATIENCE);
        });
      }
    }
    await playing.stop();
    await until(async () => {
      const all = await Promise.all(tournaments.map((id) => store.tournaments.get(id)));
      return all.every((one) => one?.status === 'finished');
    }, PATIENCE);
    const calm = await playCalmly(plan);
    for (const id of tournaments) await compare(store, id, calm);
    await crowd.check(database.pool);
    console.log(
      `${KILLS} kills of each of ${parts.length} parts: ${tournaments.length} tournaments, ${crowd.tables.length} tables of people`,
    );
  });
});

/** People in browsers: a match, its form, a table, a private one, a tournament. */
const JOURNEYS = ['new-match', 'match', 'table', 'private-table', 'tournament'];

const asked = process.env.MANDI_CLUSTER_JOURNEYS === '1';
test.skipIf(missing.length > 0 || !asked)(
  `browser journeys pass on it${asked ? '' : ' (only with MANDI_CLUSTER_JOURNEYS=1)'}`,
  { timeout: 1_800_000 },
  async () => {
    const files = JOURNEYS.map((name) => `e2e/${name}.spec.ts`);
    const env = { ...process.env, MANDI_E2E_CLUSTER: '1', FORCE_COLOR: '0' };
    const run = spawn('npx', ['playwright', 'test', ...files], { cwd: REPOSITORY, env });
    let said = '';
    const hear = (text: unknown) => {
      said += String(text);
    };
    for (const stream of [run.stdout, run.stderr]) stream.on('data', hear);
    const code = await new Promise((resolve) => run.once('close', resolve));
    expect(code, said).toBe(0);
  },
);

function planOf(worlds: number) {
  const read = readPlan({
    name: 'under fire',
    nulls: [],
    rotation: 'full',
    ruleset: 'classic',
    task: 'coalition_market',
    entrants: ['rule_based_expert', 'random_validish'],
    worlds,
  });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

/** Connections of PgBouncer to the server, as the server sees them. */
async function pooled({ direct, bouncer }: Cluster): Promise<number[]> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'mandi' AND backend_type = 'client backend'",
  );
  await client.end();
  return bouncer.isRunning ? rows.map(({ pid }) => pid) : [];
}

async function guess(origin: string, from: string, n: number): Promise<number> {
  const answer = await fetch(`${origin}/api/trpc/operations.look`, {
    headers: { authorization: `Bearer wrong-token-${from}-${n}`, 'x-forwarded-for': from },
  });
  return answer.status;
}

async function isHere({ webOrigins }: Cluster): Promise<boolean> {
  const answers = await Promise.all(webOrigins.map((origin) => fetch(`${origin}/api/health`).catch(() => null)));
  return answers.every((answer) => answer?.ok === true);
}

/** A table is set up between two kills, because nobody can repeat a call that has given away a seat. */
class Gate {
  #last: Promise<unknown> = Promise.resolve();

  pass<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Four people who play one match after the other, and two who watch it, all through the proxy. */
class Crowd {
  readonly tables: { id: string; screens: Screen[] }[] = [];
  readonly #cluster: Cluster;
  readonly #gate: Gate;
  readonly #sockets: TestSocket[] = [];
  #isStopped = false;

  constructor(cluster: Cluster, gate: Gate) {
    this.#cluster = cluster;
    this.#gate = gate;
  }

  playUntilStopped(): { stop(): Promise<void> } {
    const playing = this.#play();
    playing.catch(() => undefined);
    return {
      stop: async () => {
        this.#isStopped = true;
        await playing;
      },
    };
  }

  async #play(): Promise<void> {
    while (!this.#isStopped) {
      const { id, people } = await this.#gate.pass(() => this.#sitDown());
      for (let round = 0; round < ROUNDS; round += 1) {
        await until(async () => (await people[0]?.guest.api.match.get.query({ id }).catch(() => null))?.round === round, PATIENCE);
        // `unanswered`: it is kept, and the same key asks again.
        const handIn = ({ guest, seat }: (typeof people)[number]) =>
          until(async () => {
            const code = await play(guest, { id, seat, round }).catch(() => null);
            return code !== 'unanswered' && code;
          }, PATIENCE);
        const codes = await Promise.all(people.map(handIn));
        expect({ round, codes }).toEqual({ round, codes: SEATS.map(() => 'turn_accepted') });
      }
      await until(async () => (await people[0]?.guest.api.match.get.query({ id }).catch(() => null))?.status === 'finished', PATIENCE);
    }
  }

  async #sitDown() {
    await until(() => isHere(this.#cluster), PATIENCE);
    const { origin } = this.#cluster;
    const seats = Object.fromEntries(SEATS.map((seat) => [seat, 'open']));
    const { id, host } = await openTable({ origin }, { seats, options: { rounds: ROUNDS, shocks: 0 } });
    const people = await Promise.all(SEATS.map((seat) => sit({ origin }, id, { name: `Person ${seat.slice(4)}`, seat })));
    await host.api.table.start.mutate({ id });
    this.tables.push({ id, screens: [this.#watch(id), this.#watch(id)] });
    return { id, people };
  }

  /** Comes back to whichever process the proxy chooses, and asks for what it has missed. */
  #watch(id: string): Screen {
    const options = { transports: ['websocket'], forceNew: true, reconnectionDelay: 100, reconnectionDelayMax: 500 };
    const socket: TestSocket = io(this.#cluster.origin, options);
    this.#sockets.push(socket);
    const screen = new Screen(socket, id);
    const open = async (): Promise<void> => {
      await screen.open();
      // As a page does it: what is refused because the database is away is asked again.
      if (screen.refusal !== null && socket.connected) setTimeout(() => void open(), 500);
    };
    socket.on('connect', () => void open());
    return screen;
  }

  /** Every turn once, no gap in any log, and every screen at its end. */
  async check(pool: pg.Pool): Promise<void> {
    for (const { id, screens } of this.tables) {
      const { rows: turns } = await pool.query<{ turn: string }>(
        "SELECT (payload->>'lab_id') || ' ' || (payload->>'round_index') AS turn FROM match_event WHERE match_id = $1 AND type = 'turn_taken'",
        [id],
      );
      const all = SEATS.flatMap((seat) => Array.from({ length: ROUNDS }, (_, round) => `${seat} ${round}`));
      expect(turns.map(({ turn }) => turn).sort()).toEqual(all.sort());
      const { rows } = await pool.query<{ head: number; events: number; last: number }>(
        `SELECT head, count(*)::int AS events, max(seq) AS last FROM match JOIN match_event ON match_id = id WHERE id = $1 GROUP BY head`,
        [id],
      );
      const [log] = rows;
      expect([log?.events, log?.last]).toEqual([log?.head, log?.head]);
      const seen = () => screens.map(({ head, cards, refusal }) => ({ head, status: cards.at(-1)?.status, refusal }));
      const whole = screens.map(() => ({ head: log?.head, status: 'finished', refusal: null }));
      await expect.poll(seen, { timeout: 60_000 }).toEqual(whole);
    }
    for (const socket of this.#sockets) socket.disconnect();
  }
}
