/** Many people at one table, at two endpoints of one database: what they do in the same instant is neither lost nor doubled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { handOver, takeBack } from '~/match/table/hand-over';
import { openTable } from '~/match/table/open-table';
import { startMatch } from '~/match/table/start-match';
import { controlTable } from '~/match/table/steer-table';
import { removePerson } from '~/match/table/vacate-seat';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { quietServices, Runner, waitUntil } from './support/runners';
import { handIn, handInGreedy, roundOpens, seatedTable } from './support/tables';

const SEATS = 64;
const PEOPLE = 60;

describeOnDatabases('a crowd at one table', (kind) => {
  let fresh: FreshDatabase;
  let stores: PostgresEventStore[] = [];
  let endpoints: [Services, Services];
  const runners: Runner[] = [];
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    stores = ['endpoint1', 'endpoint2'].map((name) => new PostgresEventStore(fresh.database, name));
    endpoints = stores.map((store, n) => quietServices(store, `endpoint${n + 1}`)) as [Services, Services];
    for (const name of ['runner1', 'runner2']) runners.push(new Runner(fresh.url, name, 6000));
    for (const runner of runners) await runner.until((said) => said.some(({ did }) => did === 'ready'));
  });
  afterAll(async () => {
    for (const runner of runners) await runner.kill();
    for (const store of stores) await store.close();
    await fresh.drop();
  });

  async function takenIn(id: string, round: number): Promise<unknown[]> {
    const stored = await endpoints[0].store.read(id);
    return stored.flatMap(({ event }) =>
      event.type === 'turn_taken' && 'round_index' in event && event.round_index === round && 'lab_id' in event ? [event.lab_id] : [],
    );
  }

  test(`60 of 64 claim seats, and hand in their turns, in the same instant (${kind})`, { timeout: 360_000 }, async () => {
    const open = Object.fromEntries(Array.from({ length: PEOPLE }, (_, n) => [`lab_${n}`, 'open']));
    const options = { labs: SEATS, rounds: 4, shocks: 0 };
    const request = { ruleset: 'open', task: 'grand_market', policy: 'wait', seats: open, options, clockSeconds: 120 };
    const opened = await openTable(endpoints[0], { ...request, policy: 'greedy' });
    if (!opened.ok) throw new Error(opened.why);
    const { id } = opened.value.match;
    const claims = await Promise.all(
      Array.from({ length: PEOPLE + 4 }, (_, n) =>
        claimSeat(endpoints[n % 2 === 0 ? 0 : 1], { matchId: id, name: `guest ${n}`, kind: 'program' }),
      ),
    );
    const seats = claims.flatMap((claim) => (claim.ok ? [claim.value.seat] : []));
    expect(new Set(seats).size).toBe(PEOPLE);
    expect(seats).toHaveLength(PEOPLE);
    expect(claims.flatMap((claim) => (claim.ok ? [] : [claim.code]))).toEqual(Array(4).fill('match_full'));
    await startMatch(endpoints[1], id);
    for (const round of [0, 1]) {
      await roundOpens(endpoints[0].store, id, round);
      const receipts = await Promise.all(
        seats.flatMap((seat) => {
          const turn = { id, seat, round, key: `${seat} ${round}`, actions: [{ action_type: 'send_message', message: `round ${round}` }] };
          return endpoints.map((endpoint) => handIn(endpoint, turn)); // the same turn at both endpoints
        }),
      );
      expect(receipts).toHaveLength(2 * PEOPLE);
      for (const receipt of receipts) expect(receipt).toMatchObject({ ok: true, code: 'turn_accepted', turn: round });
      const taken = await takenIn(id, round);
      expect(taken).toHaveLength(SEATS);
      expect(new Set(taken).size).toBe(SEATS);
    }
    await roundOpens(endpoints[0].store, id, 2);
    const stored = await endpoints[1].store.read(id);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(stored.filter(({ event }) => event.type === 'message_posted')).toHaveLength(2 * PEOPLE);
    expect(await endpoints[0].store.tables.waitingTurns(id)).toEqual([]);
    await controlTable(endpoints[0], id, 'abort');
  });

  test(`who hands over, takes back and is removed at one endpoint is known at the other (${kind})`, { timeout: 300_000 }, async () => {
    const [here, there] = endpoints;
    const { id, tokens } = await seatedTable(here, {
      ruleset: 'open',
      task: 'market_round',
      policy: 'house',
      seats: { lab_0: 'open', lab_1: 'open', lab_2: 'open' },
      clockSeconds: 120,
    });
    await roundOpens(here.store, id, 0);
    await handInGreedy(here, { id, seat: 'lab_0', round: 0 });
    await handInGreedy(there, { id, seat: 'lab_2', round: 0 });
    await handOver(there, id, { seat: 'lab_1', policy: 'planner' });
    await roundOpens(here.store, id, 1);
    expect(await handInGreedy(here, { id, seat: 'lab_1', round: 1 })).toMatchObject({ ok: false, code: 'seat_handed_over' });
    await takeBack(here, id, 'lab_1');
    await handInGreedy(there, { id, seat: 'lab_0', round: 1 });
    await removePerson(there, id, 'lab_2');
    await roundOpens(here.store, id, 2);
    expect(await handInGreedy(there, { id, seat: 'lab_1', round: 2 })).toMatchObject({ ok: true });
    expect(tokens.get('lab_2')).toBeDefined();
    expect(await handInGreedy(here, { id, seat: 'lab_2', round: 2 })).toMatchObject({ ok: false, code: 'seat_handed_over' });
    await handInGreedy(here, { id, seat: 'lab_0', round: 2 });
    await roundOpens(there.store, id, 3);
    const match = await there.store.get(id);
    expect(match?.seats.map((card) => card.kind)).toEqual(['person', 'person', 'script', 'script']);
    await controlTable(there, id, 'abort');
    await waitUntil(async () => (await here.store.get(id))?.status === 'aborted');
  });
});
