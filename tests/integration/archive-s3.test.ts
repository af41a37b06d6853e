// The archive in a store that speaks S3: what a folder promises, it promises too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveMatches } from '~/store/archive/archive-matches';
import { checkArchive } from '~/store/archive/check-archive';
import { openArchivePlace } from '~/store/archive/open-archive-place';
import { oldExhibitions, pruneExhibitions } from '~/store/archive/prune-exhibitions';
import { openForUpkeep, withUpkeep } from '~/store/archive/upkeep';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { type FreshDatabase, freshDatabase } from './support/database';
import { runMandi } from './support/run-mandi';
import { hasMoto, KEYS, type S3Store, startS3 } from './support/s3-store';
import { AWKWARD, LONG, newMatch } from './support/stores';

const BUCKET = 'mandi-archive';
const quiet = (): void => undefined;

describe.skipIf(!hasMoto)('an S3 store (moto stands in for it; npm run test:python installs it)', () => {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  let s3: S3Store;
  let ids: string[];
  const place = () =>
    openArchivePlace({
      home: '',
      archive: { place: `s3://${BUCKET}/league/one`, s3: { endpoint: s3.endpoint, region: 'us-east-1', keys: () => KEYS } },
    });
  /** As a process finds the matches that starts now. */
  const reader = () => new PostgresEventStore({ ...fresh.database, archive: place() }, 'reader');
  const config = () => ({ databaseUrl: fresh.url, home: '' });
  const env = () => ({
    DATABASE_URL: fresh.url,
    MANDI_ARCHIVE: `s3://${BUCKET}/league/one`,
    AWS_ENDPOINT_URL: s3.endpoint,
    AWS_ACCESS_KEY_ID: KEYS.id,
    AWS_SECRET_ACCESS_KEY: KEYS.secret,
  });

  beforeAll(async () => {
    [fresh, s3] = await Promise.all([freshDatabase('embedded'), startS3(BUCKET)]);
    store = new PostgresEventStore(fresh.database, 'test');
    ids = [];
    for (let n = 0; n < 6; n += 1) {
      const { id } = await store.create(newMatch(), AWKWARD.slice(0, 1));
      const lease = await store.acquire(id, 'test', LONG);
      if (lease === null) throw new Error('no lease');
      await store.append(lease, 1, {
        events: AWKWARD.slice(1),
        progress: { status: 'finished', finishedAt: new Date(Date.now() - 86_400_000) },
      });
      ids.push(id);
    }
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await fresh.drop();
    await s3.stop();
  });

  async function fileOf(id: string): Promise<string> {
    const { rows } = await fresh.database.pool.query<{ file: string }>('SELECT file FROM match_archive WHERE match_id = $1', [id]);
    return `${BUCKET}/league/one/${rows[0]?.file ?? ''}`;
  }

  it('keeps matches, and gives them back as they were', async () => {
    const before = await Promise.all(ids.map((id) => store.read(id)));
    const run = await withUpkeep({ config: config(), kind: 'archive', say: quiet }, (client) =>
      archiveMatches({ client, place: place(), before: new Date(), fileCharacters: 1 }),
    );
    expect(run).toMatchObject({ matches: 6, files: 1 });
    const late = reader();
    expect(await Promise.all(ids.map((id) => late.read(id)))).toEqual(before);
    expect(await Promise.all(ids.map((id) => late.read(id, 1, 1)))).toEqual(before.map((log) => log.slice(1, 2)));
    await late.close();
    const client = await openForUpkeep(config(), quiet);
    expect(await checkArchive({ client, place: place() }, quiet)).toEqual({ files: 1, matches: 6, faults: [] });
    await client.end();
    expect((await s3.ask(await fileOf(ids[0] ?? ''))).status).toBe(200);
  });

  it('says which match and which file it lacks, and which bytes are wrong', async () => {
    const [id = ''] = ids;
    const path = await fileOf(id);
    const whole = await (await s3.ask(path)).arrayBuffer();
    await s3.ask(path, { method: 'DELETE' });
    const missing = reader();
    await expect(missing.read(id)).rejects.toThrow(
      `Match ${id} is archived in ${path.split('/').at(-1) ?? ''}, and that file cannot be read: it is missing`,
    );
    await s3.ask(path, { method: 'PUT', body: new Uint8Array(whole.slice(0)).fill(0, 100, 300) });
    await expect(missing.read(id)).rejects.toThrow(/cannot be read/);
    await s3.ask(path, { method: 'PUT', body: whole });
    expect((await missing.read(id)).length).toBe(AWKWARD.length);
    await missing.close();
  });

  it('by command, with keys from the environment, and a clear word where they are missing', async () => {
    const check = await runMandi(['db', 'check-archive'], { env: env() });
    expect([check.code, check.out]).toEqual([0, `1 file with 6 matches in s3://${BUCKET}/league/one: all as written.\n`]);
    const keyless = await runMandi(['db', 'check-archive'], { env: { ...env(), AWS_ACCESS_KEY_ID: '' } });
    expect([keyless.code, keyless.errors]).toEqual([1, expect.stringContaining('AWS_ACCESS_KEY_ID')]);
    const restored = await runMandi(['db', 'restore-matches', ids[0] ?? ''], { env: env() });
    expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/^Restored 1 match\./)]);
    expect((await store.read(ids[0] ?? '')).length).toBe(AWKWARD.length);
    const wrong = await runMandi(['db', 'check-archive'], { env: { ...env(), MANDI_ARCHIVE: 'ftp://somewhere' } });
    expect([wrong.code, wrong.errors]).toEqual([
      2,
      expect.stringContaining('MANDI_ARCHIVE must be a folder, or look like s3://bucket/prefix'),
    ]);
  });

  it('loses the file when the last match of it is pruned', async () => {
    const path = await fileOf(ids[1] ?? '');
    const client = await openForUpkeep(config(), quiet);
    const options = { client, place: place(), before: new Date(), withPeople: false };
    expect((await oldExhibitions(options)).length).toBe(6);
    expect(await pruneExhibitions(options)).toEqual({ matches: 6 });
    expect((await s3.ask(path)).status).toBe(404);
    await client.end();
  });
});
