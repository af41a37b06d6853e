/** Several processes on one database: a match is run by one of them at a time, and one that slept through its lease is refused. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MatchRequest, openMatch } from '~/match/open-match';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { quietServices, Runner, undisturbed, waitUntil } from './support/runners';

/** Every test starts processes, which takes its time on a busy machine. */
const PATIENCE = { timeout: 600_000 };

describeOnDatabases('several processes on one database', (kind) => {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  let runners: Runner[] = [];
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'test');
  });
  afterEach(async () => {
    for (const runner of runners) {
      runner.process.kill('SIGCONT');
      await runner.kill();
    }
    runners = [];
  });
  afterAll(async () => {
    await store.close();
    await fresh.drop();
  });

  function start(name: string, leaseMs: number): Runner {
    const runner = new Runner(fresh.url, name, leaseMs);
    runners.push(runner);
    return runner;
  }

  async function open(request: MatchRequest): Promise<string> {
    const opened = await openMatch(quietServices(store, 'test'), request);
    if (!opened.ok) throw new Error(opened.why);
    return opened.value.id;
  }

  async function isOver(id: string): Promise<boolean> {
    return (await store.get(id))?.status === 'finished';
  }

  async function texts(id: string): Promise<string[]> {
    return (await store.read(id)).map((stored) => stored.json);
  }

  test('three that race for the same matches play each once, and no event twice', PATIENCE, async () => {
    const requests = Array.from({ length: 18 }, (_, n) => ({ task: 'market_round', policy: 'rule_based_expert', seed: n, pace: 0.02 }));
    const ids: string[] = [];
    for (const request of requests) ids.push(await open(request));
    for (const name of ['a', 'b', 'c']) start(name, 30_000);
    for (const runner of runners) await runner.until((said) => said.some((one) => one.did === 'ready'));
    for (const id of ids) await waitUntil(() => isOver(id));
    for (const [index, id] of ids.entries()) {
      expect(await texts(id)).toEqual(await undisturbed(requests[index] as MatchRequest));
      const players = runners.filter((runner) => runner.said.some((one) => one.did === 'append' && one.matchId === id));
      expect(players).toHaveLength(1);
    }
  });

  test('one that was stopped past its lease, and goes on, adds nothing', PATIENCE, async () => {
    const request = { task: 'coalition_market', policy: 'rule_based_expert', seed: 5, pace: 0.5 };
    const id = await open(request);
    const sleeper = start('sleeper', 500);
    await sleeper.until((said) => said.filter((one) => one.did === 'append').length >= 2);
    sleeper.process.kill('SIGSTOP');
    const head = (await store.get(id))?.head ?? 0;
    const next = start('next', 500);
    await next.until((said) => said.some((one) => one.did === 'append'));
    sleeper.process.kill('SIGCONT');
    await sleeper.until((said) => said.some((one) => one.how === 'taken'));
    await waitUntil(() => isOver(id));
    expect(await texts(id)).toEqual(await undisturbed(request));
    // Once it has heard that the match is another's it may come by it again, by right: on a slow machine that other one is late too.
    const heard = sleeper.said.findIndex((one) => one.how === 'taken');
    const late = sleeper.said.slice(0, heard).flatMap((one) => one.seqs ?? []);
    expect(late.filter((seq) => seq > head)).toEqual([]);
  });

  test('a command reaches the process that runs the match at once, and a paused match whoever hears it first', PATIENCE, async () => {
    const id = await open({ task: 'coalition_market', policy: 'rule_based_expert', seed: 6, pace: 30 });
    start('a', 6000);
    start('b', 6000);
    for (const runner of runners) await runner.until((said) => said.some((one) => one.did === 'ready'));
    await store.command(id, 'pause');
    await waitUntil(async () => (await store.get(id))?.status === 'paused', 20_000);
    const head = (await store.get(id))?.head ?? 0;
    await store.command(id, 'step');
    await waitUntil(async () => ((await store.get(id))?.head ?? 0) > head, 20_000);
    await runners[0]?.kill();
    await store.command(id, 'abort');
    await waitUntil(async () => (await store.get(id))?.status === 'aborted');
  });
});
