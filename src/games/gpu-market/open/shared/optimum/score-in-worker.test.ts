import { afterEach, describe, expect, it } from 'vitest';
import { means } from '~/engine/means';
import { closeThreads, TookTooLong } from '~/engine/threads';
import { open } from '../../v1/decide';
import { parseOpenConfig } from '../config';
import type { OpenEvent } from '../events';
import { worldOf } from '../plans/pairs';
import { NO_BOOKS, scoreOf } from './score';
import { SCORE, type ScoreOrder, scoreInWorker } from './score-in-worker';

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

describe('the score on a thread', { timeout: 900_000 }, () => {
  afterEach(closeThreads);

  it('is the score, and this thread goes on meanwhile', async () => {
    const events = playedAt({ task_type: 'coalition_market', seed: 6 }); // solved long before the time limit, even on a busy machine
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const found = await scoreInWorker(events, means);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
    expect(found).toEqual(await scoreOf(events, means.solve));
    expect(found.rated).toBe(false); // the books of these made-up events do not balance
  });

  it('comes for many at once, with fewer threads, whatever is solved first', async () => {
    const scores = await Promise.all([5, 6, 7, 8, 9].map((seed) => means.run(SCORE, orderOf(seed))));
    expect(scores.map((score) => score.rated)).toEqual([true, true, true, true, true]);
    expect(new Set(scores.map((score) => score.optimum_cents)).size).toBe(5);
  });

  it('a hard world stops nobody: short solves are done first, while it is solved', async () => {
    const done: string[] = [];
    const onOne = { ...SCORE, threads: 1 };
    const note = (name: string, order: ScoreOrder) => means.run(onOne, order).then(() => done.push(name));
    const hard = { world: worldOf(playedAt({ task_type: 'grand_market', seed: 2, labs: 40 })), books: NO_BOOKS, limitSeconds: 600 };
    const eight = { world: worldOf(playedAt({ task_type: 'market_round', seed: 1, labs: 8 })), books: NO_BOOKS, limitSeconds: 60 };
    const late = expect(note('hard', hard)).rejects.toThrow('closed'); // takes minutes of a core; the others must not wait for it
    await Promise.all([note('first', orderOf(1, 60)), note('eight labs', eight), note('short', orderOf(2, 60))]);
    expect(done).toEqual(['first', 'short', 'eight labs']);
    await closeThreads();
    await late;
  });

  it('tells its gap where the limit strikes', async () => {
    const world = worldOf(playedAt({ task_type: 'grand_market', seed: 2, labs: 40 }));
    const score = await means.run(SCORE, { world, books: NO_BOOKS, limitSeconds: 0.05 });
    expect(score.gap).toBeGreaterThan(0.01);
    expect(score.rated).toBe(false);
  });

  it('fails for who waits when a thread says nothing in its time, and works for the next', async () => {
    const hasty = { ...SCORE, threads: 1, limitMs: ({ limitSeconds }: ScoreOrder) => limitSeconds * 1000 - 10_000 };
    const late = means.run(hasty, orderOf(1));
    const next = means.run(hasty, { ...orderOf(1), limitSeconds: 40 });
    await expect(late).rejects.toBeInstanceOf(TookTooLong);
    expect((await next).rated).toBe(true);
  });

  it('fails for who waits when it is closed, and when the order cannot be worked out', async () => {
    const broken = { ...orderOf(1), world: { opened: { ...orderOf(1).world.opened, labs: [{}] }, shocks: [] } } as unknown as ScoreOrder;
    await expect(means.run({ ...SCORE, size: () => 1 }, broken)).rejects.toThrow();
    const waiting = [means.run(SCORE, orderOf(1)), means.run(SCORE, orderOf(2))].map((score) => expect(score).rejects.toThrow('closed'));
    await closeThreads();
    await Promise.all(waiting);
  });

  it('needs a match that is over', async () => {
    await expect(scoreInWorker(playedAt({ seed: 1 }).slice(0, 1), means)).rejects.toThrow('over');
  });
});
