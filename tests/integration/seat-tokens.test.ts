/** What every table store keeps of a seat's tokens: whoever sits there can make any number. */
import { expect, test } from 'vitest';
import { MOST_TOKENS } from '~/store/table-store';
import { begin, onEveryStore } from './support/stores';

onEveryStore((stores) => {
  const seats = ['lab_0', 'lab_1'].map((seat) => ({ seat, kind: 'open' as const }));
  const opened = () => begin(stores(), { seats, visibility: 'public', hosted: true, lobby: true });
  const kept = async (matchId: string) => {
    const database = stores().fresh?.database;
    if (!database) return null;
    return (await database.pool.query('SELECT FROM table_token WHERE match_id = $1', [matchId])).rowCount;
  };

  test('the newest work, however they were made; those of others are untouched', async () => {
    const { id } = await opened();
    const { tables } = stores().store;
    const tokenOf = (hash: string, role: 'seat' | 'host', seat: string | null) => ({ hash: `${id} ${hash}`, role, seat });
    const others = [tokenOf('other', 'seat', 'lab_1'), tokenOf('host', 'host', null), tokenOf('oldest', 'seat', 'lab_0')];
    await tables.change(id, () => ({ answer: null, tokens: others }));
    const expiresAt = new Date(Date.now() + 3_600_000);
    for (let n = 0; n < MOST_TOKENS; n += 1) {
      if (n % 2 === 0) await tables.change(id, () => ({ answer: null, tokens: [tokenOf(`t${n}`, 'seat', 'lab_0')] }));
      else {
        await tables.change(id, () => ({ answer: null, links: [{ hash: `${id} l${n}`, role: 'seat', seat: 'lab_0', expiresAt }] }));
        await tables.redeem(`${id} l${n}`, `${id} t${n}`);
      }
    }
    const found = async (hash: string) => (await tables.findHolder(`${id} ${hash}`)) !== null;
    expect(await found('oldest')).toBe(false);
    expect([await found('t0'), await found(`t${MOST_TOKENS - 1}`), await found('other'), await found('host')]).toEqual(Array(4).fill(true));
  });

  test('somebody who comes and goes leaves no more revoked ones than that', async () => {
    const { id } = await opened();
    const { tables } = stores().store;
    for (let n = 0; n < MOST_TOKENS + 20; n += 1) {
      await tables.change(id, () => ({ answer: null, tokens: [{ hash: `${id} t${n}`, role: 'seat', seat: 'lab_0' }] }));
      await tables.change(id, () => ({ answer: null, revoke: [{ role: 'seat', seat: 'lab_0' }] }));
    }
    await tables.change(id, () => ({ answer: null, tokens: [{ hash: `${id} here`, role: 'seat', seat: 'lab_0' }] }));
    expect(await tables.findHolder(`${id} here`)).toMatchObject({ seat: 'lab_0' });
    expect([null, MOST_TOKENS]).toContain(await kept(id));
  });
});
