/** What every table store keeps of turns that were refused: a holder can send any number of them. */
import { expect, test } from 'vitest';
import type { HandedIn, Receipt } from '~/store/table-store';
import { begin, hold, onEveryStore } from './support/stores';

const TAKEN: Receipt = { ok: true, code: 'turn_accepted', message: 'The turn is taken.', turn: 0 };
const REFUSED: Receipt = { ok: false, code: 'early_round', message: 'That round has not begun.', turn: 0 };

onEveryStore((stores) => {
  test('the newest 200 are kept, without their moves; accepted ones are all kept', async () => {
    const seats = [{ seat: 'lab_0', kind: 'person' as const, name: 'Ann', ready: false, here: false, policy: null }];
    const clock = { seconds: 30, deadline: null, remaining: null };
    const match = await begin(stores(), { seats, visibility: 'public', hosted: true, clock });
    const { store, other } = stores();
    const lease = await hold(stores(), match.id);
    const turnOf = (key: string): HandedIn => ({ matchId: match.id, seat: 'lab_0', turn: 0, key, payload: { actions: [], key } });
    const answer = async (key: string, receipt: Receipt) => {
      const handed = await store.tables.handIn(turnOf(key));
      if (!handed.ok) throw new Error(handed.code);
      await store.append(lease, 1, { events: [], answers: [{ id: handed.id, receipt }] });
      return handed.id;
    };
    const taken = await answer('taken', TAKEN);
    const ids: string[] = [];
    for (let n = 0; n < 205; n += 1) ids.push(await answer(`k${n}`, REFUSED));
    const known = await Promise.all(ids.map(async (id) => (await other.tables.answerTo(id)) !== null));
    expect(known.filter((is) => is)).toHaveLength(200);
    expect(known.lastIndexOf(false)).toBe(4);
    expect(await store.tables.answerTo(taken)).toEqual(TAKEN);
    expect(await store.tables.handIn(turnOf('k204'))).toMatchObject({ receipt: null });
    expect(await store.tables.waitingTurns(match.id)).toMatchObject([turnOf('k204')]);
  });
});
