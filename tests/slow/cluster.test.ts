/**
 * A larger installation as scripts/cluster.mjs starts it: two web processes behind a proxy, two match workers, an inference worker, PgBouncer
 * in transaction mode and Redis. Each of its parts is killed again and again while a tournament runs, people play and others watch.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { type Database, openDatabase } from '~/store/database';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { openOf } from '~/store/tournaments/open-fixtures';
import { readPlan } from '~/tournament/read-plan';
import { type Cluster, missingPrograms, type Part, startCluster } from '../../scripts/cluster.mjs';
import { MODELS_FOLDER, reasonWithoutModel } from '../integration/support/real-model';
import { apiOf, until } from '../integration/support/server';
import { sourceArgs } from '../integration/support/source-args';
import { begin, compare, playCalmly } from '../integration/support/tournament-kills';
import { Crowd, Gate, isHere, ModelMatches, PATIENCE } from './support/crowd';

/** Of each part. */
const KILLS = Number(process.env.MANDI_KILLS ?? (process.env.CI === 'true' ? '2' : '20'));

const missing = missingPrograms();
if (missing.length > 0 && process.env.CI === 'true') throw new Error(`not installed: ${missing.join(', ')}`);
const noModel = missing.length > 0 ? '' : await reasonWithoutModel();

describe.skipIf(missing.length > 0)(`a larger installation${missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : ''}`, () => {
  let cluster: Cluster;
  let database: Database;
  let store: PostgresEventStore;
  let api: ReturnType<typeof apiOf>;
  beforeAll(async () => {
    cluster = await startCluster({
      webArgs: sourceArgs('start-without-pages.ts'),
      environment: { MANDI_TRUSTED_PROXIES: 'loopback' },
      ...(noModel === null && { models: MODELS_FOLDER }),
    });
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

  const without = noModel ? `, without the inference worker (${noModel})` : '';
  test(`each part is killed ${KILLS} times${without}: nothing is lost or doubled, and watchers go on`, { timeout: 7_200_000 }, async () => {
    const begun = Date.now();
    const gate = new Gate();
    const crowd = new Crowd(cluster, gate);
    const models = new ModelMatches(cluster, store);
    const playing = crowd.playUntilStopped();
    const tournaments: string[] = [];
    const plan = planOf(40);
    const [web1, web2, worker] = [...cluster.webs, ...cluster.workers];
    const parts = [web1, worker, cluster.postgres, cluster.redis, web2, cluster.bouncer, ...cluster.inference].flatMap(
      (part) => part ?? [],
    );
    const isOpen = async () => openOf(await store.tournaments.counts(tournaments.at(-1) ?? '')) > 0;
    const killOne = async (part: Part): Promise<void> => {
      if (cluster.inference.includes(part)) await models.writes();
      // With matches still to be played, at any point of one of them.
      do {
        if (!(await isOpen())) tournaments.push(await begin(store, plan));
        await sleep(200 * Math.random());
      } while (!(await isOpen()));
      await part.kill();
      await part.start();
      if (part === cluster.postgres || part === cluster.bouncer) await until(() => isHere(cluster), PATIENCE);
    };
    for (let n = 0; n < KILLS; n += 1) for (const part of parts) await gate.pass(() => killOne(part));
    await playing.stop();
    await until(async () => {
      const all = await Promise.all(tournaments.map((id) => store.tournaments.get(id)));
      return all.every((one) => one?.status === 'finished');
    }, PATIENCE);
    const calm = await playCalmly(plan);
    const played = { tournaments: tournaments.length, matches: 0, events: 0 };
    for (const id of tournaments) {
      const { matches, events } = await compare(store, id, calm);
      played.matches += matches;
      played.events += events;
    }
    const people = { tables: crowd.tables.length, ...(await crowd.check(store)) };
    const model = cluster.inference.length > 0 && { matches: models.ids.length, ...(await models.check()) };
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(JSON.stringify({ kills: KILLS, parts: parts.map(({ name }) => name), seconds, played, people, model }));
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
