/** Finished matches in the tables and in the archive: their size, how long they take to go there, and how long to be read. */
import { archiveMatches } from '~/store/archive/archive-matches';
import { withUpkeep } from '~/store/archive/upkeep';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { type BenchStore, openBenchStore } from './bench-store';
import { playClassic } from './grow-database';
import type { BenchOptions, Measure, Section } from './section';
import { median } from './turns';

const READ = 200;

export const section: Section = { id: 'archive', title: 'Archive: finished matches before and after', measure };

async function measure({ quick, serverUrl, tell }: BenchOptions): Promise<Measure[]> {
  const bench = await openBenchStore(serverUrl);
  const { database } = bench;
  try {
    tell('playing');
    await playClassic(bench, quick ? 200 : 2_000);
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM match ORDER BY md5(id)');
    const ids = rows.map(({ id }) => id);
    const some = ids.slice(0, READ);
    const before = await readAll(bench, some);
    const held = await heldBytes(bench);
    tell('archiving');
    const began = performance.now();
    const cpu = process.cpuUsage();
    const config = { databaseUrl: database.target.url, home: '' };
    const run = await withUpkeep({ config, kind: 'archive', say: tell }, (client) =>
      archiveMatches({ client, place: database.archive, before: new Date(Date.now() + 1_000) }),
    );
    const ms = (performance.now() - began) / run.matches;
    const { user, system } = process.cpuUsage(cpu);
    const after = await readAll(bench, some);
    const again = await readAll(bench, some.slice(0, 1), 20);
    return [
      {
        what: 'bytes of a match',
        value: run.bytes / run.matches / 1000,
        unit: 'kB',
        against: { what: 'in the tables', value: held / ids.length / 1000 },
        ratio: same(run.bytes / run.matches / (held / ids.length)),
        note: `${run.matches} matches of classic coalition_market with ${run.events} events; in the tables with indexes`,
      },
      {
        what: 'archiving a match',
        value: ms,
        unit: 'ms',
        note: `${((user + system) / 1000 / run.matches).toFixed(2)} CPU ms of the archiver; written, synced, read back and compared`,
      },
      {
        what: 'reading a match at random, median',
        value: median(after),
        unit: 'ms',
        against: { what: 'in the tables', value: median(before) },
        ratio: same(median(after) / median(before)),
        note: `${some.length} matches, by a reader that keeps its last four groups`,
      },
      { what: 'reading the same match again, median', value: median(again.slice(1)), unit: 'ms' },
    ];
  } finally {
    await bench.close();
  }
}

/** Milliseconds for each. */
async function readAll({ database }: BenchStore, ids: readonly string[], times = 1): Promise<number[]> {
  const reader = new PostgresEventStore(database, 'reader');
  const found: number[] = [];
  await reader.get(ids[0] ?? '');
  for (let time = 0; time < times; time += 1) {
    for (const id of ids) {
      const began = performance.now();
      if ((await reader.read(id)).length === 0) throw new Error(`bench: match ${id} has no events`);
      found.push(performance.now() - began);
    }
  }
  await reader.close();
  return found;
}

async function heldBytes({ database }: BenchStore): Promise<number> {
  const tables = ['match_event', 'agent_turn', 'match_turn'].map((name) => `pg_total_relation_size('${name}')`).join(' + ');
  return (await database.pool.query<{ bytes: number }>(`SELECT (${tables})::float8 AS bytes`)).rows[0]?.bytes ?? 0;
}

function same(ratio: number): { median: number; low: number; high: number } {
  return { median: ratio, low: ratio, high: ratio };
}
