// Old exhibitions are deleted with all that belongs to them; what counts for something stays.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Upkeep } from '~/start/upkeep';
import { archiveMatches } from '~/store/archive/archive-matches';
import { oldExhibitions, pruneExhibitions } from '~/store/archive/prune-exhibitions';
import { openForUpkeep, withUpkeep } from '~/store/archive/upkeep';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { runMandi } from './support/run-mandi';
import { LONG, newMatch, until } from './support/stores';

const DAY = 86_400_000;
const quiet = (): void => undefined;

describeOnDatabases('exhibitions', (kind) => {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'test');
  });
  afterAll(async () => {
    await store.close();
    await fresh.drop();
  });

  const config = () => ({ databaseUrl: fresh.url, home: '' });
  const env = () => ({ DATABASE_URL: fresh.url, MANDI_ARCHIVE: fresh.database.archive.name });

  async function finished(days: number, change: Parameters<typeof newMatch>[0] = {}): Promise<string> {
    const { id } = await store.create(newMatch(change), [{ type: 'opened' }]);
    const lease = await store.acquire(id, 'test', LONG);
    if (lease === null) throw new Error('no lease');
    await store.append(lease, 1, {
      events: [{ type: 'ended' }],
      progress: { status: 'finished', finishedAt: new Date(Date.now() - days * DAY) },
    });
    return id;
  }

  const exists = async (ids: readonly string[]): Promise<boolean[]> => Promise.all(ids.map(async (id) => (await store.get(id)) !== null));

  it('that are old go, whatever holds them; rated, branched, judged, held and young matches stay', async () => {
    const { pool } = fresh.database;
    const [hot, cold] = [await finished(100), await finished(100)];
    const young = await finished(1);
    const rated = await finished(100, { rated: true });
    const origin = await finished(100);
    await pool.query('UPDATE match SET origin_id = $1, origin_seq = 1 WHERE id = $2', [origin, young]);
    const judged = await finished(100);
    await store.judging.addJudge(judged, 'seed', 3);
    const held = await finished(100);
    await pool.query(
      `UPDATE match SET seats = '[{"seat":"lab_0","kind":"person","name":"Ann","ready":true,"here":false,"policy":null}]' WHERE id = $1`,
      [held],
    );
    const unfinished = (await store.create(newMatch(), [{ type: 'opened' }])).id;
    await pool.query("UPDATE match SET created_at = now() - interval '100 days' WHERE id = $1", [unfinished]);
    await withUpkeep({ config: config(), kind: 'archive', say: quiet }, (client) =>
      archiveMatches({ client, place: fresh.database.archive, before: new Date(), fileCharacters: 1 }),
    );
    const client = await openForUpkeep(config(), quiet);
    const options = { client, place: fresh.database.archive, before: new Date(Date.now() - 30 * DAY), withPeople: false };
    expect((await oldExhibitions(options)).sort()).toEqual([cold, hot].sort());
    expect((await oldExhibitions({ ...options, withPeople: true })).sort()).toEqual([cold, held, hot].sort());
    expect(await pruneExhibitions(options)).toEqual({ matches: 2 });
    expect(await exists([hot, cold])).toEqual([false, false]);
    const kept = [young, rated, origin, judged, held, unfinished];
    expect(await exists(kept)).toEqual(kept.map(() => true));
    for (const id of kept) expect((await store.read(id)).length).toBeGreaterThan(0);
    // Their rows are gone with their files, where nothing else is in these.
    const { rows } = await client.query<{ name: string }>('SELECT name FROM archive_file ORDER BY name');
    expect(readdirSync(fresh.database.archive.name).sort()).toEqual(rows.map(({ name }) => name));
    await client.end();
  });

  it('by command, counted first and confirmed', async () => {
    const id = await finished(100);
    const asked = await runMandi(['db', 'prune', '--older-than', '30d'], { env: env() });
    expect([asked.code, asked.errors]).toEqual([2, expect.stringContaining('--dry-run')]);
    expect((await runMandi(['db', 'prune', '--older-than', '30d', '--dry-run'], { env: env() })).out).toBe('Would delete 1 match.\n');
    expect(await exists([id])).toEqual([true]);
    expect((await runMandi(['db', 'prune', '--older-than', '30d', '--yes'], { env: env() })).out).toBe('Deleted 1 match.\n');
    expect(await exists([id])).toEqual([false]);
    const wrong = await runMandi(['db', 'archive', '--older-than', 'a month'], { env: env() });
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('30d or 12h')]);
    const unset = await runMandi(['db', 'archive'], { env: { ...env(), ARCHIVE_AFTER_DAYS: '' } });
    expect([unset.code, unset.errors]).toEqual([2, expect.stringContaining('ARCHIVE_AFTER_DAYS')]);
  });

  it('restored from the archive leave a file that the operator hears of, and that goes when asked', async () => {
    const id = await finished(10, { rated: true });
    const run = (...args: string[]) => runMandi(['db', ...args], { env: env() });
    const files = () => readdirSync(fresh.database.archive.name);
    expect((await run('archive', '--older-than', '5d')).code).toBe(0);
    const before = files().length;
    const restored = await run('restore-matches', id);
    expect([restored.out, restored.errors]).toEqual([
      expect.stringMatching(/^Restored 1 match\. Their files stay in .*, as an older backup may need them\.\n$/),
      expect.stringMatching(/1 file \(0\.0 MB\) without archived matches\. To delete: npx mandi db check-archive --remove-unused/),
    ]);
    expect((await run('check-archive')).errors).toContain('1 file (0.0 MB) without archived matches.');
    expect(files().length).toBe(before);
    expect((await run('check-archive', '--remove-unused')).out).toContain('Deleted 1 file (0.0 MB) without archived matches.\n');
    expect(files().length).toBe(before - 1);
    expect((await store.read(id)).length).toBe(2);
    expect((await run('check-archive')).errors).not.toContain('without archived matches');
  });

  it('go by themselves, as the operator has set it, and what is kept is archived', async () => {
    const { pool } = fresh.database;
    await pool.query('DELETE FROM upkeep');
    const [exhibition, rated] = [await finished(100), await finished(100, { rated: true })];
    const settings = { afterDays: 20, retainExhibitionsDays: 90 };
    const environment = { ...process.env, ...env(), ARCHIVE_AFTER_DAYS: '20', RETAIN_EXHIBITIONS_DAYS: '90' };
    const warned: unknown[] = [];
    const log = { info() {}, warn: (fields: object) => void warned.push(fields), error() {} };
    const upkeep = new Upkeep({ database: pool, settings, log, environment, lookEveryMs: 50 });
    upkeep.start();
    await until(async () => (await pool.query("SELECT FROM upkeep WHERE name = 'archive' AND ended_at IS NOT NULL")).rowCount === 1);
    await upkeep.stop();
    expect(await exists([exhibition, rated])).toEqual([false, true]);
    expect((await pool.query('SELECT FROM match_archive WHERE match_id = $1', [rated])).rowCount).toBe(1);
    expect((await store.read(rated)).length).toBe(2);
    expect(warned).toEqual([]);
  });
});
