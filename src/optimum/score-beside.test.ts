import { afterAll, describe, expect, it } from 'vitest';
import { parseOpenConfig } from '~/games/gpu-market/open/config';
import { open } from '~/games/gpu-market/open/decide';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { worldOf } from '~/games/gpu-market/open/pairs';
import { NO_BOOKS, scoreOf } from './score';
import { closeSolvers, type ScoreOrder, Solvers, scoreBeside } from './score-beside';

function playedAt(raw: object): OpenEvent[] {
  const config = parseOpenConfig(raw);
  if (!config.ok) throw new Error(config.why);
  const events = open(config.value);
  const profits_cents = Object.fromEntries(Array.from({ length: config.value.labs }, (_, i) => [`lab_${i}`, 1000 * i]));
  return [...events, { type: 'match_ended', round_index: config.value.rounds - 1, profits_cents }];
}

const orderOf = (seed: number, limitSeconds = 10): ScoreOrder => ({
  world: worldOf(playedAt({ task_type: 'market_round', seed })),
  books: NO_BOOKS,
  limitSeconds,
});

describe('the score beside a match', { timeout: 60_000 }, () => {
  afterAll(closeSolvers);

  it('is the score, and this thread goes on meanwhile', async () => {
    const events = playedAt({ task_type: 'coalition_market', seed: 6 }); // solved long before its limit, on a busy machine too;
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const beside = await scoreBeside(events);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
    expect(beside).toEqual(await scoreOf(events));
    expect(beside.rated).toBe(false); // the books of these made-up events do not balance
  });

  it('comes for many at once, with fewer threads, whatever is solved first', async () => {
    const solvers = new Solvers({ threads: 2 });
    const scores = await Promise.all([5, 6, 7, 8, 9].map((seed) => solvers.score(orderOf(seed))));
    expect(scores.map((score) => score.rated)).toEqual([true, true, true, true, true]);
    expect(new Set(scores.map((score) => score.optimum_cents)).size).toBe(5);
    await solvers.close();
  });

  it('a hard world stops nobody: short solves are done first, and beside it', async () => {
    const solvers = new Solvers({ threads: 1 });
    const done: string[] = [];
    const note = (name: string, order: ScoreOrder) => solvers.score(order).then(() => done.push(name));
    const hard = { world: worldOf(playedAt({ task_type: 'grand_market', seed: 2, labs: 40 })), books: NO_BOOKS, limitSeconds: 600 };
    const eight = { world: worldOf(playedAt({ task_type: 'market_round', seed: 1, labs: 8 })), books: NO_BOOKS, limitSeconds: 60 };
    const late = expect(note('hard', hard)).rejects.toThrow('closed'); // minutes of a core: the others do not wait for it
    await Promise.all([note('first', orderOf(1, 60)), note('eight labs', eight), note('short', orderOf(2, 60))]);
    expect(done).toEqual(['first', 'short', 'eight labs']);
    await solvers.close();
    await late;
  });

  it('tells its gap where the limit strikes', async () => {
    const solvers = new Solvers({ threads: 1 });
    const world = worldOf(playedAt({ task_type: 'grand_market', seed: 2, labs: 40 }));
    const score = await solvers.score({ world, books: NO_BOOKS, limitSeconds: 0.05 });
    expect(score.gap).toBeGreaterThan(0.01);
    expect(score.rated).toBe(false);
    await solvers.close();
  });

  it('fails for who waits when a thread says nothing in its time, and works for the next', async () => {
    const solvers = new Solvers({ threads: 1, graceMs: -10_000 });
    const late = solvers.score(orderOf(1));
    const next = solvers.score({ ...orderOf(1), limitSeconds: 40 });
    await expect(late).rejects.toThrow('did not answer in its time');
    expect((await next).rated).toBe(true);
    await solvers.close();
  });

  it('fails for who waits when it is closed, and when the order cannot be worked out', async () => {
    const solvers = new Solvers({ threads: 1 });
    const broken = { ...orderOf(1), world: { opened: { ...orderOf(1).world.opened, labs: [{}] }, shocks: [] } } as unknown as ScoreOrder;
    await expect(solvers.score(broken)).rejects.toThrow();
    const waiting = [solvers.score(orderOf(1)), solvers.score(orderOf(2))].map((score) => expect(score).rejects.toThrow('closed'));
    await solvers.close();
    await Promise.all(waiting);
  });

  it('starts a new thread after an idle one has ended', async () => {
    const solvers = new Solvers({ threads: 1, idleMs: 1 });
    expect((await solvers.score(orderOf(1))).rated).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await solvers.score(orderOf(2))).rated).toBe(true);
    await solvers.close();
  });

  it('needs a match that is over', async () => {
    await expect(scoreBeside(playedAt({ seed: 1 }).slice(0, 1))).rejects.toThrow('over');
  });
});
