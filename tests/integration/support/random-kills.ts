/** Matches that are played by processes which are killed at random points, one after the other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MatchRequest, openMatch } from '~/match/open-match';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { type DatabaseKind, type FreshDatabase, freshDatabase } from './database';
import { quietServices, Runner, undisturbed, waitUntil } from './runners';

const LEASE_MS = 400;
const TASKS = ['single_trade', 'market_round', 'coalition_market'];
const POLICIES = ['rule_based_expert', 'random_validish', 'greedy_hoarder'];

/** A match that takes a second or so, so that kills find it in its middle; every seventh as fast as it goes. */
function requestOf(n: number): MatchRequest {
  const [task = '', policy = ''] = [TASKS[n % 3], POLICIES[Math.floor(n / 3) % 3]];
  return { task, policy, seed: 1000 + n, judgeMode: n % 2 === 0 ? 'rule' : 'off', pace: n % 7 === 0 ? 0 : 0.03 + 0.01 * (n % 6) };
}

/** So many kills that found a match in its middle; then the log of every match is an undisturbed run's. */
export function testKills(kind: DatabaseKind, kills: number): void {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  const requests = new Map<string, MatchRequest>();
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'test');
  });
  afterAll(async () => {
    await store.close();
    await fresh.drop();
  });

  async function open(): Promise<void> {
    const request = requestOf(requests.size);
    const opened = await openMatch(quietServices(store, 'test'), request);
    if (!opened.ok) throw new Error(opened.why);
    requests.set(opened.value.id, request);
  }

  async function unfinished(): Promise<{ id: string; head: number; status: string }[]> {
    const { items } = await store.list({ status: ['running', 'paused', 'failed', 'aborted'] }, { limit: 100 });
    return items;
  }

  test(`the log of every match is an undisturbed run's, byte for byte (${kind})`, { timeout: 900_000 }, async () => {
    const openings = new Map<string, number>();
    let found = 0;
    for (let life = 0; found < kills; life += 1) {
      if (life > 3 * kills) throw new Error(`only ${found} of ${life} kills found a match in its middle`);
      while ((await unfinished()).length < 3) await open();
      for (const match of await unfinished()) if (!openings.has(match.id)) openings.set(match.id, match.head);
      const runner = new Runner(fresh.url, `life${life}`, LEASE_MS);
      await runner.until((said) => said.some((one) => one.did === 'append'));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      await runner.kill();
      const interrupted = (await unfinished()).filter((match) => match.head > (openings.get(match.id) ?? 0));
      if (interrupted.length > 0) found += 1;
    }
    const last = new Runner(fresh.url, 'last', LEASE_MS);
    await waitUntil(async () => (await unfinished()).length === 0, 600_000);
    await last.kill();

    expect(requests.size).toBeGreaterThanOrEqual(3);
    for (const [id, request] of requests) {
      const stored = await store.read(id);
      expect(stored.map((event) => event.seq)).toEqual(stored.map((_, index) => index + 1));
      expect(stored.map((event) => event.json)).toEqual(await undisturbed(request));
      expect(await store.get(id)).toMatchObject({ status: 'finished', head: stored.length, fault: null });
    }
  });
}
