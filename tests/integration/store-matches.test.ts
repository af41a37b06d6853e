/** What every event store promises of matches: who holds them, what is asked of them, how they are found, who hears of them. */
import { expect, test } from 'vitest';
import type { EventStore, Notice } from '~/store/event-store';
import { begin, hold, LONG, onEveryStore, until } from './support/stores';

onEveryStore((stores) => {
  test('one process holds a match; its lease can be renewed and given back', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id, { owner: 'one' });
    expect(await stores().store.acquire(match.id, 'two', LONG)).toBeNull();
    const renewed = await stores().store.renew(lease, 2 * LONG);
    expect(renewed).toMatchObject({ token: lease.token, owner: 'one' });
    expect(renewed?.until.getTime()).toBeGreaterThan(lease.until.getTime());
    await stores().store.release(lease);
    expect(await stores().store.acquire(match.id, 'two', LONG)).toMatchObject({ owner: 'two', token: lease.token + 1 });
  });

  test('of several processes that reach for a match one gets it', async () => {
    const match = await begin(stores());
    const leases = await Promise.all(Array.from({ length: 8 }, (_, n) => stores().store.acquire(match.id, `p${n}`, LONG)));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
  });

  test('who slept through a lease that somebody else has taken is refused at every endpoint', async () => {
    const match = await begin(stores());
    const old = await hold(stores(), match.id, { owner: 'sleeper', forMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const next = await hold(stores(), match.id, { owner: 'next' });
    expect(await stores().store.append(old, 1, { events: [{ type: 'late' }] })).toEqual({ ok: false, code: 'lease_lost', head: 1 });
    expect(await stores().store.renew(old, LONG)).toBeNull();
    expect(await stores().store.update(old, { status: 'paused' })).toBe(false);
    await stores().store.command(match.id, 'pause');
    expect(await stores().store.takeCommands(old)).toEqual([]);
    await stores().store.release(old);
    expect(await stores().store.append(next, 1, { events: [{ type: 'in_time' }] })).toMatchObject({ ok: true });
    expect((await stores().store.read(match.id)).map((stored) => stored.event.type)).toEqual(['opened', 'in_time']);
  });

  test('a match that is over is held by nobody, and is no orphan', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    await stores().store.update(lease, { status: 'finished' });
    await stores().store.release(lease);
    expect(await stores().store.acquire(match.id, 'two', LONG)).toBeNull();
    expect((await stores().store.orphans(10_000)).map((record) => record.id)).not.toContain(match.id);
  });

  test('matches that have ended come in the order in which they did, behind a place', async () => {
    const [late, early] = [await begin(stores()), await begin(stores())];
    const end = async (id: string, finishedAt: Date) => {
      const lease = await hold(stores(), id);
      await stores().store.update(lease, { status: 'finished', finishedAt });
    };
    await end(late.id, new Date('2030-01-02'));
    await end(early.id, new Date('2030-01-01'));
    const { game, task } = late;
    const since = { finishedAt: new Date('2029-12-31'), id: '' };
    const ids = async (after: { finishedAt: Date; id: string }, filter: Parameters<EventStore['finished']>[0] = { game, task }) =>
      (await stores().store.finished(filter, { after, limit: 10 })).map((record) => record.id);
    expect(await ids(since)).toEqual([early.id, late.id]);
    expect(await ids({ finishedAt: new Date('2030-01-01'), id: early.id })).toEqual([late.id]);
    expect(await ids(since, { game: 'gpu-market/another' })).toEqual([]);
    expect(await stores().store.finished({}, { after: since, limit: 1 })).toHaveLength(1);
  });

  test('orphans are what should run and nobody runs', async () => {
    const [held, left, slept] = await Promise.all([begin(stores()), begin(stores()), begin(stores())]);
    await hold(stores(), held.id);
    await hold(stores(), slept.id, { owner: 'sleeper', forMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const orphans = (await stores().store.orphans(10_000)).map((record) => record.id);
    expect(orphans).toEqual(expect.arrayContaining([left.id, slept.id]));
    expect(orphans).not.toContain(held.id);
    expect(await stores().store.orphans(1)).toHaveLength(1);
  });

  test('a paused match is left alone until a command waits', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    await stores().store.update(lease, { status: 'paused' });
    await stores().store.release(lease);
    const orphans = async (): Promise<string[]> => (await stores().store.orphans(10_000)).map((record) => record.id);
    expect(await orphans()).not.toContain(match.id);
    await stores().store.command(match.id, 'step');
    expect(await orphans()).toContain(match.id);
  });

  test('commands are taken once, oldest first, by the holder', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    for (const command of ['pause', 'step', 'step', 'resume'] as const) {
      expect(await stores().store.command(match.id, command)).toEqual({ ok: true });
    }
    const taken = await stores().store.takeCommands(lease);
    expect(taken.map(({ command }) => command)).toEqual(['pause', 'step', 'step', 'resume']);
    const left = await stores().store.takeCommands(lease);
    expect(left.map(({ command }) => command)).toEqual(['pause', 'resume']); // until they are carried out
    await stores().store.update(lease, { status: 'running' }, left.at(-1));
    expect(await stores().store.takeCommands(lease)).toEqual([]);
  });

  test('a step that follows a pause is good, whether the pause has been carried out or is about to be', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    await stores().store.command(match.id, 'pause');
    expect(await stores().store.command(match.id, 'step')).toEqual({ ok: true });
    const [pause] = await stores().store.takeCommands(lease);
    expect(await stores().store.command(match.id, 'step')).toEqual({ ok: true });
    await stores().store.update(lease, { status: 'paused' }, pause);
    expect(await stores().store.command(match.id, 'step')).toEqual({ ok: true });
  });

  test('what a host orders comes with what it needs to know', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    await stores().store.command(match.id, { command: 'extend', seconds: 30 });
    await stores().store.command(match.id, { command: 'shock', request: { kind: 'energy_spike', in_rounds: 2 } });
    expect(await stores().store.takeCommands(lease)).toMatchObject([
      { command: 'extend', seconds: 30 },
      { command: 'shock', request: { kind: 'energy_spike', in_rounds: 2 } },
    ]);
    expect(await stores().store.takeCommands(lease)).toEqual([]);
  });

  test('commands that make no sense are refused by code', async () => {
    const match = await begin(stores());
    expect(await stores().store.command(match.id, 'step')).toEqual({ ok: false, code: 'not_paused' });
    expect(await stores().store.command('nosuchmatch', 'pause')).toEqual({ ok: false, code: 'unknown_match' });
    const lease = await hold(stores(), match.id);
    await stores().store.update(lease, { status: 'aborted', finishedAt: new Date() });
    expect(await stores().store.command(match.id, 'resume')).toEqual({ ok: false, code: 'match_over' });
  });

  test('lists newest first, in pages, without a gap or a double', async () => {
    const task = `task_${Math.random()}`;
    const created: string[] = [];
    for (let n = 0; n < 7; n += 1) created.push((await begin(stores(), { task, seed: n })).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await stores().store.list({ task }, { cursor, limit: 3 });
      seen.push(...page.items.map((match) => match.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(created.toSorted());
    expect(new Set(seen).size).toBe(7);
  });

  test('lists what a filter asks for', async () => {
    const task = `task_${Math.random()}`;
    const scripted = await begin(stores(), { task, seed: 7, seats: [{ seat: 'lab_0', kind: 'script', policy: 'greedy' }] });
    const secret = await begin(stores(), { task, seed: 7, visibility: 'public', game: 'gpu-market/open', version: 2 });
    const ids = async (filter: Parameters<EventStore['list']>[0]): Promise<string[]> =>
      (await stores().store.list({ task, ...filter }, { limit: 10 })).items.map((match) => match.id);
    const ann = { seat: 'lab_0', kind: 'person' as const, name: 'Ann', ready: true, here: false, policy: null };
    await begin(stores(), { task, seed: 7, delayTurns: 2 });
    const peopled = await begin(stores(), { task, seed: 9, seats: [ann] });
    expect(await ids({ people: true })).toEqual([peopled.id]);
    expect(await ids({ policy: 'greedy' })).toEqual([scripted.id]);
    expect(await ids({ game: 'gpu-market/open' })).toEqual([secret.id]);
    expect(await ids({ game: 'gpu-market/open', version: 2 })).toEqual([secret.id]);
    expect(await ids({ game: 'gpu-market/open', version: 1 })).toEqual([]);
    expect(await ids({ status: ['paused', 'failed'] })).toEqual([]);
    expect(await ids({ status: ['running'] })).toHaveLength(4);
    expect(await ids({ seed: 7 })).toEqual([scripted.id]); // a public or delayed match that runs does not tell its seed by being found
    expect(await ids({ seed: 8 })).toEqual([]);
  });

  test('a cursor that nobody gave is refused', async () => {
    await expect(stores().store.list({}, { cursor: 'bm9uc2Vuc2U', limit: 3 })).rejects.toMatchObject({ code: 'bad_cursor' });
  });

  test('every process hears of events, cards and commands, after they are stored', async () => {
    const { store, other } = stores();
    const heard: Notice[] = [];
    const stop = await other.listen((notice) => heard.push(notice));
    const match = await begin(stores());
    const of = (kind: Notice['kind']): Notice[] => heard.filter((notice) => notice.matchId === match.id && notice.kind === kind);
    const lease = await hold(stores(), match.id);
    await store.append(lease, 1, { events: [{ type: 'a' }, { type: 'b' }] });
    await store.update(lease, { status: 'paused' });
    await store.command(match.id, 'step');
    await until(async () => of('control').length === 1);
    expect(of('events')).toEqual([1, 3].map((head) => ({ matchId: match.id, kind: 'events', head, from: 'one' })));
    expect(of('card')).toEqual([{ matchId: match.id, kind: 'card', head: 3, from: 'one' }]);
    expect(of('control')).toEqual([{ matchId: match.id, kind: 'control', head: 3, from: 'one' }]);
    await stop();
    await begin(stores());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard.filter((notice) => notice.matchId !== match.id)).toEqual([]);
  });
});
