import { afterAll, describe, expect, it } from 'vitest';
import { Explanations } from '~/api/match/explain';
import { means } from '~/engine/means';
import { playMatch } from '~/engine/memory-run';
import { closeThreads } from '~/engine/threads';
import { explainMatch } from '~/games/gpu-market/open/explain/explain-match';
import { house, plannerWithCoalitions } from '~/games/gpu-market/open/players/policies';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { configOf, wildPlayer } from '../open/wild-play';

const sum = (parts: Record<string, number>) => Object.values(parts).reduce((all, one) => all + one, 0);

describe('a match explained', { timeout: 900_000 }, () => {
  afterAll(closeThreads);

  it.each([
    ['house labs', { task_type: 'market_round', seed: 5, judge_mode: 'rule' }, () => house.choose],
    [
      'planners in a venture',
      { task_type: 'coalition_market', labs: 4, rounds: 8, shocks: 2, seed: 3 },
      () => plannerWithCoalitions.choose,
    ],
    ['wild play', { task_type: 'market_round', seed: 9 }, (seat: string) => wildPlayer(4, seat)],
  ])('has both accounts add up for every seat: %s', async (_, raw, playerOf) => {
    const { events, state } = playMatch(openMarket, configOf(raw), { playerOf: playerOf });
    const reading = await explainMatch(events, means);
    if (!reading.ok) throw new Error(reading.why);
    const explained = reading.value;
    expect(explained.seats.map((one) => one.seat)).toEqual(Object.keys(state.labs));
    for (const one of explained.seats) {
      const lab = state.labs[one.seat];
      expect([one.start_cents, one.end_cents]).toEqual([lab?.start_cents, lab?.budget_cents]);
      expect(sum(one.parts)).toBe(one.profit_cents);
      expect(sum(one.columns)).toBeCloseTo(one.profit_cents - one.autarky_cents, 6);
      expect(one.gain * one.scale_cents).toBeCloseTo(one.profit_cents - one.autarky_cents, 6);
    }
    const { efficiency } = explained;
    expect(efficiency.efficiency).toBeCloseTo(efficiency.profit_cents / efficiency.optimum_cents, 9);
    expect(efficiency.unrated).toBe(efficiency.gap > 0.01 ? 'gap' : null);
    expect(JSON.parse(JSON.stringify(explained))).toEqual(explained);
  });

  it('is of no branch, and of no match that is not over', async () => {
    const { events } = playMatch(openMarket, configOf({ task_type: 'single_trade', seed: 1 }), { playerOf: () => house.choose });
    await expect(explainMatch(events.slice(0, -1), means)).rejects.toThrow('not over');
    expect(await explainMatch(events.slice(1), means)).toMatchObject({ ok: false, why: expect.stringContaining('fork') as string });
  });
});

describe('explanations that were asked for', () => {
  const nothing = { rounds: 0, seats: [], plans: [] };

  it('are worked out once, also when two ask at once, and kept up to a number', async () => {
    const shelf = new Explanations(2);
    let worked = 0;
    const ask = (id: string) =>
      shelf.of(id, async () => {
        worked += 1;
        return nothing;
      });
    await Promise.all([ask('a'), ask('a'), ask('b')]);
    expect(worked).toBe(2);
    await ask('a');
    await ask('c');
    await ask('a');
    expect(worked).toBe(3);
    await ask('b');
    expect(worked).toBe(4);
  });

  it('that failed are asked for anew', async () => {
    const shelf = new Explanations();
    await expect(shelf.of('a', () => Promise.reject(new Error('the solver is gone')))).rejects.toThrow('the solver is gone');
    await expect(shelf.of('a', () => Promise.resolve(nothing))).resolves.toBe(nothing);
  });
});
