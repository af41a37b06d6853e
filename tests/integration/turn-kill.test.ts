/** Two people alternate, two turns per round; whoever runs the match is killed before, between and within turns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Receipt } from '~/contract/game';
import { showTestGames } from '~/games/registry';
import type { Services } from '~/match/services';
import type { TableRequest } from '~/match/table/open-table';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { describeKills } from './support/database';
import { holdersOn, undisturbedTable } from './support/holders';
import { waitUntil } from './support/runners';
import { handInMove, seatedTable, turnOpens } from './support/tables';

const LEASE_MS = 500;
const TURNS = 16;
const REQUEST: TableRequest = {
  game: 'test',
  ruleset: 'offers',
  task: 'long_haggle',
  seed: 11,
  policy: 'yielding_haggler',
  seats: { seller: 'open', buyer: 'open' },
  // Long, so that a busy machine misses no turn; the turn that the clock ends is shortened by hand.
  clockSeconds: 120,
};
/** In this turn, the second of its round, the buyer hands in nothing, and the clock ends it. */
const MISSED = 7;
/** Who runs the match is killed in these turns: while its clock runs, or right after the move, before the next turn has begun. */
const KILLS: Record<number, 'open' | 'moved'> = { 0: 'moved', 3: 'open', 6: 'moved', 7: 'open', 10: 'moved', 13: 'open' };

function seatOf(turn: number): string {
  return turn % 2 === 0 ? 'seller' : 'buyer';
}

function moveOf(turn: number): object {
  if (turn === TURNS - 1) return { type: 'take_price' };
  return { type: 'name_price', price: turn % 2 === 0 ? 90 - turn : 10 + turn };
}

interface Endpoints {
  of(seat: string): Services;
  disturb(turn: number, when: 'open' | 'moved'): Promise<void>;
}

/** Plays both people to the end of the match; answers every receipt, by key. */
async function playPeople(id: string, endpoints: Endpoints): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const seat = seatOf(turn);
    await turnOpens(endpoints.of(seat).store, id, turn);
    await endpoints.disturb(turn, 'open');
    if (turn === MISSED) continue;
    receipts.set(`${seat} ${turn}`, await handInMove(endpoints.of(seat), { id, seat, turn, move: moveOf(turn) }));
    await endpoints.disturb(turn, 'moved');
  }
  await waitUntil(async () => (await endpoints.of('seller').store.get(id))?.status === 'finished');
  return receipts;
}

describeKills('the holder of a match with alternating turns is killed', (kind) => {
  const holders = holdersOn(kind, LEASE_MS);
  beforeAll(() => showTestGames(true));
  afterAll(() => showTestGames(false));

  test(`no turn is lost, doubled or different, and deadlines stand (${kind})`, { timeout: 600_000 }, async () => {
    const [endpoint1, endpoint2] = holders.endpoints();
    holders.start(3);
    await holders.ready();
    const { id } = await seatedTable(endpoint1, REQUEST);
    let deadline: Date | null = null;
    const receipts = await playPeople(id, {
      of: (seat) => (seat === 'buyer' ? endpoint2 : endpoint1),
      async disturb(turn, when) {
        if (KILLS[turn] === when) {
          const holder = await holders.of(id);
          holders.start();
          await holder.kill();
          if (turn === MISSED) deadline = await holders.endTurn(id);
        }
        if (when !== 'moved') return;
        const seat = seatOf(turn); // the same again, at the other process; and a second move for the turn that is over
        const again = { id, seat, turn, move: moveOf(turn) };
        expect(await handInMove(endpoint2, again)).toMatchObject({ ok: true, turn });
        if (turn < TURNS - 1) expect(await handInMove(endpoint1, { ...again, key: `second ${turn}` })).toMatchObject({ ok: false });
      },
    });

    const same = await undisturbedTable({ ...REQUEST, clockSeconds: 20 }, (same, services) =>
      playPeople(same, { of: () => services, disturb: async () => {} }),
    );
    const stored = await endpoint2.store.read(id);
    expect(stored.map(({ json }) => json)).toEqual(same.texts);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(stored.slice(1).map(({ event }) => 'turn' in event && event.turn)).toEqual(Array.from({ length: TURNS }, (_, turn) => turn));
    expect(receipts).toEqual(same.receipts);
    expect(holders.runners.filter((runner) => runner.hasEnded)).toHaveLength(Object.keys(KILLS).length);
    const lapsed = stored.find(({ event }) => event.type === 'turn_lapsed');
    expect(lapsed?.event).toMatchObject({ seat: 'buyer', turn: MISSED });
    expect(lapsed?.recordedAt.getTime()).toBeGreaterThanOrEqual((deadline as Date | null)?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(await endpoint1.store.tables.waitingTurns(id)).toEqual([]);
    expect(await endpoint1.store.get(id)).toMatchObject({ turn: TURNS, round: 8, status: 'finished' });
  });

  test(`every turn of an agent is kept once, under its own number (${kind})`, { timeout: 600_000 }, async () => {
    const [endpoint] = holders.endpoints();
    const words = { title: 'Away', summary: 'A program that nobody answers for.', owner: 'o', licence: 'l', trusted: true };
    const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:1/', secretName: null, fallback: 'yielding_haggler', turnSeconds: 5 };
    const { agents } = await openAgentRuntime(NO_MINDS, { log: endpoint.log, store: endpoint.store.agents });
    const added = await agents.add({ name: `away-${kind}`, plays: ['test/offers'], spec, ...words });
    if (!added.ok) throw new Error(added.why);
    holders.start(2 - holders.runners.filter((runner) => !runner.hasEnded).length);
    await holders.ready();
    const seats = { seller: added.value.ref, buyer: 'open' };
    const { id } = await seatedTable({ ...endpoint, agents }, { ...REQUEST, task: 'haggle', seats });
    for (const turn of [1, 3, 5]) {
      await turnOpens(endpoint.store, id, turn);
      const move = { type: 'name_price', price: turn };
      expect(await handInMove(endpoint, { id, seat: 'buyer', turn, move })).toMatchObject({ ok: true });
      if (turn === 5) continue;
      const holder = await holders.of(id); // while the agent's next turn is on its way
      holders.start();
      await holder.kill();
    }
    await waitUntil(async () => (await endpoint.store.get(id))?.status === 'finished');
    const turns = await endpoint.store.agents.turnsOf(id);
    expect(turns.map(({ turn, round, seat, origin }) => [turn, round, seat, origin])).toEqual([
      [0, 0, 'seller', 'fallback'],
      [2, 1, 'seller', 'fallback'],
      [4, 2, 'seller', 'fallback'],
    ]);
    expect((await endpoint.store.read(id)).map(({ event }) => event.type)).toEqual([
      'haggle_opened',
      ...Array<string>(6).fill('price_named'),
    ]);
  });
});
