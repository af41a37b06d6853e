/**
 * Scripted tournaments, everything persisted: matches per second against the bare game and the queue alone, two workers against one, and
 * the table's time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { codeId } from '~/eval/code-digest';
import { emptyBroadcaster } from '~/live/audience';
import type { Services } from '~/match/services';
import type { EventStore } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import type { TournamentPlan } from '~/store/tournaments/tournament';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import { standingsOf } from '~/tournament/standings';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { playBare } from './bare-game';
import { type BenchStore, openBenchStore } from './bench-store';
import { databaseCpu } from './database-cpu';
import type { BenchOptions, Measure, Section } from './section';
import { interleave, median, ratioOf } from './turns';

const MANDI = fileURLToPath(new URL('../bin/mandi.mjs', import.meta.url));
const CLASSIC = {
  ruleset: 'classic',
  task: 'coalition_market',
  entrants: ['rule_based_expert', 'random_validish', 'greedy_hoarder', 'wait'],
};
/** Of version 1, as in all earlier results. */
const OPEN = { ruleset: 'open', version: 1, task: 'single_trade', entrants: ['greedy', 'house'] };
const LARGE = 10_000;
/** A match of open takes this many times longer. */
const OPEN_SHARE = 4;

export const section: Section = {
  id: 'tournament',
  title: 'Tournament: scripted matches per second, everything persisted',
  async measure(options) {
    const bench = await openBenchStore(options.serverUrl);
    try {
      const size = options.quick ? 200 : 2_000;
      const turns = options.quick ? 3 : 5;
      return [
        ...(await speeds(bench, { size, turns }, options)),
        ...(await crowds(bench, { size, turns }, options)),
        ...(await tables(bench)),
      ];
    } finally {
      await bench.close();
    }
  },
};

interface Size {
  /** Matches per turn. */
  size: number;
  turns: number;
}

async function speeds(bench: BenchStore, { size, turns }: Size, { tell }: BenchOptions): Promise<Measure[]> {
  const { store } = bench;
  tell('one process against the bare game');
  const spent = { own: 0, database: 0, bare: 0, matches: 0 };
  const played = async (): Promise<number> => {
    const [own, base] = [ownCpu(), await databaseCpu(bench.database.pool)];
    const speed = await play(store, size);
    spent.own += ownCpu() - own;
    spent.database += ((await databaseCpu(bench.database.pool)) ?? Number.NaN) - (base ?? Number.NaN);
    spent.matches += size;
    return speed;
  };
  const bareGame = async (): Promise<number> => {
    const own = ownCpu();
    const speed = await playAlone(CLASSIC, size);
    spent.bare += ownCpu() - own;
    return speed;
  };
  const bare = await interleave(turns, played, bareGame);
  const rate = Math.round(spent.matches / spent.own);
  tell('one process against the same in memory');
  const memory = await interleave(
    turns,
    () => play(store, size),
    () => play(new MemoryEventStore('bare'), size),
  );
  tell('one process against the queue alone');
  const queue = await interleave(
    turns,
    () => play(store, size),
    () => takeNothing(store, size),
  );
  tell('open: one process against the bare game');
  const few = Math.ceil(size / OPEN_SHARE);
  const open = await interleave(
    turns,
    () => play(store, few, OPEN),
    () => playAlone(OPEN, few),
  );
  const what = `matches of classic coalition_market, one worker, ${size} a turn`;
  return [
    {
      what: `${what}, against the bare game`,
      value: median(bare.a),
      unit: 'matches/s',
      against: { what: 'bare game: a plain loop, nothing kept', value: median(bare.b) },
      ratio: ratioOf(bare),
      note: `${rate} matches per CPU second of the worker, not counting the CPU time of the database`,
    },
    ...cpuRow(what, spent),
    {
      what: `${what}, against the same in memory`,
      value: median(memory.a),
      unit: 'matches/s',
      against: { what: 'in memory, the same worker', value: median(memory.b) },
      ratio: ratioOf(memory),
    },
    {
      what: `matches of open single_trade, one worker, ${few} a turn, against the bare game`,
      value: median(open.a),
      unit: 'matches/s',
      against: { what: 'bare game: a plain loop, nothing kept or scored', value: median(open.b) },
      ratio: ratioOf(open),
      note: 'a result of open needs the optimum of its world, which is solved once per world',
    },
    {
      what: `${what}, against the queue`,
      value: median(queue.a),
      unit: 'matches/s',
      against: { what: 'jobs that do nothing', value: median(queue.b) },
      ratio: ratioOf(queue),
    },
  ];
}

/** Where the database is on another machine, or `/proc` does not show it, there is no such row. */
function cpuRow(what: string, { own, database, bare, matches }: Record<'own' | 'database' | 'bare' | 'matches', number>): Measure[] {
  if (Number.isNaN(database)) return [];
  const [stored, alone] = [matches / (own + database), matches / bare];
  const ratio = stored / alone;
  return [
    {
      what: `${what}, per CPU second of worker and database together`,
      value: stored,
      unit: 'matches/CPU s',
      against: { what: 'bare game', value: alone },
      ratio: { median: ratio, low: ratio, high: ratio },
      note: `a match takes the worker ${((own / matches) * 1000).toFixed(2)} and the database ${((database / matches) * 1000).toFixed(2)} CPU ms; all turns together`,
    },
  ];
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function crowds({ store, database }: BenchStore, { size, turns }: Size, { tell }: BenchOptions): Promise<Measure[]> {
  tell('two processes against one');
  const url = database.target.url;
  const found = await interleave(
    turns,
    () => playBy(store, { url, workers: 2, size }),
    () => playBy(store, { url, workers: 1, size }),
  );
  const two = ratioOf(found);
  return [
    {
      what: 'two worker processes',
      value: median(found.a),
      unit: 'matches/s',
      against: { what: 'one', value: median(found.b) },
      ratio: two,
      note: 'a match costs the database about as much as its worker, and commits with a notice wait for each other; a second worker helps only if there are more cores',
    },
  ];
}

async function tables({ store, database }: BenchStore): Promise<Measure[]> {
  const began = performance.now();
  const id = await begin(store, LARGE);
  const scheduled = performance.now() - began;
  await store.tournaments.setStatus(id, { from: ['running'], to: 'paused' });
  await database.pool.query(
    `UPDATE tournament_fixture SET status = 'done', finished_at = now(), result = json_build_object('seats', json_build_array(
       json_build_object('seat', 'lab_0', 'entrant', seats->0->>'entrant', 'player', seats->0->>'player', 'score', random(), 'profit', NULL, 'refused', 0,
         'timeouts', 0, 'fallbacks', 0, 'walkBacks', 0, 'turns', 8, 'tokens', 0, 'cost', 0, 'fault', NULL)),
       'welfare', NULL, 'efficiency', NULL, 'unrated', false, 'rounds', 8, 'logHash', 'sha256:0')
     WHERE tournament_id = $1`,
    [id],
  );
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const start = performance.now();
    const [record, fixtures, counts] = await Promise.all([
      store.tournaments.get(id),
      store.tournaments.fixtures(id),
      store.tournaments.counts(id),
    ]);
    if (record) standingsOf(record, fixtures, counts);
    times.push(performance.now() - start);
  }
  const what = `${LARGE.toLocaleString('en')} matches`;
  return [
    { what: `standings of ${what}, read and computed anew`, value: median(times), unit: 'ms' },
    { what: `${what} scheduled, jobs and all`, value: scheduled, unit: 'ms' },
  ];
}

/** Matches per second, from the first to the end of the tournament. */
async function play(store: EventStore, size: number, game = CLASSIC): Promise<number> {
  const id = await begin(store, size, game);
  const worker = new TournamentWorker(servicesOn(store));
  const start = performance.now();
  await worker.start();
  await ended(store, id);
  const rate = (size * 1000) / (performance.now() - start);
  await worker.stop();
  return rate;
}

/** The same matches without a tournament. */
async function playAlone(game: typeof CLASSIC, size: number): Promise<number> {
  const store = new MemoryEventStore('bare');
  const id = await begin(store, size, game);
  return playBare(planOf(game, size), await store.tournaments.fixtures(id));
}

async function takeNothing(store: EventStore, size: number): Promise<number> {
  const id = await begin(store, size);
  await store.tournaments.batches?.toQueue(id, null);
  let taken = 0;
  const start = performance.now();
  const taker = await store.tournaments.takeJobs(
    { quick: 16, slow: 4 },
    async (job) => {
      if (job.id === id) taken += 1;
    },
    codeId(),
  );
  while (taken < size) await new Promise((resolve) => setTimeout(resolve, 5));
  const rate = (size * 1000) / (performance.now() - start);
  await taker.stop();
  await store.tournaments.setStatus(id, { from: ['running'], to: 'cancelled' });
  return rate;
}

async function playBy(store: EventStore, { url, workers, size }: { url: string; workers: number; size: number }): Promise<number> {
  const runner = Array.from({ length: workers }, () => startWorker(url));
  try {
    while ((await store.tournaments.workers()).length < workers) await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    await ended(store, await begin(store, size));
    return (size * 1000) / (performance.now() - start);
  } finally {
    await Promise.all(runner.map(stopWorker));
  }
}

function startWorker(url: string): ChildProcess {
  return spawn(process.execPath, [MANDI, 'worker', 'matches'], {
    env: { ...process.env, DATABASE_URL: url, MANDI_MODEL: 'off' },
    stdio: 'ignore',
  });
}

async function stopWorker(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function ended(store: EventStore, id: string): Promise<void> {
  while ((await store.tournaments.get(id))?.status === 'running') await new Promise((resolve) => setTimeout(resolve, 20));
}

async function begin(store: EventStore, size: number, game = CLASSIC): Promise<string> {
  const made = await createTournament(servicesOn(store), planOf(game, size));
  if (!made.ok) throw new Error(made.why);
  return made.value.id;
}

/** A world has as many matches as entrants: in CLASSIC each entrant plays alone, in OPEN each plays each seat. */
function planOf(game: typeof CLASSIC, size: number): TournamentPlan {
  const source = { range: 'train', from: 0 };
  const read = readPlan({ ...game, name: 'bench', nulls: [], worlds: Math.ceil(size / game.entrants.length), source });
  if (!read.ok) throw new Error(`bench: ${read.why}`);
  return read.value;
}

function servicesOn(store: EventStore): Services {
  return { store, processId: 'bench', audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, now: Date.now };
}
