/** What every judge store keeps of duels: anybody can draw and decide any number, as a new voter each time. */
import pg from 'pg';
import { expect, test } from 'vitest';
import type { JudgeStore } from '~/store/judge-store';
import { MOST_DECIDED_DUELS, MOST_OPEN_DUELS } from '~/store/judge-store';
import { explain, hearStatements } from '../../bench/heard-statements';
import { onEveryStore, type Stores } from './support/stores';

const PITCHES = { pair: 'm 3 lab_0|m 3 lab_1', leftPitch: 'm 3 lab_0', rightPitch: 'm 3 lab_1', leftPlayer: 'house', rightPlayer: 'Ann' };

onEveryStore((stores) => {
  const draw = (voter: string) => stores().store.judging.addDuel({ id: `duel of ${voter}`, voter, ...PITCHES });
  async function decide(voter: string) {
    await draw(voter);
    return stores().store.judging.vote(`duel of ${voter}`, voter, 'left');
  }

  test('of open ones the newest are kept, and all that are decided', async () => {
    const { judging } = stores().store;
    await decide('decided');
    await draw('oldest');
    if (!(await fill(stores(), 'v', { count: MOST_OPEN_DUELS - 1, choice: null })))
      for (let n = 1; n < MOST_OPEN_DUELS; n += 1) await draw(`v${n}`);
    expect(await judging.openDuel('oldest')).not.toBeNull();
    expect(await draw('newest')).toBe(true);
    expect(await judging.openDuel('oldest')).toBeNull();
    expect([await judging.openDuel('v1'), await judging.openDuel('newest')]).not.toContain(null);
    expect(await judging.decided('duel of decided', 'decided')).not.toBeNull();
  });

  test('of decided ones the newest are kept, and all that are open as before', async () => {
    const { judging } = stores().store;
    await draw('late');
    const before = (await judging.tally()).voters;
    const missing = MOST_DECIDED_DUELS - before;
    if (!(await fill(stores(), 'w', { count: missing, choice: 'left' }))) for (let n = 1; n <= missing; n += 1) await decide(`w${n}`);
    expect((await judging.tally()).voters).toBe(MOST_DECIDED_DUELS);
    expect(await judging.decided('duel of decided', 'decided')).not.toBeNull();
    expect(await judging.vote('duel of late', 'late', 'right')).not.toBeNull(); // drawn first, decided last
    expect(await judging.decided('duel of decided', 'decided')).toBeNull();
    expect([await judging.decided('duel of w1', 'w1'), await judging.decided('duel of late', 'late')]).not.toContain(null);
    expect((await judging.tally()).voters).toBe(MOST_DECIDED_DUELS);
    expect(await judging.openDuel('newest')).not.toBeNull();
  });

  test('which are too many is read from an index, without a sort', async () => {
    const { fresh, store } = stores();
    if (fresh === null) return;
    const { judging } = store;
    const client = new pg.Client(fresh.database.target.config);
    await client.connect();
    await client.query('VACUUM (ANALYZE) duel');
    await draw('asks');
    expect(await indexesOf(client, () => draw('asks, too'))).toContain('duel_open');
    expect(await indexesOf(client, () => judging.vote('duel of asks', 'asks', 'left'))).toContain('duel_decided');
    await client.end();
  });
});

/** Indexes that deleting reads. Nothing is sorted, and the table is not read as a whole. */
async function indexesOf(client: pg.Client, work: () => Promise<unknown>): Promise<string[]> {
  const heard = hearStatements();
  const statements = await heard.during(work).finally(() => heard.end());
  const [deleting] = statements.filter(({ text }) => text.trim().startsWith('DELETE FROM duel'));
  const plan = deleting && (await explain(client, deleting, [{ name: 'duel', rows: 25_000 }]));
  expect(plan).toMatchObject({ scans: [], sorts: 0 });
  return plan?.indexes ?? [];
}

interface Filling {
  count: number;
  choice: Parameters<JudgeStore['vote']>[2] | null;
}

/** Adds duels to a database in one statement; false: this store is none. */
async function fill({ fresh }: Stores, name: string, { count, choice }: Filling): Promise<boolean> {
  await fresh?.database.pool.query(
    `INSERT INTO duel (id, voter, pair, left_pitch, right_pitch, left_player, right_player, choice, voted_at)
     SELECT 'duel of ' || $1 || n, $1 || n, 'pair', 'left', 'right', 'house', 'Ann', $3::text, CASE WHEN $3::text IS NOT NULL THEN now() END
     FROM generate_series(1, $2::int) AS n`,
    [name, count, choice],
  );
  return fresh !== null;
}
