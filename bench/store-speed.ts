/** Actions per second made durable by the event store, against a bare INSERT of the same events on the same kind of connection. */
import pg from 'pg';
import { type GameEvent, replay } from '~/contract/game';
import { MemoryRun } from '~/engine/memory-run';
import { findPolicy } from '~/games/policies';
import { gameOf } from '~/match/load-match';
import { newMatchId } from '~/match/match-id';
import { drawUp } from '~/match/open-match';
import type { MatchProgress, NewMatch } from '~/store/event-store';
import { type BenchStore, openBenchStore } from './bench-store';
import type { BenchOptions, Measure, Section } from './section';
import { interleave, median, ratioOf } from './turns';

const AIM = 0.7;
const MATCHES = 20;
const IN_FLIGHT = 8;
const BARE_TABLE = `CREATE TABLE bare_event (match_id text, seq int, type text NOT NULL, payload json NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (match_id, seq))`;

/** A match as it is played: its opening, then each action's events. */
interface Recording {
  match: NewMatch;
  opening: readonly GameEvent[];
  actions: { events: GameEvent[]; progress: MatchProgress }[];
}

export const section: Section = {
  id: 'store',
  title: 'Store: actions per second made durable',
  async measure(options) {
    const measures = await measureOn('embedded Postgres', null, options);
    if (options.serverUrl === null) options.tell('no server named (--server-url or DATABASE_URL): measured on the embedded one alone');
    else measures.push(...(await measureOn('server Postgres', options.serverUrl, options)));
    return measures;
  },
};

async function measureOn(name: string, serverUrl: string | null, options: BenchOptions): Promise<Measure[]> {
  options.tell(`opening ${name}`);
  const bench = await openBenchStore(serverUrl);
  try {
    await bench.database.pool.query(BARE_TABLE);
    const { rows } = await bench.database.pool.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    const where = `${name} (${rows[0]?.version.split(' ')[0] ?? 'of unknown version'})`;
    const turns = options.quick ? 3 : 15;
    const measures: Measure[] = [];
    for (const inFlight of [1, IN_FLIGHT]) {
      options.tell(`${where}, ${inFlight} in flight`);
      measures.push(await compare(bench, { where, inFlight, turns }));
    }
    return measures;
  } finally {
    await bench.close();
  }
}

async function compare(
  bench: BenchStore,
  { where, inFlight, turns }: { where: string; inFlight: number; turns: number },
): Promise<Measure> {
  const recordings = record(MATCHES);
  const actions = recordings.reduce((sum, recording) => sum + recording.actions.length, 0);
  const clients = await Promise.all(Array.from({ length: inFlight }, () => connect(bench)));
  const append = async () => actions / (await appendAll(bench, renamed(recordings), inFlight));
  const insert = async () => actions / (await insertAll(clients, renamed(recordings)));
  const found = await interleave(turns, append, insert);
  for (const client of clients) await client.end();
  const ratio = ratioOf(found);
  const events = recordings.flatMap((recording) => recording.actions.flatMap((action) => action.events));
  return {
    what: `append, ${where}, ${inFlight === 1 ? 'one match at a time' : `${inFlight} matches at a time`}`,
    value: median(found.a),
    unit: 'actions/s',
    against: { what: 'bare INSERT', value: median(found.b) },
    ratio,
    aim: { text: `at least ${AIM.toFixed(2)}`, met: ratio.median >= AIM },
    note: `${actions} actions of ${(events.length / actions).toFixed(1)} events and ${Math.round(JSON.stringify(events).length / actions)} bytes, ${turns} turns`,
  };
}

/** Seconds for the appends of all matches, not counting the creation of matches and taking their leases. */
async function appendAll({ store }: BenchStore, recordings: readonly Recording[], inFlight: number): Promise<number> {
  const ready = [];
  for (const recording of recordings) {
    await store.create(recording.match, recording.opening);
    const lease = await store.acquire(recording.match.id, 'bench', 3_600_000);
    if (!lease) throw new Error('bench: no lease');
    ready.push({ recording, lease });
  }
  return timed(ready, inFlight, async ({ recording, lease }) => {
    let head = recording.opening.length;
    for (const { events, progress } of recording.actions) {
      const answer = await store.append(lease, head, { events, progress });
      if (!answer.ok) throw new Error(`bench: append said ${answer.code}`);
      head = answer.head;
    }
  });
}

/** Seconds for the inserts alone: one prepared statement per action, on separate connections. */
async function insertAll(clients: readonly pg.Client[], recordings: readonly Recording[]): Promise<number> {
  const free = [...clients];
  return timed(recordings, clients.length, async ({ match, opening, actions }) => {
    const client = free.pop();
    if (!client) throw new Error('bench: no connection is free');
    let seq = opening.length;
    for (const { events } of actions) {
      const rows = events.map((_, index) => `($1, $${index * 3 + 2}, $${index * 3 + 3}, $${index * 3 + 4})`).join(', ');
      const values = events.flatMap((event) => [++seq, event.type, JSON.stringify(event)]);
      const text = `INSERT INTO bare_event (match_id, seq, type, payload) VALUES ${rows}`;
      await client.query({ name: `bare_${events.length}`, text, values: [match.id, ...values] });
    }
    free.push(client);
  });
}

async function timed<T>(items: readonly T[], inFlight: number, work: (item: T) => Promise<void>): Promise<number> {
  const waiting = [...items];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
    }),
  );
  return (performance.now() - started) / 1000;
}

async function connect({ database }: BenchStore): Promise<pg.Client> {
  const client = new pg.Client(database.target.config);
  await client.connect();
  return client;
}

/** Plays matches in memory and records the events of each action. */
function record(matches: number): Recording[] {
  return Array.from({ length: matches }, (_, seed) => {
    const drawn = drawUp({ task: 'coalition_market', seed, judgeMode: 'rule', policy: 'rule_based_expert' });
    if (!drawn.ok) throw new Error(drawn.why);
    return { ...drawn.value, actions: playOut(drawn.value.match, drawn.value.opening) };
  });
}

function playOut(match: NewMatch, opening: readonly GameEvent[]): Recording['actions'] {
  const game = gameOf(match);
  const policy = findPolicy('gpu-market/classic', 'rule_based_expert');
  if (!policy) throw new Error('bench: the expert is gone');
  const actions: Recording['actions'] = [];
  const run = new MemoryRun(game, { events: [], state: replay(game, opening) });
  for (let [seat] = run.awaited; seat !== undefined; [seat] = run.awaited) {
    const events = run.play([{ seat, move: run.ask(policy, seat) }]);
    actions.push({ events: [...events], progress: { round: game.clock(run.state).round, scores: game.outcome(run.state).scores } });
  }
  return actions;
}

/** The same matches under new names, so that they can be stored again. */
function renamed(recordings: readonly Recording[]): Recording[] {
  return recordings.map((recording) => ({ ...recording, match: { ...recording.match, id: newMatchId() } }));
}
