/**
 * Two sides haggle at a real server, which is killed in the middle. Two people go on with what they hold, and the log is an undisturbed
 * one's; so do a person and the small model, whose turn is written again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPolicy } from '~/games/policies';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeKills, type FreshDatabase, freshDatabase } from './support/database';
import { addPatientModel, isWriting, MODEL_SEAT, OTHER_SEAT, wholeTurns } from './support/model-seat';
import { MODELS_FOLDER, REAL_MODEL, reasonWithoutModel } from './support/real-model';
import { until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';
import { Guest } from './support/table';

const HAGGLE = { game: 'bazaar/open', task: 'haggle', seed: 17, policy: 'open', clockSeconds: 600 };
const SEATS = ['seller_0', 'buyer_0'] as const;
/** In these turns the server is killed: while somebody thinks, or right after the move. */
const KILLS: Record<number, 'before' | 'after'> = { 1: 'before', 2: 'after', 4: 'before' };
/** The model sells, so it has the even turns: there the server is killed while the model writes. */
const MODEL_KILLS: Record<number, 'before' | 'after' | 'writing'> = { 1: 'before', 2: 'writing', 3: 'after', 4: 'writing' };
/** Its seller can act until the end. */
const MODEL_SEED = 28;
const TURN_SECONDS = 300;
const PATIENCE = 900_000;

const missing = await reasonWithoutModel();

describeKills('a haggle whose server is killed', (kind) => {
  let fresh: FreshDatabase;
  let site: Spawned;
  let store: PostgresEventStore;
  let settings: Record<string, string> = {};
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'test');
    site = await spawnServer(fresh.url);
  }, PATIENCE);
  afterAll(async () => {
    await site.kill();
    await store.close();
    await fresh.drop();
  });

  /** What somebody holds, at the server as it is now. */
  function at(before: Guest): Guest {
    const now = new Guest(site.origin);
    for (const [name, value] of before.cookies) now.cookies.set(name, value);
    return now;
  }

  async function killed(): Promise<void> {
    await site.kill();
    site = await spawnServer(fresh.url, settings);
  }

  /** Both sides move as `linear` would; answers the match, every receipt, and how often the server was killed. */
  async function haggle(kills: typeof KILLS) {
    const linear = findPolicy('bazaar/open', 'linear');
    if (!linear) throw new Error('there is no linear');
    const host = new Guest(site.origin);
    const { id } = await host.api.match.create.mutate(HAGGLE);
    const people = new Map<string, Guest>();
    for (const seat of SEATS) {
      const guest = new Guest(site.origin);
      await guest.api.seat.claim.mutate({ id, seat, name: `At ${seat}` });
      people.set(seat, guest);
    }
    await host.api.table.start.mutate({ id });
    const receipts: string[] = [];
    let deaths = 0;
    for (let turn = 0; ; turn += 1) {
      const seat = SEATS[turn % SEATS.length] ?? SEATS[0];
      const person = people.get(seat) ?? host;
      const now = await until(async () => {
        const match = await store.get(id);
        if (match?.status === 'finished') return 'over';
        return match?.turn === turn && match.clock?.deadline && 'open';
      }, PATIENCE);
      if (now === 'over') return { id, receipts, deaths };
      if (kills[turn] === 'before') {
        await killed();
        deaths += 1;
      }
      const { observation } = await at(person).api.seat.observe.query({ id, seat });
      const chosen: unknown = await linear.choose(observation);
      const move = { id, seat, turn, key: `${seat} ${turn}`, actions: Array.isArray(chosen) ? chosen : [chosen] };
      receipts.push(`${seat} ${turn} ${(await at(person).api.seat.submit.mutate(move)).code}`);
      if (kills[turn] !== 'after') continue;
      await killed();
      deaths += 1;
      const again = await at(person).api.seat.submit.mutate(move); // whose answer may have been lost
      expect(again.code).toBe('turn_accepted');
    }
  }

  test(`goes on with both people (${kind})`, { timeout: PATIENCE }, async () => {
    const disturbed = await haggle(KILLS);
    const calm = await haggle({});
    expect(disturbed.deaths).toBe(Object.keys(KILLS).length);
    expect(disturbed.receipts).toEqual(calm.receipts);
    expect(new Set(disturbed.receipts.map((receipt) => receipt.split(' ').at(-1)))).toEqual(new Set(['turn_accepted']));
    const logs = await Promise.all([disturbed, calm].map(async ({ id }) => (await store.read(id)).map(({ json }) => json)));
    expect(logs[0]).toEqual(logs[1]);
    expect(logs[0]?.join('\n')).toContain('"offer_made"');
    expect(await store.get(disturbed.id)).toMatchObject({ status: 'finished', fault: null });
  });

  /** `over`, or that turn of that match. */
  function turnBegins(id: string, turn: number): Promise<'over' | 'open'> {
    return until(async () => {
      const match = await store.get(id);
      if (match?.status === 'finished') return 'over';
      return match?.turn === turn && 'open';
    }, PATIENCE);
  }

  /** A person buys from the model, and says something with each price; answers every receipt, and how often the server was killed. */
  async function buyFromModel(id: string, person: Guest) {
    const receipts: string[] = [];
    let deaths = 0;
    for (let turn = 0; ; turn += 1) {
      if ((await turnBegins(id, turn)) === 'over') return { receipts, deaths };
      const when = MODEL_KILLS[turn];
      const { api } = at(person);
      if (when === 'writing') await until(async () => (await isWriting(api)) || (await store.get(id))?.turn !== turn, PATIENCE);
      if (when === 'writing' || when === 'before') {
        await killed();
        deaths += 1;
      }
      if (turn % 2 === 0) continue;
      // The weights may still be read; until they are found, a fallback would play.
      await until(async () => (await at(person).api.inference.state.query()).model.status === 'ready', PATIENCE);
      const actions = [{ action_type: 'send_offer', target_id: MODEL_SEAT, price: 1 + turn, message: wordsOf(turn) }];
      const move = { id, seat: OTHER_SEAT, turn, key: `${turn}`, actions };
      receipts.push((await at(person).api.seat.submit.mutate(move)).code);
      if (when !== 'after') continue;
      await killed();
      deaths += 1;
      expect((await at(person).api.seat.submit.mutate(move)).code).toBe('turn_accepted');
    }
  }

  test.skipIf(missing !== null)(
    `goes on with a person and the small model (${kind}${missing === null ? '' : `; left out: ${missing}`})`,
    { timeout: PATIENCE },
    async () => {
      settings = { MANDI_MODEL: REAL_MODEL, MANDI_MODELS: MODELS_FOLDER };
      await killed();
      const host = new Guest(site.origin);
      const model = await addPatientModel(host.api, TURN_SECONDS);
      const { id } = await host.api.match.create.mutate({
        ...HAGGLE,
        seed: MODEL_SEED,
        seats: { [MODEL_SEAT]: model, [OTHER_SEAT]: 'open' },
      });
      const person = new Guest(site.origin);
      await person.api.seat.claim.mutate({ id, seat: OTHER_SEAT, name: 'Ada' });
      await host.api.table.start.mutate({ id });
      const { receipts, deaths } = await buyFromModel(id, person);
      expect(deaths).toBe(Object.keys(MODEL_KILLS).length);
      expect(new Set(receipts)).toEqual(new Set(['turn_accepted']));
      const turns = await wholeTurns(store, id);
      expect(turns.length).toBeGreaterThan(2);
      for (const { turn, origin, pin, requests } of turns) {
        expect([turn, origin]).not.toEqual([turn, 'fallback']);
        expect(pin).toMatchObject({ model: REAL_MODEL, adapter: 'sauda' });
        if (turn > 0) expect(JSON.stringify(requests.decide?.messages)).toContain(wordsOf(turn - 1));
      }
    },
  );
});

/** A turn's own. */
function wordsOf(turn: number): string {
  return `My word ${'abcdefghijklmnopqrstuvwxyz'[turn]}: it is worn at the edge.`;
}
