// A backup of one database fills another: every row, and what was unfinished goes on.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEAD, readHead, readTail, TAIL } from '~/store/backup/backup-file';
import { restoreBackup } from '~/store/backup/restore-backup';
import { parentsFirst } from '~/store/backup/tables';
import { writeBackup } from '~/store/backup/write-backup';
import { openDatabase } from '~/store/database';
import { knownMigrations } from '~/store/migrations';
import { type DatabaseKind, describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { runMandi } from './support/run-mandi';
import { startServer, until } from './support/server';

const folder = mkdtempSync(join(tmpdir(), 'mandi-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPERATIONS = '20261127060000_operations';
const quiet = (): void => undefined;

/** Each table's rows as text, in order. */
async function contentsOf({ database }: Pick<FreshDatabase, 'database'>): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of ['match', 'match_event', 'match_turn', 'table_token', 'table_note', 'agent', 'owner', 'owned_agent', 'season']) {
    const { rows } = await database.pool.query<{ row: string }>(`SELECT one::text AS row FROM "${table}" AS one ORDER BY 1`);
    contents[table] = rows.map(({ row }) => row);
  }
  return contents;
}

/** Empty, and nobody is connected to it. */
async function emptyDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  const empty = await freshDatabase(kind);
  await empty.database.close();
  empty.database.close = () => Promise.resolve(); // `drop` would close it again
  return empty;
}

const at = (url: string) => ({ databaseUrl: url, home: '' });

describeOnDatabases('a backup', (kind) => {
  let from: FreshDatabase;
  let file: string;
  let paused: string;
  beforeAll(async () => {
    from = await freshDatabase(kind);
    const server = await startServer(from);
    for (const seed of [1, 2]) {
      const { id } = await server.api.match.create.mutate({ task: 'single_trade', seed, policy: 'rule_based_expert', pace: 0 });
      await until(async () => (await server.api.match.get.query({ id })).status === 'finished');
    }
    paused = (await server.api.match.create.mutate({ task: 'coalition_market', seed: 3, policy: 'rule_based_expert', pace: 60 })).id;
    await server.api.match.control.mutate({ id: paused, command: 'pause' });
    await until(async () => (await server.api.match.get.query({ id: paused })).status === 'paused');
    await server.api.owner.add.mutate({ name: 'Ada' });
    const { pool } = from.database;
    // What ends lines elsewhere, and what COPY writes in a way of its own.
    const odd = 'a\u2028b\u2029c\u0085d\\e\tf\ng\rh\\.\n\\.\ni';
    await pool.query('INSERT INTO table_note (match_id, round, kind, by, detail) VALUES ($1, 0, $2, $2, $3)', [paused, 'test', odd]);
    await server.stop();
    file = join(folder, `${kind}.sql.gz`);
    await writeBackup(at(from.url), file, quiet);
  }, 300_000);
  afterAll(() => from.drop());

  it('is a file that only its owner reads, with the counts of its rows', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    expect(readHead(lines[0] ?? '')?.migrations).toContain(OPERATIONS);
    expect(readTail(lines.at(-1) ?? '')?.rows).toMatchObject({ match: 3, owner: 1 });
  });

  it('fills an empty database with every row, and what was paused goes on to its end', async () => {
    const to = await emptyDatabase(kind);
    const { rows } = await restoreBackup(at(to.url), file, quiet);
    const restored = { ...to, database: await openDatabase(at(to.url)) };
    try {
      expect(await contentsOf(restored)).toEqual(await contentsOf(from));
      expect(rows.match).toBe(3);
      const server = await startServer(restored);
      await until(async () => {
        await server.api.match.control.mutate({ id: paused, command: 'step' }).catch(() => undefined); // the last one finds it over
        return (await server.api.match.get.query({ id: paused })).status === 'finished';
      });
      await server.stop();
    } finally {
      await restored.database.close();
      await to.drop();
    }
  });

  it('goes on with its numbers, so that what is added takes nobody else’s place', async () => {
    const to = await emptyDatabase(kind);
    await restoreBackup(at(to.url), file, quiet);
    const database = await openDatabase(at(to.url));
    const insert = 'INSERT INTO table_note (match_id, round, kind, by) VALUES ($1, 0, $2, $2) RETURNING id::int';
    const { rows: before } = await database.pool.query<{ id: number }>('SELECT max(id)::int AS id FROM table_note');
    const { rows: added } = await database.pool.query<{ id: number }>(insert, [paused, 'test']);
    await database.close();
    await to.drop();
    expect(added[0]?.id).toBe((before[0]?.id ?? 0) + 1);
  });

  it('of an older version is brought up to date', async () => {
    const to = await emptyDatabase(kind);
    const older = join(folder, `${kind}-older.sql.gz`);
    writeFileSync(older, gzipSync(beforeOperations(gunzipSync(readFileSync(file)).toString())));
    const { migrated } = await restoreBackup(at(to.url), older, quiet);
    expect(migrated).toEqual(knownMigrations().flatMap(({ name }) => (name >= OPERATIONS ? [name] : [])));
    const restored = { ...to, database: await openDatabase(at(to.url)) };
    expect(await contentsOf(restored)).toEqual(await contentsOf(from));
    await restored.database.close();
    await to.drop();
  });

  it('is refused where something would be replaced, and while somebody is connected', async () => {
    await expect(restoreBackup(at(from.url), file, quiet)).rejects.toThrow(/Another Mandi is using this database/);
    const to = await emptyDatabase(kind);
    await restoreBackup(at(to.url), file, quiet);
    await expect(restoreBackup(at(to.url), file, quiet)).rejects.toThrow(/is not empty/);
    await to.drop();
  });

  it('that is cut off, changed or no backup leaves an empty database', async () => {
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString();
    const wrong: [string, Buffer, RegExp][] = [
      ['cut', whole.subarray(0, Math.floor(whole.length / 2)), /its end is missing/],
      ['short', gzipSync(text.slice(0, text.lastIndexOf(TAIL))), /its end is missing/],
      ['fewer', gzipSync(text.replace(/(COPY "match_event"[^\n]*\n)[^\n]+\n/, '$1')), /rows than it says/],
      ['newer', gzipSync(text.replace(OPERATIONS, '30000101000000_later')), /made by a newer Mandi/],
      ['other', gzipSync('CREATE TABLE match ();\n'), /does not start like a backup/],
      ['plain', Buffer.from('hello'), /incorrect header check/],
    ];
    const to = await emptyDatabase(kind);
    for (const [name, bytes, why] of wrong) {
      const path = join(folder, `${kind}-${name}.sql.gz`);
      writeFileSync(path, bytes);
      await expect(restoreBackup(at(to.url), path, quiet), name).rejects.toThrow(why);
    }
    await expect(restoreBackup(at(to.url), join(folder, 'nowhere'), quiet)).rejects.toThrow(/no such file/);
    const database = await openDatabase(at(to.url));
    expect((await database.pool.query('SELECT FROM match')).rowCount).toBe(0);
    await database.close();
    await to.drop();
  });
});

/** As the version before the tables of operations would have written it. */
function beforeOperations(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const head = readHead(first);
  const last = readTail(text.trimEnd().split('\n').at(-1) ?? '');
  if (head === null || last === null) throw new Error('no backup');
  const migrations = head.migrations.filter((name) => name < OPERATIONS);
  const rows = { ...last.rows };
  let body = rest.join('\n');
  for (const table of ['turn_tally', 'archive_file', 'match_archive', 'upkeep']) {
    delete rows[table];
    body = body.replace(new RegExp(`COPY "${table}"[\\s\\S]*?\\n\\\\\\.\\n`), '');
  }
  return `${HEAD}${JSON.stringify({ ...head, migrations })}\n${body.slice(0, body.lastIndexOf(TAIL))}${TAIL}${JSON.stringify({ rows })}\n`;
}

it('parents come before those that refer to them', () => {
  const table = (name: string) => ({ name, columns: [] });
  const ordered = parentsFirst(['b', 'c', 'a'].map(table), [
    { child: 'b', parent: 'a' },
    { child: 'a', parent: 'c' },
    { child: 'c', parent: 'c' },
  ]);
  expect(ordered.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

it('by command, from an embedded database into a new home', async () => {
  const homes = ['one', 'two'].map((name) => join(folder, name));
  const [one, two] = homes.map((home) => ({ MANDI_HOME: home, DATABASE_URL: '' }));
  const backup = join(folder, 'by-command.sql.gz');
  try {
    const played = await runMandi(['play', '--policy', 'rule_based_expert', '--task', 'single_trade', '--seed', '7', '--save'], {
      env: one,
    });
    expect([played.code, played.errors]).toEqual([0, expect.any(String)]);
    const written = await runMandi(['db', 'backup', backup], { env: one });
    expect([written.code, written.out]).toEqual([0, expect.stringMatching(/: 1 match, [1-9]\d* events, /)]);
    expect((await runMandi(['db', 'backup', backup], { env: one })).errors).toContain('exists: choose another name');
    const restored = await runMandi(['db', 'restore', backup], { env: two });
    expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/^Restored 1 match, [1-9]\d* events, as of /)]);
    const listed = await Promise.all([one, two].map((env) => runMandi(['matches', '--json'], { env })));
    expect(listed[1]?.out).toBe(listed[0]?.out);
    expect((await runMandi(['db', 'restore', backup], { env: two })).errors).toContain('is not empty');
  } finally {
    for (const home of homes) await runMandi(['db', 'remove', '--yes'], { env: { MANDI_HOME: home, DATABASE_URL: '' } });
  }
});
