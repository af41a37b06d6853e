/** What every event store promises, tried on each of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventStore, Lease, MatchRecord, NewMatch, Notice } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';

const LONG = 60_000;
const OPENING = [{ type: 'opened', text: 'first' }];

describe('in memory', () => {
  const stores = [new MemoryEventStore('one'), new MemoryEventStore('two')];
  keepsItsPromises(() => ({ store: stores[0] as EventStore, other: null }));
});

describeOnDatabases('in Postgres', (kind) => {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  let other: PostgresEventStore;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'one');
    other = new PostgresEventStore(fresh.database, 'two');
  });
  afterAll(async () => {
    await store.close();
    await other.close();
    await fresh.drop();
  });
  keepsItsPromises(() => ({ store, other }));

  test('what is in the table is the text that was given', async () => {
    const match = await store.create(newMatch(), AWKWARD);
    const { rows } = await fresh.database.pool.query<{ text: string }>(
      'SELECT payload::text AS text FROM match_event WHERE match_id = $1 ORDER BY seq',
      [match.id],
    );
    expect(rows.map((row) => row.text)).toEqual(AWKWARD.map((event) => JSON.stringify(event)));
  });

  test('an append that the database cannot take fails alone', async () => {
    const matches = await Promise.all([1, 2, 3, 4].map(() => store.create(newMatch(), OPENING)));
    const answers = await Promise.allSettled(
      matches.map(async ({ id }, n) => {
        const lease = await store.acquire(id, 'one', LONG);
        if (!lease) throw new Error('no lease');
        return store.append(lease, 1, { events: [{ type: 'a' }], progress: { round: n === 2 ? 1e12 : 1 } });
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await Promise.all(matches.map(async ({ id }) => (await store.read(id)).length))).toEqual([2, 2, 1, 2]);
  });

  test('a listener that was cut off hears again', async () => {
    const heard: Notice[] = [];
    const stop = await other.listen((notice) => heard.push(notice));
    await fresh.database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    await until(async () => {
      await store.create(newMatch(), OPENING);
      return heard.length > 0;
    });
    await stop();
  });
});

/** Texts that a careless way through a driver, a codec or jsonb would change. */
const AWKWARD = [
  { type: 'opened', z: 1, a: 2, again: { b: 1, a: [] }, long: 0.1 + 0.2, tiny: 5e-324, big: 2 ** 53 - 1, text: 'é 漢 \u{1F600}' },
  { type: 'said', text: 'a "quoted" \\ line\nand \t more', nul: '\u0000', half: '\ud83d', line: '\u2028' },
  { type: 'empty', nothing: null, list: [null, 1e21, -0, 1e-7] },
];

function keepsItsPromises(stores: () => { store: EventStore; other: EventStore | null }): void {
  const begin = async (change: Partial<NewMatch> = {}): Promise<MatchRecord> => stores().store.create(newMatch(change), OPENING);
  const hold = async (matchId: string, owner = 'one', forMs = LONG): Promise<Lease> => {
    const lease = await stores().store.acquire(matchId, owner, forMs);
    if (!lease) throw new Error(`no lease of ${matchId}`);
    return lease;
  };

  test('a match comes back as it was created, with a seed of 53 bits', async () => {
    const asked = newMatch({ seed: Number.MAX_SAFE_INTEGER, visibility: 'public', pace: 1.5, showcase: true });
    const created = await stores().store.create(asked, OPENING);
    expect(created).toMatchObject({ ...asked, status: 'running', head: 1, round: 0, scores: null, fault: null, finishedAt: null });
    expect(await stores().store.get(asked.id)).toEqual(created);
    expect(await stores().store.get('nosuchmatch')).toBeNull();
  });

  test('the text of an event is kept byte for byte', async () => {
    const match = await stores().store.create(newMatch(), AWKWARD.slice(0, 1));
    const lease = await hold(match.id);
    await stores().store.append(lease, 1, { events: AWKWARD.slice(1) });
    const stored = await stores().store.read(match.id);
    expect(stored.map((event) => event.json)).toEqual(AWKWARD.map((event) => JSON.stringify(event)));
    expect(stored.map((event) => event.event)).toEqual(AWKWARD.map((event) => JSON.parse(JSON.stringify(event)) as unknown));
    expect(stored.map((event) => event.seq)).toEqual([1, 2, 3]);
  });

  test('an append answers what was stored, and moves the match on with it', async () => {
    const match = await begin();
    const lease = await hold(match.id);
    const finishedAt = new Date('2026-01-02T03:04:05.678Z');
    const progress = { round: 3, scores: { lab_0: 0.1 + 0.2, lab_1: null }, status: 'finished' as const, finishedAt };
    const answer = await stores().store.append(lease, 1, { events: [{ type: 'a' }, { type: 'b' }], progress });
    expect(answer).toMatchObject({ ok: true, head: 3 });
    expect(answer.ok && answer.stored).toEqual(await stores().store.read(match.id, 1));
    expect(await stores().store.get(match.id)).toMatchObject({ ...progress, head: 3 });
  });

  test('an append of no events changes the match alone', async () => {
    const match = await begin();
    const answer = await stores().store.append(await hold(match.id), 1, { events: [], progress: { round: 1 } });
    expect(answer).toEqual({ ok: true, head: 1, stored: [] });
    expect(await stores().store.get(match.id)).toMatchObject({ round: 1, head: 1 });
  });

  test('an append at another head than the match has is refused, and changes nothing', async () => {
    const match = await begin();
    const lease = await hold(match.id);
    for (const head of [0, 2]) {
      const answer = await stores().store.append(lease, head, { events: [{ type: 'a' }], progress: { round: 9 } });
      expect(answer).toEqual({ ok: false, code: 'version_conflict', head: 1 });
    }
    expect(await stores().store.read(match.id)).toHaveLength(1);
    expect(await stores().store.get(match.id)).toMatchObject({ round: 0 });
  });

  test('of several appends at the same head one wins', async () => {
    const match = await begin();
    const lease = await hold(match.id);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => stores().store.append(lease, 1, { events: [{ type: `try_${n}` }] })));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.code === 'version_conflict')).toHaveLength(3);
    expect(await stores().store.read(match.id)).toHaveLength(2);
  });

  test('appends of many matches at once are all kept, each in its order', async () => {
    const matches = await Promise.all(Array.from({ length: 12 }, () => begin()));
    await Promise.all(
      matches.map(async ({ id }) => {
        const lease = await hold(id);
        for (let head = 1; head < 11; head += 1) {
          expect(await stores().store.append(lease, head, { events: [{ type: `${id}_${head}` }] })).toMatchObject({
            ok: true,
            head: head + 1,
          });
        }
      }),
    );
    for (const { id } of matches) {
      const texts = (await stores().store.read(id, 1)).map((stored) => stored.json);
      const given = Array.from({ length: 10 }, (_, index) => JSON.stringify({ ...AWKWARD[1], type: `${id}_${index + 1}` }));
      expect(texts).toEqual(given);
    }
  });

  test('of appends that come at once, each is kept or refused for itself', async () => {
    const matches = await Promise.all([begin(), begin(), begin()]);
    const leases = await Promise.all(matches.map(({ id }) => hold(id)));
    const progress = { round: 2, scores: { lab_0: 1.5 }, status: 'paused' as const };
    const answers = await Promise.all(
      leases.map((lease, n) => stores().store.append(lease, n === 1 ? 7 : 1, { events: [{ type: 'a' }, { type: 'b' }], progress })),
    );
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, true]);
    const records = await Promise.all(matches.map(({ id }) => stores().store.get(id)));
    expect(records.map((record) => [record?.head, record?.round, record?.status])).toEqual([
      [3, 2, 'paused'],
      [1, 0, 'running'],
      [3, 2, 'paused'],
    ]);
  });

  test('reads a stretch', async () => {
    const match = await begin();
    await stores().store.append(await hold(match.id), 1, { events: [2, 3, 4, 5].map((n) => ({ type: `e${n}` })) });
    expect((await stores().store.read(match.id, 2, 2)).map((stored) => stored.seq)).toEqual([3, 4]);
    expect(await stores().store.read(match.id, 5)).toEqual([]);
    expect(await stores().store.read('nosuchmatch')).toEqual([]);
  });

  test('one process holds a match; its lease can be renewed and given back', async () => {
    const match = await begin();
    const lease = await hold(match.id, 'one');
    expect(await stores().store.acquire(match.id, 'two', LONG)).toBeNull();
    const renewed = await stores().store.renew(lease, 2 * LONG);
    expect(renewed).toMatchObject({ token: lease.token, owner: 'one' });
    expect(renewed?.until.getTime()).toBeGreaterThan(lease.until.getTime());
    await stores().store.release(lease);
    expect(await stores().store.acquire(match.id, 'two', LONG)).toMatchObject({ owner: 'two', token: lease.token + 1 });
  });

  test('of several processes that reach for a match one gets it', async () => {
    const match = await begin();
    const leases = await Promise.all(Array.from({ length: 8 }, (_, n) => stores().store.acquire(match.id, `p${n}`, LONG)));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
  });

  test('who slept through a lease that somebody else has taken is refused at every door', async () => {
    const match = await begin();
    const old = await hold(match.id, 'sleeper', 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const next = await hold(match.id, 'next');
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
    const match = await begin();
    const lease = await hold(match.id);
    await stores().store.update(lease, { status: 'finished' });
    await stores().store.release(lease);
    expect(await stores().store.acquire(match.id, 'two', LONG)).toBeNull();
    expect((await stores().store.orphans(10_000)).map((record) => record.id)).not.toContain(match.id);
  });

  test('orphans are what should run and nobody runs', async () => {
    const [held, left, slept] = await Promise.all([begin(), begin(), begin()]);
    await hold(held.id);
    await hold(slept.id, 'sleeper', 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const orphans = (await stores().store.orphans(10_000)).map((record) => record.id);
    expect(orphans).toEqual(expect.arrayContaining([left.id, slept.id]));
    expect(orphans).not.toContain(held.id);
    expect(await stores().store.orphans(1)).toHaveLength(1);
  });

  test('a paused match is left alone until a command waits', async () => {
    const match = await begin();
    const lease = await hold(match.id);
    await stores().store.update(lease, { status: 'paused' });
    await stores().store.release(lease);
    const orphans = async (): Promise<string[]> => (await stores().store.orphans(10_000)).map((record) => record.id);
    expect(await orphans()).not.toContain(match.id);
    await stores().store.command(match.id, 'step');
    expect(await orphans()).toContain(match.id);
  });

  test('an append for a match that is not there', async () => {
    const lease = { matchId: 'nosuchmatch', owner: 'one', token: 1, until: new Date() };
    expect(await stores().store.append(lease, 0, { events: [] })).toEqual({ ok: false, code: 'unknown_match', head: 0 });
  });

  test('commands are taken once, oldest first, by the holder', async () => {
    const match = await begin();
    const lease = await hold(match.id);
    for (const command of ['pause', 'step', 'step', 'resume'] as const) {
      expect(await stores().store.command(match.id, command)).toEqual({ ok: true });
    }
    expect(await stores().store.takeCommands(lease)).toEqual(['pause', 'step', 'step', 'resume']);
    expect(await stores().store.takeCommands(lease)).toEqual([]);
  });

  test('commands that make no sense are refused by code', async () => {
    const match = await begin();
    expect(await stores().store.command(match.id, 'step')).toEqual({ ok: false, code: 'not_paused' });
    expect(await stores().store.command('nosuchmatch', 'pause')).toEqual({ ok: false, code: 'unknown_match' });
    const lease = await hold(match.id);
    await stores().store.update(lease, { status: 'aborted', finishedAt: new Date() });
    expect(await stores().store.command(match.id, 'resume')).toEqual({ ok: false, code: 'match_over' });
  });

  test('lists newest first, in pages, without a gap or a double', async () => {
    const task = `task_${Math.random()}`;
    const created: string[] = [];
    for (let n = 0; n < 7; n += 1) created.push((await begin({ task, seed: n })).id);
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
    const scripted = await begin({ task, seed: 7, seats: [{ seat: 'lab_0', kind: 'script', policy: 'greedy' }] });
    const secret = await begin({ task, seed: 7, visibility: 'public', ruleset: 'open' });
    const ids = async (filter: Parameters<EventStore['list']>[0]): Promise<string[]> =>
      (await stores().store.list({ task, ...filter }, { limit: 10 })).items.map((match) => match.id);
    expect(await ids({ policy: 'greedy' })).toEqual([scripted.id]);
    expect(await ids({ ruleset: 'open' })).toEqual([secret.id]);
    expect(await ids({ status: ['paused', 'failed'] })).toEqual([]);
    expect(await ids({ status: ['running'] })).toHaveLength(2);
    expect(await ids({ seed: 7 })).toEqual([scripted.id]); // a running public match does not tell its seed by being found
    expect(await ids({ seed: 8 })).toEqual([]);
  });

  test('a cursor that nobody gave is refused', async () => {
    await expect(stores().store.list({}, { cursor: 'bm9uc2Vuc2U', limit: 3 })).rejects.toMatchObject({ code: 'bad_cursor' });
  });

  test('every process hears of events, cards and commands, after they are stored', async () => {
    const { store, other } = stores();
    const heard: Notice[] = [];
    const stop = await (other ?? store).listen((notice) => heard.push(notice));
    const match = await begin();
    const of = (kind: Notice['kind']): Notice[] => heard.filter((notice) => notice.matchId === match.id && notice.kind === kind);
    const lease = await hold(match.id);
    await store.append(lease, 1, { events: [{ type: 'a' }, { type: 'b' }] });
    await store.update(lease, { status: 'paused' });
    await store.command(match.id, 'step');
    await until(async () => of('control').length === 1);
    expect(of('events')).toEqual([1, 3].map((head) => ({ matchId: match.id, kind: 'events', head, from: 'one' })));
    expect(of('card')).toEqual([{ matchId: match.id, kind: 'card', head: 3, from: 'one' }]);
    expect(of('control')).toEqual([{ matchId: match.id, kind: 'control', head: 3, from: 'one' }]);
    await stop();
    await begin();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard.filter((notice) => notice.matchId !== match.id)).toEqual([]);
  });
}

let made = 0;
function newMatch(change: Partial<NewMatch> = {}): NewMatch {
  made += 1;
  return {
    id: `m${process.pid}x${made}x${Math.random().toString(36).slice(2)}`,
    game: 'gpu-market',
    ruleset: 'classic',
    rulesetVersion: 1,
    task: 'single_trade',
    seed: 5,
    judgeMode: 'off',
    config: { task_type: 'single_trade', seed: 5, nested: { list: [1, 2.5, null] } },
    seats: [{ seat: 'lab_0', kind: 'script', policy: 'wait' }],
    visibility: 'open',
    pace: 0,
    rounds: 8,
    showcase: false,
    ...change,
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + 15_000;
  while (!(await holds())) {
    if (Date.now() > patience) throw new Error('it did not come true in 15 seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
