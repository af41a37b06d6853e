/** Two people alternate, two turns per round; whoever runs the match is killed before, between and within turns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Receipt } from '~/games/game';
import { showTestGames } from '~/games/registry';
import { Crew } from '~/match/crew';
import type { Services } from '~/match/services';
import type { TableRequest } from '~/match/table/open-table';
import { NO_MINDS, openMinds } from '~/start/minds';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { quietServices, Runner, waitUntil } from './support/runners';
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
  clockSeconds: 20,
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

interface Doors {
  of(seat: string): Services;
  disturb(turn: number, when: 'open' | 'moved'): Promise<void>;
}

/** Plays both people to the end of the match; answers every receipt, by key. */
async function playPeople(id: string, doors: Doors): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const seat = seatOf(turn);
    await turnOpens(doors.of(seat).store, id, turn);
    await doors.disturb(turn, 'open');
    if (turn === MISSED) continue;
    receipts.set(`${seat} ${turn}`, await handInMove(doors.of(seat), { id, seat, turn, move: moveOf(turn) }));
    await doors.disturb(turn, 'moved');
  }
  await waitUntil(async () => (await doors.of('seller').store.get(id))?.status === 'finished');
  return receipts;
}

/** The same match, which nothing disturbs. */
async function undisturbedTable(): Promise<{ texts: string[]; receipts: Map<string, Receipt> }> {
  const services = quietServices(new MemoryEventStore('undisturbed'), 'undisturbed');
  const crew = new Crew(services);
  await crew.start();
  const { id } = await seatedTable(services, { ...REQUEST, clockSeconds: 3 });
  const receipts = await playPeople(id, { of: () => services, disturb: async () => {} });
  await crew.stop();
  return { texts: (await services.store.read(id)).map(({ json }) => json), receipts };
}

describeOnDatabases('the holder of a match with alternating turns is killed', (kind) => {
  let fresh: FreshDatabase;
  let stores: [PostgresEventStore, PostgresEventStore];
  const runners: Runner[] = [];
  beforeAll(async () => {
    showTestGames(true);
    fresh = await freshDatabase(kind);
    stores = [new PostgresEventStore(fresh.database, 'door1'), new PostgresEventStore(fresh.database, 'door2')];
  });
  afterAll(async () => {
    showTestGames(false);
    for (const runner of runners) await runner.kill();
    for (const store of stores) await store.close();
    await fresh.drop();
  });

  function start(): void {
    runners.push(new Runner(fresh.url, `runner${runners.length}`, LEASE_MS));
  }

  async function holderOf(id: string): Promise<Runner> {
    let holder: Runner | undefined;
    await waitUntil(async () => {
      const { rows } = await fresh.database.pool.query<{ lease_owner: string | null }>('SELECT lease_owner FROM match WHERE id = $1', [id]);
      holder = runners.find((runner, n) => `runner${n}` === rows[0]?.lease_owner && !runner.hasEnded);
      return holder !== undefined;
    });
    return holder as Runner;
  }

  async function ready(): Promise<void> {
    for (const runner of runners) await runner.until((said) => said.some(({ did }) => did === 'ready'));
  }

  test(`no turn is lost, doubled or different, and deadlines stand (${kind})`, { timeout: 600_000 }, async () => {
    const [door1, door2] = stores.map((store, n) => quietServices(store, `door${n + 1}`)) as [Services, Services];
    for (let n = 0; n < 3; n += 1) start();
    await ready();
    const { id } = await seatedTable(door1, REQUEST);
    const deadlines = new Map<number, Date>();
    const receipts = await playPeople(id, {
      of: (seat) => (seat === 'buyer' ? door2 : door1),
      async disturb(turn, when) {
        if (KILLS[turn] === when) {
          const holder = await holderOf(id);
          const clock = (await door1.store.get(id))?.clock;
          if (when === 'open' && clock?.deadline) deadlines.set(turn, clock.deadline);
          start();
          await holder.kill();
        }
        if (when !== 'moved') return;
        const seat = seatOf(turn); // the same again, at the other process; and a second move for the turn that is over
        const again = { id, seat, turn, move: moveOf(turn) };
        expect(await handInMove(door2, again)).toMatchObject({ ok: true, turn });
        if (turn < TURNS - 1) expect(await handInMove(door1, { ...again, key: `second ${turn}` })).toMatchObject({ ok: false });
      },
    });

    const same = await undisturbedTable();
    const stored = await door2.store.read(id);
    expect(stored.map(({ json }) => json)).toEqual(same.texts);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(stored.slice(1).map(({ event }) => 'turn' in event && event.turn)).toEqual(Array.from({ length: TURNS }, (_, turn) => turn));
    expect(receipts).toEqual(same.receipts);
    expect(runners.filter((runner) => runner.hasEnded)).toHaveLength(Object.keys(KILLS).length);
    const lapsed = stored.find(({ event }) => event.type === 'turn_lapsed');
    expect(lapsed?.event).toMatchObject({ seat: 'buyer', turn: MISSED });
    expect(lapsed?.recordedAt.getTime()).toBeGreaterThanOrEqual(deadlines.get(MISSED)?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(await door1.store.tables.waitingTurns(id)).toEqual([]);
    expect(await door1.store.get(id)).toMatchObject({ turn: TURNS, round: 8, status: 'finished' });
  });

  test(`every turn of an agent is kept once, under its own number (${kind})`, { timeout: 600_000 }, async () => {
    const [door] = stores.map((store, n) => quietServices(store, `door${n + 1}`)) as [Services];
    const words = { title: 'Away', summary: 'A program that nobody answers for.', owner: 'o', licence: 'l', trusted: true };
    const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:1/', secretName: null, fallback: 'yielding_haggler', turnSeconds: 5 };
    const { agents } = await openMinds(NO_MINDS, { log: door.log, store: door.store.agents });
    const added = await agents.add({ name: `away-${kind}`, plays: ['test/offers'], spec, ...words });
    if (!added.ok) throw new Error(added.why);
    while (runners.filter((runner) => !runner.hasEnded).length < 2) start();
    await ready();
    const seats = { seller: added.value.ref, buyer: 'open' };
    const { id } = await seatedTable({ ...door, agents }, { ...REQUEST, task: 'haggle', seats });
    for (const turn of [1, 3, 5]) {
      await turnOpens(door.store, id, turn);
      const move = { type: 'name_price', price: turn };
      expect(await handInMove(door, { id, seat: 'buyer', turn, move })).toMatchObject({ ok: true });
      if (turn === 5) continue;
      const holder = await holderOf(id); // while the agent's next turn is on its way
      start();
      await holder.kill();
    }
    await waitUntil(async () => (await door.store.get(id))?.status === 'finished');
    const turns = await door.store.agents.turnsOf(id);
    expect(turns.map(({ turn, round, seat, origin }) => [turn, round, seat, origin])).toEqual([
      [0, 0, 'seller', 'fallback'],
      [2, 1, 'seller', 'fallback'],
      [4, 2, 'seller', 'fallback'],
    ]);
    expect((await door.store.read(id)).map(({ event }) => event.type)).toEqual(['haggle_opened', ...Array<string>(6).fill('price_named')]);
  });
});
