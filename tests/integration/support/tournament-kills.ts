/** Tournaments that are played while web, workers and database are killed in turn, against the same ones that nobody disturbs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { REPOSITORY } from '~/config';
import { drawsOf } from '~/lib/random/draws';
import { type Database, openDatabase } from '~/store/database';
import { stopEmbedded } from '~/store/embedded/embedded-server';
import { readHome } from '~/store/embedded/home';
import { readPidFile } from '~/store/embedded/server-process';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { openOf as openFixtures } from '~/store/tournaments/open-fixtures';
import type { FixtureRecord, TournamentPlan } from '~/store/tournaments/tournament';
import { createTournament } from '~/tournament/create-tournament';
import { hashOf } from '~/tournament/fixture-result';
import { readPlan } from '~/tournament/read-plan';
import { standingsOf } from '~/tournament/standings';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { type DatabaseKind, freshDatabase } from './database';
import { quietServices, waitUntil } from './runners';
import { sourceArgs } from './source-args';

/** Where the database is, and how it is killed. */
export interface Ground {
  env: Record<string, string>;
  database: Database;
  killDatabase(): Promise<void>;
  leave(): Promise<void>;
}

export async function groundOn(kind: DatabaseKind): Promise<Ground> {
  if (kind === 'embedded') return embeddedGround();
  const { url, database, drop } = await freshDatabase(kind);
  return serverGround(url, database, drop);
}

/** An embedded server of its own: its postmaster is killed, and whoever needs it starts it again. */
async function embeddedGround(): Promise<Ground> {
  const home = await mkdtemp(join(tmpdir(), `mandi-test-${process.pid}-`));
  await chmod(home, 0o755); // root's tests run the database as somebody else
  const database = await openDatabase({ databaseUrl: null, home });
  return {
    env: { MANDI_HOME: home },
    database,
    async killDatabase() {
      const known = await readHome(home);
      const running = known && (await readPidFile(known.data));
      if (running) process.kill(running.pid, 'SIGKILL');
    },
    async leave() {
      await database.close();
      await stopEmbedded(home);
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** A server that others use as well: every connection to our database on it is broken off instead. */
async function serverGround(url: string, database: Database, drop: () => Promise<void>): Promise<Ground> {
  const home = await mkdtemp(join(tmpdir(), `mandi-test-${process.pid}-`));
  return {
    env: { MANDI_HOME: home, DATABASE_URL: url },
    database,
    async killDatabase() {
      await database.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    },
    async leave() {
      await drop();
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

export interface Trial {
  /** Of the round robins together; a Swiss tournament beside them has an eighth as many. */
  matches: number;
  kills: number;
  seed: number;
}

/** Plays half of the matches under classic and half under open, with stages drawn from results beside, and compares all that is left of them. */
export async function surviveKills(ground: Ground, { matches, kills, seed }: Trial): Promise<void> {
  const plans = [planOf(CLASSIC, matches / 4), planOf(OPEN, matches / 4), planOf(SWISS, Math.ceil(matches / 100))];
  await survive(ground, { plans, stages: [1, 1, 3], kills, seed });
}

/** The same with meetings that are series of the test game, of two matches each. */
export async function surviveKillsInSeries(ground: Ground, { matches, kills, seed }: Trial): Promise<void> {
  await survive(ground, { plans: [planOf(DUELS, matches / 4)], stages: [1], kills, seed });
}

interface Plans extends Omit<Trial, 'matches'> {
  plans: readonly TournamentPlan[];
  stages: readonly number[];
}

async function survive(ground: Ground, { plans, stages, kills, seed }: Plans): Promise<void> {
  const calm = await Promise.all(plans.map(playCalmly));
  const store = new PostgresEventStore(ground.database, 'test');
  const crowd = [new Killable('web', ground.env), new Killable('worker', ground.env), new Killable('worker', ground.env)];
  try {
    const ids = await Promise.all(plans.map((plan) => begin(store, plan)));
    for (const one of crowd) one.start();
    const done = await killInTurn({ ground, store, ids, crowd, rolls: drawsOf(seed) }, kills);
    expect(done).toBeGreaterThanOrEqual(kills);
    await waitUntil(async () => (await openOf(store, ids)) === 0, 300_000);
    const recordsOf = () => Promise.all(ids.map((id) => store.tournaments.get(id)));
    await waitUntil(async () => (await recordsOf()).every((one) => one?.status === 'finished'));
    expect((await recordsOf()).map((one) => one?.stages)).toEqual(stages);
    for (const [index, id] of ids.entries()) await compare(store, id, calm[index] ?? []);
  } finally {
    await Promise.all(crowd.map((one) => one.kill()));
    await store.close();
  }
}

const CLASSIC = { ruleset: 'classic', task: 'coalition_market', entrants: ['rule_based_expert', 'random_validish'] };
const OPEN = { ruleset: 'open', task: 'single_trade', entrants: ['greedy', 'house'] };
/** Two meetings a round, each world in both seatings. */
const SWISS = { ...OPEN, format: 'swiss', rounds: 3, entrants: ['greedy', 'house', 'selfish', 'cooperative'] };

const DUELS = { game: 'test/offers', task: 'long_haggle', series: 'duel', entrants: ['yielding_haggler', 'stubborn_haggler'] };

function planOf(kind: object, worlds: number): TournamentPlan {
  const read = readPlan({ name: 'under fire', nulls: [], rotation: 'full', ...kind, worlds });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

export async function begin(store: EventStore, plan: TournamentPlan): Promise<string> {
  const made = await createTournament(quietServices(store, 'test'), plan);
  if (!made.ok) throw new Error(made.why);
  return made.value.id;
}

const calmly = new Map<string, Promise<FixtureRecord[]>>();

/** In memory, by nobody disturbed; once for all databases. */
export function playCalmly(plan: TournamentPlan): Promise<FixtureRecord[]> {
  const name = JSON.stringify(plan);
  const played = calmly.get(name) ?? playInMemory(plan);
  calmly.set(name, played);
  return played;
}

async function playInMemory(plan: TournamentPlan): Promise<FixtureRecord[]> {
  const store = new MemoryEventStore('calm');
  const id = await begin(store, plan);
  const worker = new TournamentWorker(quietServices(store, 'calm'));
  await worker.start();
  await waitUntil(async () => (await store.tournaments.get(id))?.status === 'finished', 900_000);
  await worker.stop();
  return store.tournaments.fixtures(id);
}

interface Stage {
  ground: Ground;
  store: EventStore;
  ids: readonly string[];
  crowd: readonly Killable[];
  rolls: ReturnType<typeof drawsOf>;
}

/** Each kill finds matches that are still to be played, and some that were played since the last one; how many there were. */
async function killInTurn({ ground, store, ids, crowd, rolls }: Stage, kills: number): Promise<number> {
  let left = await openOf(store, ids);
  for (let n = 0; n < kills; n += 1) {
    await waitUntil(async () => (await openOf(store, ids)) < left, 600_000);
    await sleep(150 * rolls.random());
    left = await openOf(store, ids);
    if (left === 0) return n;
    const target = crowd[n % (crowd.length + 1)];
    if (!target) await ground.killDatabase();
    else {
      await target.kill();
      target.start();
    }
  }
  return kills;
}

/** A database that is just away is asked again. */
async function openOf(store: EventStore, ids: readonly string[]): Promise<number> {
  for (;;) {
    try {
      const counts = await Promise.all(ids.map((id) => store.tournaments.counts(id)));
      return counts.reduce((sum, one) => sum + openFixtures(one), 0);
    } catch {
      await sleep(50);
    }
  }
}

/** Answers how many matches and events were compared. */
export async function compare(store: EventStore, id: string, calm: readonly FixtureRecord[]): Promise<{ matches: number; events: number }> {
  const compared = { matches: 0, events: 0 };
  const fixtures = await store.tournaments.fixtures(id);
  expect(fixtures.map(({ order, status, attempts, fault, result }) => ({ order, status, attempts, fault, result }))).toEqual(
    calm.map(({ order, result }) => ({ order, status: 'done', attempts: 0, fault: null, result })),
  );
  for (const { matchId, result } of fixtures) {
    const series = await store.series.matches(matchId);
    const matches = series.length > 0 ? series.map((match) => match.id) : [matchId];
    expect(new Set(series.map((match) => match.series?.place)).size).toBe(series.length);
    const logs = await Promise.all(matches.map((one) => store.read(one)));
    for (const [index, stored] of logs.entries()) {
      expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, place) => place + 1));
      expect(await store.get(matches[index] ?? '')).toMatchObject({ status: 'finished', head: stored.length, fault: null });
    }
    expect(hashOf(logs.flat())).toBe(result?.logHash);
    compared.matches += logs.length;
    compared.events += logs.flat().length;
  }
  const record = await store.tournaments.get(id);
  if (!record) throw new Error(`tournament ${id} is gone`);
  const counts = await store.tournaments.counts(id);
  expect(standingsOf(record, fixtures, counts)).toEqual(standingsOf(record, calm, counts));
  return compared;
}

/** A process of Mandi. */
export class Killable {
  private readonly kind: 'web' | 'worker';
  private readonly env: Record<string, string>;
  private child: ChildProcess | null = null;

  constructor(kind: 'web' | 'worker', env: Record<string, string>) {
    this.kind = kind;
    this.env = env;
  }

  start(): void {
    const { PATH = '', HOME = '' } = process.env;
    const settings = {
      NODE_ENV: 'production' as const,
      PATH,
      HOME,
      MANDI_SHOWCASE: 'off',
      MANDI_LEAGUE: 'off',
      MANDI_MODEL: 'off',
      MANDI_TEST_GAMES: '1',
    };
    this.child = spawn(process.execPath, [...PROGRAMS[this.kind]], { cwd: REPOSITORY, env: { ...settings, ...this.env }, stdio: 'ignore' });
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
}

const PROGRAMS = {
  web: sourceArgs('start-without-pages.ts'),
  worker: [join(REPOSITORY, 'bin', 'mandi.mjs'), 'worker', 'matches', '--slots', '1'],
} as const;
