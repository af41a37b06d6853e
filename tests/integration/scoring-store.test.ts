/** What every store promises of matches that wait for their scores: a world is solved by one process at a time, and a match is scored once. */
import { expect, test } from 'vitest';
import { MOST_SOLVES, type SolvedWorld } from '~/store/scoring/scoring-store';
import type { Entrant, FixtureResult, TournamentPlan } from '~/store/tournaments/tournament';
import type { NewFixture } from '~/store/tournaments/tournament-store';
import { waitUntil } from './support/runners';
import { onEveryStore } from './support/stores';

let made = 0;

const RESULT: FixtureResult = { seats: [], welfare: 7, efficiency: null, unrated: false, rounds: 3, logHash: 'sha256:0' };
const BOUNDS: SolvedWorld = { optimum_cents: 14.5, autarky_cents: { lab_0: 3 }, scale_cents: 2.25, gap: 0, by_clock: false };
const WISH = { hardFrom: 100, short: 5, hard: 5, forMs: 60_000 };

function nameOf(what: string): string {
  made += 1;
  return `${what}${process.pid}x${made}x${Math.random().toString(36).slice(2).replaceAll('o', 'p')}`;
}

onEveryStore((stores) => {
  /** Matches of one world of this size, all handed in. */
  async function handed(count: number, size: number): Promise<{ id: string; key: string; fixtures: NewFixture[] }> {
    const { store } = stores();
    const [id, key] = [nameOf('t'), nameOf('w')];
    const fixtures = Array.from({ length: count }, (_, order): NewFixture => {
      return { order, stage: 0, task: 'single_trade', world: 0, meeting: 'a', rotation: 0, seats: [], matchId: nameOf('m') };
    });
    const record = { id, plan: { name: id } as TournamentPlan, entrants: [{ name: 'a' } as Entrant], seasonId: null, code: '1' };
    await store.tournaments.create(record, fixtures);
    for (const { order } of fixtures) {
      await store.tournaments.begin(id, order);
      expect(await store.scoring.hand({ id, order }, { result: RESULT, world: { key, size } })).toBe(true);
    }
    return { id, key, fixtures };
  }

  test('a match that is handed in waits for its scores, shows none, and is not played again', async () => {
    const { store } = stores();
    const { id, key } = await handed(1, 10);
    expect(await store.scoring.hand({ id, order: 0 }, { result: RESULT, world: { key, size: 10 } })).toBe(false);
    expect(await store.tournaments.begin(id, 0)).toBeNull();
    await store.tournaments.fail({ id, order: 0 }, 'too late', true);
    expect(await store.tournaments.fixture(id, 0)).toMatchObject({ status: 'scoring', result: null, attempts: 0, fault: null });
    expect(await store.tournaments.counts(id)).toMatchObject({ scoring: 1, playing: 0, done: 0 });
  });

  test('one process solves a world, and every match of it is scored once', async () => {
    const { store, other } = stores();
    const { id, key, fixtures } = await handed(3, 10);
    const claimed = (await Promise.all([store.scoring.claim(WISH), other.scoring.claim(WISH)])).flat().filter((one) => one.key === key);
    expect(claimed).toMatchObject([{ key, size: 10 }]);
    expect(fixtures.map(({ matchId }) => matchId)).toContain(claimed[0]?.matchId);
    await store.scoring.solved(key, BOUNDS);
    const ready = (await other.scoring.ready(1_000)).filter((one) => one.id === id);
    expect(ready).toEqual(fixtures.map(({ order }) => ({ id, order, result: RESULT, bounds: BOUNDS })));
    for (const { order } of ready) {
      const finished = await Promise.all([store, other].map((one) => one.tournaments.finish(id, order, { ...RESULT, efficiency: 0.5 })));
      expect(finished.filter(Boolean)).toHaveLength(1);
    }
    expect((await store.scoring.ready(1_000)).filter((one) => one.id === id)).toEqual([]);
    expect((await other.scoring.claim(WISH)).some((one) => one.key === key)).toBe(false);
  });

  test('small worlds come first, and hard ones are counted apart', async () => {
    const { store } = stores();
    const [large, small, hard] = [await handed(1, 90), await handed(1, 20), await handed(1, 500)];
    const mine = new Set([large.key, small.key, hard.key]);
    await drain(mine);
    const first = await store.scoring.claim({ ...WISH, short: 1, hard: 0 });
    expect(first.map(({ key }) => key)).toEqual([small.key]);
    const rest = await store.scoring.claim({ ...WISH, short: 1, hard: 1 });
    expect(new Set(rest.map(({ key }) => key))).toEqual(new Set([large.key, hard.key]));
  });

  test('a claim that nobody renews is free again, and so is one that is given back', async () => {
    const { store, other } = stores();
    const { key } = await handed(1, 10);
    const mine = async (process: typeof store, forMs: number) =>
      (await process.scoring.claim({ ...WISH, forMs })).some((one) => one.key === key);
    expect(await mine(store, 60_000)).toBe(true);
    expect(await mine(other, 1)).toBe(false);
    await store.scoring.release([key]);
    expect(await mine(other, 1)).toBe(true);
    await waitUntil(() => mine(store, 60_000));
    await store.scoring.renew([key], 60_000);
    expect(await mine(other, 1)).toBe(false);
  });

  test('a world that cannot be solved fails its matches the third time, with the reason', async () => {
    const { store } = stores();
    const { id, key } = await handed(2, 10);
    for (let n = 1; n <= MOST_SOLVES; n += 1) {
      expect((await store.scoring.claim(WISH)).some((one) => one.key === key)).toBe(true);
      expect(await store.scoring.broke(key, 'no solver')).toEqual(n < MOST_SOLVES ? [] : [id]);
    }
    expect(await store.tournaments.fixtures(id)).toMatchObject([0, 1].map(() => ({ status: 'failed', fault: 'no solver', attempts: 1 })));
    expect(await store.tournaments.retryFailed(id)).toBe(2);
  });

  /** Worlds of other tests are somebody's. */
  async function drain(mine: ReadonlySet<string>): Promise<void> {
    const all = await stores().store.scoring.claim({ ...WISH, short: 1_000, hard: 1_000 });
    await stores().store.scoring.release(all.flatMap(({ key }) => (mine.has(key) ? [key] : [])));
  }
});
