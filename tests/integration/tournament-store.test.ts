/** What every tournament store promises: a schedule is written once, a result counts once, and no job is lost for good. */
import { expect, test } from 'vitest';
import type { Entrant, FixtureResult, TournamentPlan } from '~/store/tournaments/tournament';
import type { NewFixture } from '~/store/tournaments/tournament-store';
import { waitUntil } from './support/runners';
import { newMatch, OPENING, onEveryStore } from './support/stores';

let made = 0;

function fixtureOf(order: number, change: Partial<NewFixture> = {}): NewFixture {
  made += 1;
  const seats = [
    { seat: 'lab_0', entrant: 'one', player: 'greedy' },
    { seat: 'lab_1', entrant: order % 2 === 0 ? 'two' : 'three', player: 'house' },
  ];
  const matchId = `t${process.pid}x${made}x${Math.random().toString(36).slice(2).replaceAll('o', 'p')}`;
  return { order, stage: 0, task: 'single_trade', world: order, meeting: 'one | two', rotation: 0, seats, matchId, ...change };
}

const RESULT: FixtureResult = { seats: [], welfare: 1, efficiency: 0.5, unrated: false, rounds: 3, logHash: 'sha256:0' };
/** The store keeps plans and entrants as they are, and reads nothing of them. */
const PLAN = { name: 'a plan' } as TournamentPlan;
const ENTRANT = { name: 'one', kind: 'scripted' } as Entrant;

onEveryStore((stores) => {
  async function open(
    fixtures: readonly NewFixture[],
    { seasonId = null, code = '1' }: { seasonId?: string | null; code?: string } = {},
  ): Promise<string> {
    made += 1;
    const id = `t${process.pid}i${made}${Math.random().toString(36).slice(2)}`;
    await stores().store.tournaments.create({ id, plan: PLAN, entrants: [ENTRANT], seasonId, code }, fixtures);
    return id;
  }

  test('a tournament is there with its first stage; the next one is scheduled once', async () => {
    const { store, other } = stores();
    const id = await open([fixtureOf(1), fixtureOf(0)]);
    expect(await other.tournaments.get(id)).toMatchObject({ plan: PLAN, entrants: [ENTRANT], status: 'running', stages: 1 });
    const next = () => [fixtureOf(2, { stage: 1 })];
    const scheduled = await Promise.all([store, other, store].map((one) => one.tournaments.schedule(id, 1, next())));
    expect(scheduled.filter(Boolean)).toHaveLength(1);
    expect((await other.tournaments.fixtures(id)).map(({ order, stage }) => [order, stage])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
    ]);
    expect(await store.tournaments.fixtures(id, { entrant: 'three' })).toMatchObject([{ order: 1 }]);
    expect(await store.tournaments.fixtures(id, { stage: 0 }, { after: 0, limit: 5 })).toMatchObject([{ order: 1 }]);
    expect(await store.tournaments.running()).toContain(id);
  });

  test('matches of two entrants are found: where they met or had the same alone, or all of either', async () => {
    const { store } = stores();
    const seated = (order: number, ...names: (string | null)[]) =>
      fixtureOf(order, { seats: names.map((entrant, place) => ({ seat: `lab_${place}`, entrant, player: 'house' })) });
    const id = await open([seated(0, 'a', 'b'), seated(1, 'a', 'c'), seated(2, null, 'b'), seated(3, 'c', null), seated(4, 'b', 'c', 'a')]);
    const found = async (names: [string, string], met: boolean) =>
      (await store.tournaments.fixtures(id, { pair: { names, met } })).map(({ order }) => order);
    expect(await found(['a', 'b'], true)).toEqual([0, 2, 4]);
    expect(await found(['a', 'b'], false)).toEqual([0, 1, 2, 4]);
    expect(await found(['nobody', 'c'], true)).toEqual([3]);
    expect((await store.tournaments.fixtures(id, { pair: { names: ['a', 'b'], met: true } }, { after: 0, limit: 1 }))[0]?.order).toBe(2);
  });

  test('the newest tournament is listed first', async () => {
    const { store } = stores();
    const id = await open([]);
    const { items } = await store.tournaments.list({ limit: 1 });
    expect(items).toMatchObject([{ id }]);
  });

  test('a result counts once, and finds its match', async () => {
    const { store, other } = stores();
    const fixture = fixtureOf(0);
    const id = await open([fixture]);
    expect(await store.tournaments.begin(id, 0)).toMatchObject({ status: 'playing', matchId: fixture.matchId });
    expect(await other.tournaments.begin(id, 0)).toMatchObject({ status: 'playing', matchId: fixture.matchId });
    const finished = await Promise.all([store, other].map((one) => one.tournaments.finish(id, 0, RESULT)));
    expect(finished.filter(Boolean)).toHaveLength(1);
    expect(await store.tournaments.begin(id, 0)).toBeNull();
    expect(await store.tournaments.fixture(id, 0)).toMatchObject({ status: 'done', result: RESULT });
    expect(await store.tournaments.fixture(id, 7)).toBeNull();
    expect(await store.tournaments.fixtureOf(fixture.matchId)).toEqual({ tournamentId: id, order: 0, status: 'done' });
    expect(await store.tournaments.counts(id)).toEqual({ waiting: 0, playing: 0, scoring: 0, done: 1, failed: 0, cancelled: 0 });
    const results = [];
    for await (const one of store.tournaments.results(id)) results.push(one.order);
    expect(results).toEqual([0]);
  });

  test('a failure is tried again in another match, with its reason; one for good can be given another try', async () => {
    const { tournaments } = stores().store;
    const fixture = fixtureOf(0);
    const id = await open([fixture]);
    await tournaments.begin(id, 0);
    await tournaments.fail({ id, order: 0 }, 'its policy broke', true);
    const again = await tournaments.fixture(id, 0);
    expect(again).toMatchObject({ status: 'waiting', attempts: 1, fault: 'its policy broke' });
    expect(again?.matchId).not.toBe(fixture.matchId);
    await tournaments.fail({ id, order: 0 }, 'and again', false);
    expect(await tournaments.fixture(id, 0)).toMatchObject({ status: 'failed', attempts: 2, fault: 'and again' });
    expect(await tournaments.begin(id, 0)).toBeNull();
    expect(await tournaments.retryFailed(id)).toBe(1);
    expect(await tournaments.begin(id, 0)).toMatchObject({ status: 'playing' });
  });

  test('who is paused begins nothing; who is cancelled has nothing open; both are told', async () => {
    const { store, other } = stores();
    const id = await open([fixtureOf(0), fixtureOf(1)]);
    let told = 0;
    const stop = await other.listen(({ kind, matchId }) => {
      if (kind === 'tournament' && matchId === id) told += 1;
    });
    expect(await store.tournaments.setStatus(id, { from: ['running'], to: 'paused' })).toBe(true);
    expect(await store.tournaments.setStatus(id, { from: ['running'], to: 'paused' })).toBe(false);
    expect(await store.tournaments.begin(id, 0)).toBeNull();
    expect(await store.tournaments.schedule(id, 1, [fixtureOf(2)])).toBe(false);
    expect(await store.tournaments.setStatus(id, { from: ['paused'], to: 'running' })).toBe(true);
    expect(await store.tournaments.begin(id, 0)).not.toBeNull();
    expect(await store.tournaments.setStatus(id, { from: ['running'], to: 'cancelled', fault: 'enough' })).toBe(true);
    expect(await store.tournaments.get(id)).toMatchObject({ status: 'cancelled', fault: 'enough', finishedAt: expect.any(Date) as Date });
    expect(await store.tournaments.counts(id)).toMatchObject({ cancelled: 2, waiting: 0, playing: 0, scoring: 0 });
    expect(await store.tournaments.finish(id, 0, RESULT)).toBe(false);
    await waitUntil(async () => told === 3);
    await stop();
  });

  test('when a worker was last heard of is told to those whose matches it may play', async () => {
    const { store, other } = stores();
    const code = `1+${Math.random()}`;
    expect(await other.tournaments.lastHeard(code)).toBeNull();
    const before = Date.now();
    const taker = await store.tournaments.takeJobs({ quick: 1, slow: 1 }, async () => undefined, code);
    expect((await other.tournaments.lastHeard(code))?.getTime()).toBeGreaterThan(before - 60_000);
    expect(await other.tournaments.lastHeard('1+another')).toBeNull();
    await taker.stop();
    expect(await other.tournaments.lastHeard(code)).toBeNull();
  });

  test('a season belongs to its tournament', async () => {
    const { tournaments } = stores().store;
    const season = `s${process.pid}${Math.random()}`;
    const id = await open([], { seasonId: season });
    expect(await tournaments.ownerOfSeason(season)).toBe(id);
    expect(await tournaments.ownerOfSeason('none')).toBeNull();
  });

  test('a season that is still open though its tournament was cancelled is found', async () => {
    const { tournaments, seasons } = stores().store;
    const season = `s${process.pid}${Math.random()}`;
    await seasons.open({ id: season, key: 'secret', keyHash: 'hash' });
    const id = await open([fixtureOf(0)], { seasonId: season });
    expect(await tournaments.unclosed()).not.toContain(id);
    await tournaments.setStatus(id, { from: ['running'], to: 'cancelled' });
    expect(await tournaments.unclosed()).toContain(id);
    await seasons.close(season);
    expect(await tournaments.unclosed()).not.toContain(id);
  });

  test('a cancelled tournament of which a match still goes on is found, until that is over', async () => {
    const { store } = stores();
    const { tournaments } = store;
    const fixture = fixtureOf(0);
    const id = await open([fixture]);
    await tournaments.begin(id, 0);
    await tournaments.setStatus(id, { from: ['running'], to: 'cancelled' });
    expect(await tournaments.unclosed()).not.toContain(id);
    const { lease } = await store.createHeld(newMatch({ id: fixture.matchId }), OPENING, 60_000);
    expect(await tournaments.unclosed()).toContain(id);
    await store.update(lease, { status: 'aborted', fault: 'It was cancelled.' });
    expect(await tournaments.unclosed()).not.toContain(id);
    expect(await store.get(fixture.matchId)).toMatchObject({ fault: 'It was cancelled.' });
  });

  test('a match that ended all the same is found until it says that it is no result', async () => {
    const { store } = stores();
    const { tournaments } = store;
    const fixture = fixtureOf(0);
    const id = await open([fixture]);
    await tournaments.begin(id, 0);
    const { lease } = await store.createHeld(newMatch({ id: fixture.matchId }), OPENING, 60_000);
    await store.update(lease, { status: 'finished', finishedAt: new Date() });
    expect(await tournaments.unclosed()).not.toContain(id);
    await tournaments.setStatus(id, { from: ['running'], to: 'cancelled' });
    expect(await tournaments.fixtureOf(fixture.matchId)).toMatchObject({ status: 'cancelled' });
    expect(await tournaments.unclosed()).toContain(id);
    await store.tables.change(fixture.matchId, () => ({ answer: null, rated: false, fault: 'It was cancelled.' }));
    expect(await tournaments.unclosed()).not.toContain(id);
    expect(await store.get(fixture.matchId)).toMatchObject({ status: 'finished', rated: false, fault: 'It was cancelled.' });
  });

  test('every job is taken, also those that come while others are played; a paused one is taken after it goes on', async () => {
    const { store, other } = stores();
    const taken: string[] = [];
    const play =
      (by: typeof store) =>
      async ({ id, order }: { id: string; order: number }): Promise<void> => {
        if (!(await by.tournaments.begin(id, order))) return;
        taken.push(`${id} ${order}`);
        await by.tournaments.finish(id, order, RESULT);
      };
    const id = await open(Array.from({ length: 40 }, (_, order) => fixtureOf(order)));
    const takers = await Promise.all([store, other].map((one) => one.tournaments.takeJobs({ quick: 4, slow: 1 }, play(one))));
    expect((await store.tournaments.workers()).length).toBeGreaterThan(0);
    await store.tournaments.schedule(id, 1, [fixtureOf(40, { stage: 1 })]);
    await waitUntil(async () => (await store.tournaments.counts(id)).done === 41);
    await store.tournaments.setStatus(id, { from: ['running'], to: 'paused' });
    await store.tournaments.setStatus(id, { from: ['paused'], to: 'running' });
    await store.tournaments.schedule(id, 2, [fixtureOf(41, { stage: 2 })]);
    await waitUntil(async () => (await store.tournaments.counts(id)).done === 42);
    expect(taken.filter((one) => one.startsWith(id))).toHaveLength(42);
    await Promise.all(takers.map((taker) => taker.stop()));
    expect(await store.tournaments.workers()).toEqual([]);
  });

  test('a small tournament that is made after a huge one begins at once, and ends long before it', async () => {
    const { store } = stores();
    const done = async (id: string) => (await store.tournaments.counts(id)).done;
    const huge = await open(Array.from({ length: 2_000 }, (_, order) => fixtureOf(order)));
    const taker = await store.tournaments.takeJobs({ quick: 4, slow: 1 }, async ({ id, order }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (await store.tournaments.begin(id, order)) await store.tournaments.finish(id, order, RESULT);
    });
    await waitUntil(async () => (await done(huge)) > 20);
    const before = await done(huge);
    const small = await open(Array.from({ length: 12 }, (_, order) => fixtureOf(order)));
    await waitUntil(async () => (await done(small)) === 12);
    expect((await done(huge)) - before).toBeLessThan(1_000);
    await store.tournaments.setStatus(huge, { from: ['running'], to: 'cancelled' });
    await taker.stop();
  });

  test('matches with agents that are waited for keep those of scripts from nothing, nor the other way round', async () => {
    const { store } = stores();
    const asked = [{ seat: 'lab_0', entrant: 'one', player: 'model@1' }];
    const many = (seats: NewFixture['seats']) => Array.from({ length: 30 }, (_, order) => fixtureOf(order, { seats }));
    const [slow, quick] = [await open(many(asked)), await open(many([{ seat: 'lab_0', entrant: 'one', player: 'greedy' }]))];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const taker = await store.tournaments.takeJobs({ quick: 1, slow: 2 }, async ({ id, order }) => {
      if (!(await store.tournaments.begin(id, order))) return;
      if (id === slow) await answered;
      await store.tournaments.finish(id, order, RESULT);
    });
    await waitUntil(async () => (await store.tournaments.counts(quick)).done === 30);
    await waitUntil(async () => (await store.tournaments.counts(slow)).playing === 2);
    answer();
    await waitUntil(async () => (await store.tournaments.counts(slow)).done === 30);
    await taker.stop();
  });

  test('a job from before there were two queues is played in its own', async () => {
    const { store, fresh } = stores();
    if (!fresh) return; // nothing in memory is from before
    const { pool } = fresh.database;
    const id = await open([fixtureOf(0, { seats: [{ seat: 'lab_0', entrant: 'one', player: 'model@1' }] }), fixtureOf(1)]);
    await pool.query('DELETE FROM graphile_worker_slow._private_jobs WHERE key = $1', [`${id}:0`]);
    for (const order of [0, 1]) {
      const payload = JSON.stringify({ id, order });
      await pool.query(`SELECT graphile_worker.add_job('tournament_match', $1::json, job_key => $2)`, [payload, `${id}:${order}`]);
    }
    const taken: number[] = [];
    const taker = await store.tournaments.takeJobs({ quick: 1, slow: 1 }, async ({ order, ...job }) => {
      if (job.id !== id || !(await store.tournaments.begin(id, order))) return;
      const { rows } = await pool.query('SELECT FROM graphile_worker_slow.jobs WHERE key = $1 AND locked_at IS NOT NULL', [
        `${id}:${order}`,
      ]);
      taken.push(order);
      expect(rows).toHaveLength(order === 0 ? 1 : 0);
      await store.tournaments.finish(id, order, RESULT);
    });
    await waitUntil(async () => taken.length === 2);
    await waitUntil(async () => (await store.tournaments.counts(id)).done === 2);
    await taker.stop();
  });

  test('a match that is pinned to other code is left to a process of that code, and holds up nobody', async () => {
    const { store, other } = stores();
    const pinned = await open([fixtureOf(0), fixtureOf(1)], { code: '1+there' });
    const here = await open([fixtureOf(0)], { code: '1+here' });
    const old = await open([fixtureOf(0)]);
    const play = (one: typeof store) => async (job: { id: string; order: number }) => {
      await one.tournaments.finish(job.id, job.order, RESULT);
    };
    const done = async (id: string) => (await store.tournaments.counts(id)).done;
    const taker = await store.tournaments.takeJobs({ quick: 1, slow: 1 }, play(store), '1+here');
    await waitUntil(async () => (await done(here)) + (await done(old)) === 2);
    expect((await store.tournaments.workers()).map(({ code }) => code)).toContain('1+here');
    expect(await store.tournaments.counts(pinned)).toMatchObject({ waiting: 2, done: 0 });
    const fitting = await other.tournaments.takeJobs({ quick: 1, slow: 1 }, play(other), '1+there');
    await waitUntil(async () => (await done(pinned)) === 2);
    await Promise.all([taker.stop(), fitting.stop()]);
  });

  test('a match that was put off says why, and is offered again', async () => {
    const { store } = stores();
    const id = await open([fixtureOf(0)]);
    let offered = 0;
    const taker = await store.tournaments.takeJobs({ quick: 1, slow: 1 }, async (job) => {
      if (job.id !== id) return;
      offered += 1;
      if (offered === 1) return store.tournaments.putOff(job, 'Nobody has it.', 0.5);
      expect(await store.tournaments.fixture(id, 0)).toMatchObject({ status: 'waiting', attempts: 0, fault: 'Nobody has it.' });
      expect(await store.tournaments.begin(id, 0)).toMatchObject({ fault: null });
      await store.tournaments.finish(id, 0, RESULT);
    });
    await waitUntil(async () => (await store.tournaments.counts(id)).done === 1);
    expect(offered).toBe(2);
    await taker.stop();
  });

  test('a match of a tournament that nobody holds is left to its workers', async () => {
    const { store } = stores();
    const fixture = fixtureOf(0);
    const id = await open([fixture]);
    await store.tournaments.begin(id, 0);
    await store.create(newMatch({ id: fixture.matchId }), OPENING);
    const orphans = async () => (await store.orphans(10_000)).map((match) => match.id);
    expect(await orphans()).not.toContain(fixture.matchId);
    await store.tournaments.setStatus(id, { from: ['running'], to: 'cancelled' });
    expect(await orphans()).toContain(fixture.matchId);
  });

  test('jobs of a process that died, and jobs that were lost, are taken by another', async () => {
    const { store, fresh } = stores();
    if (!fresh) return; // in memory nobody dies alone
    const { pool } = fresh.database;
    const id = await open([fixtureOf(0), fixtureOf(1)]);
    const stolen = await pool.query(`UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now() WHERE key = $1`, [
      `${id}:0`,
    ]);
    expect(stolen.rowCount).toBe(1);
    await pool.query(
      `INSERT INTO tournament_worker (id, takers, slots, seen_at) VALUES ('gone', '{dead}', 1, now() - interval '1 minute')`,
    );
    await pool.query(`DELETE FROM graphile_worker._private_jobs WHERE key = $1`, [`${id}:1`]);
    const taken: number[] = [];
    const taker = await store.tournaments.takeJobs({ quick: 2, slow: 1 }, async (job) => {
      if (job.id !== id || !(await store.tournaments.begin(id, job.order))) return;
      taken.push(job.order);
      await store.tournaments.finish(id, job.order, RESULT);
    });
    await waitUntil(async () => taken.length === 2);
    expect(new Set(taken)).toEqual(new Set([0, 1]));
    await taker.stop();
  });
});
