/** People sit at tables of two processes; whoever runs the match is killed in mid-round, and nobody at the table notices. */
import { expect, test } from 'vitest';
import type { Receipt } from '~/contract/game';
import type { Services } from '~/match/services';
import type { TableRequest } from '~/match/table/open-table';
import { describeKills } from './support/database';
import { holdersOn, undisturbedTable } from './support/holders';
import { waitUntil } from './support/runners';
import { handInGreedy, roundOpens, seatedTable } from './support/tables';

const LEASE_MS = 500;
const ROUNDS = 8;
const REQUEST: TableRequest = {
  ruleset: 'open',
  task: 'coalition_market',
  seed: 4242,
  judgeMode: 'rule',
  policy: 'house',
  seats: { lab_0: 'open', lab_1: 'open', lab_2: 'open', lab_3: 'random', lab_4: 'planner_with_coalitions' },
  options: { rounds: ROUNDS, shocks: 2 },
  // Long, so that a busy machine misses no turn; the round that the clock closes is shortened by hand.
  clockSeconds: 120,
};
/** In this round lab_2 says nothing, and the clock closes it. */
const SILENT = 4;
/** When the runner is killed: before anybody has submitted, after the first has, or when only the silent seat is missing. */
type Moment = 'open' | 'spoken' | 'silent';
const KILLS: Record<number, Moment> = { 0: 'spoken', 1: 'open', 3: 'spoken', [SILENT]: 'silent', 6: 'open' };

interface Endpoints {
  /** The process at which each seat's holder is. */
  of(seat: string): Services;
  disturb(round: number, when: Moment): Promise<void>;
}

/** Plays the people of a match to its end; answers every receipt, by key. */
async function playPeople(id: string, endpoints: Endpoints): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await roundOpens(endpoints.of('lab_0').store, id, round);
    await endpoints.disturb(round, 'open');
    for (const seat of ['lab_0', 'lab_1', 'lab_2']) {
      if (seat === 'lab_2' && round === SILENT) {
        await endpoints.disturb(round, 'silent');
        continue;
      }
      receipts.set(`${seat} ${round}`, await handInGreedy(endpoints.of(seat), { id, seat, round }));
      if (seat === 'lab_0') await endpoints.disturb(round, 'spoken');
    }
  }
  await waitUntil(async () => (await endpoints.of('lab_0').store.get(id))?.status === 'finished');
  return receipts;
}

describeKills('the holder of a table is killed', (kind) => {
  const holders = holdersOn(kind, LEASE_MS);

  test(`nothing is lost, doubled or different, and the deadlines stand (${kind})`, { timeout: 600_000 }, async () => {
    const [endpoint1, endpoint2] = holders.endpoints();
    holders.start(3);
    await holders.ready();
    const { id } = await seatedTable(endpoint1, REQUEST);
    let deadline: Date | null = null;
    async function kill(): Promise<void> {
      const holder = await holders.of(id);
      holders.start();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      void holder.kill(); // while the next turn is on its way, not before it
    }
    async function killInSilence(): Promise<void> {
      const holder = await holders.of(id);
      holders.start();
      await holder.kill();
      deadline = await holders.endTurn(id);
    }
    const receipts = await playPeople(id, {
      of: (seat) => (seat === 'lab_1' ? endpoint2 : endpoint1),
      async disturb(round, when) {
        if (KILLS[round] === when) await (when === 'silent' ? killInSilence() : kill());
        if (when === 'spoken' && round > 0) {
          const key = `lab_0 ${round - 1}`; // again, at the other process
          expect(await handInGreedy(endpoint2, { id, seat: 'lab_0', round: round - 1, key })).toMatchObject({
            ok: true,
            turn: round - 1,
          });
        }
      },
    });

    const same = await undisturbedTable({ ...REQUEST, clockSeconds: 20 }, (same, services) =>
      playPeople(same, { of: () => services, disturb: async () => {} }),
    );
    const stored = await endpoint2.store.read(id);
    expect(stored.map(({ json }) => json)).toEqual(same.texts);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(receipts).toEqual(same.receipts);
    expect(holders.runners.filter((runner) => runner.hasEnded)).toHaveLength(Object.keys(KILLS).length);
    const closed = stored.find(({ event }) => event.type === 'round_closed' && 'round_index' in event && event.round_index === SILENT);
    expect(closed?.event).toMatchObject({ silent: ['lab_2'] });
    expect(closed?.recordedAt.getTime()).toBeGreaterThanOrEqual((deadline as Date | null)?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(await endpoint1.store.tables.waitingTurns(id)).toEqual([]);
  });
});
