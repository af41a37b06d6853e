import { describe, expect, it } from 'vitest';
import { askPolicy } from '~/contract/ask-policy';
import { seedAt } from '~/engine/play-series';
import { parseConfig } from '../config';
import type { BazaarEvent } from '../events';
import { imbalanceOf } from '../ledger';
import { inPlace } from '../match';
import { openBazaar } from '../open';
import { DenseTeller } from '../score/dense';
import { duel } from '../series';
import { twinOf } from '../twin';
import type { BazaarConfig } from '../types';
import { allPolicies } from './all';
import { farming } from './farmers';
import { planner } from './planner';
import { type BazaarPolicy, house, linear } from './policies';

function configOf(task_type: string, seed: number): BazaarConfig {
  const read = parseConfig({ task_type, seed });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

function played(config: BazaarConfig, policyOf: (seat: string) => BazaarPolicy) {
  const run = inPlace(config);
  for (let awaited = openBazaar.toAct(run.state); awaited.length > 0; awaited = openBazaar.toAct(run.state))
    for (const { seat, move } of awaited.map((one) => ({
      seat: one,
      move: askPolicy(openBazaar, policyOf(one), { state: run.state, seat: one }),
    })))
      run.play(seat, move);
  return run.state;
}

describe('scripted players', () => {
  it('but the one by chance never lose, and money in equals money out, to the hundredth', () => {
    for (const policy of allPolicies())
      for (const task of ['haggle', 'stall', 'bazaar', 'bulk']) {
        const state = played(configOf(task, 31), () => policy);
        expect([policy.id, task, imbalanceOf(state)]).toEqual([policy.id, task, 0]);
        const losses = Object.values(state.seats).filter(({ profit }) => profit < -1e-9);
        if (policy.id !== 'random') expect([policy.id, task, losses.map(({ seat }) => seat)]).toEqual([policy.id, task, []]);
      }
  });

  it('play the same match again, house seats from their own streams', () => {
    const [one, other] = [1, 2].map(() => JSON.stringify(played(configOf('bazaar', 12), () => house)));
    expect(one).toBe(other);
  });

  it('of which the planner gains more than the one that keeps to the clock', () => {
    let lead = 0;
    for (let seed = 0; seed < 25; seed += 1)
      for (const seat of ['seller_0', 'buyer_0']) {
        const config = configOf('haggle', seed);
        const profit = (policy: BazaarPolicy) => played(config, (one) => (one === seat ? policy : house)).seats[seat]?.profit ?? 0;
        lead += profit(planner) - profit(linear);
      }
    expect(lead).toBeGreaterThan(0);
  });
});

it('the dense reward adds up to the profit, and each round to its columns', () => {
  for (const task of ['haggle', 'bazaar', 'bulk'])
    for (const seat of ['seller_0', 'buyer_0']) {
      const teller = new DenseTeller(seat);
      const config = configOf(task, 4);
      let state = null as ReturnType<typeof openBazaar.copy> | null;
      const hear = (events: readonly BazaarEvent[]) => {
        for (const event of events) {
          teller.hear(event);
          state = openBazaar.evolve(state, structuredClone(event));
        }
      };
      hear(openBazaar.open(config));
      while (state !== null && openBazaar.toAct(state).length > 0) {
        const [one = ''] = openBazaar.toAct(state);
        hear(openBazaar.decide(state, one, askPolicy(openBazaar, linear, { state, seat: one })));
      }
      const total = teller.rounds.reduce((sum, round) => sum + round.total, 0);
      expect(total).toBeCloseTo(
        openBazaar.outcome(state as never).scores[seat] === undefined
          ? -1
          : ((state as never as { seats: Record<string, { profit: number }> }).seats[seat]?.profit ?? -1),
        4,
      );
    }
});

describe('a duel', () => {
  it('plays a twin world where somebody remembers: another listing, of the same pool', () => {
    for (const seed of [3, 9, 50_004]) {
      const config = configOf('haggle', seed);
      const twin = twinOf(config);
      const listing = (one: BazaarConfig) => played(one, () => linear).world.listing;
      expect(listing(twin).id).not.toBe(listing(config).id);
      expect(listing(twin).held_out).toBe(listing(config).held_out);
      expect(twinOf(config)).toEqual(twin);
    }
  });

  it('exchanges sides, in the same world for players without memory', () => {
    const config = configOf('haggle', 3);
    const first = duel.next(config, [], { players: [{ memory: false }, { memory: false }], seedAt });
    const second = duel.next(config, [{ config, seats: first?.seats ?? {}, scores: {} }], {
      players: [{ memory: false }, { memory: false }],
      seedAt,
    });
    expect([first?.seats, second?.seats]).toEqual([
      { seller_0: 0, buyer_0: 1 },
      { seller_0: 1, buyer_0: 0 },
    ]);
    expect(second?.config).toEqual(config);
  });
});

it('no habit gains anything but by deals', async () => {
  const trials = farming.farmers.map(({ id }) => ({ farmer: id, base: 'linear', others: 'house' }));
  const sums = trials.map(() => 0);
  for (let seed = 0; seed < 12; seed += 1) {
    const found = await farming.measure(configOf('stall', seed), trials, null as never);
    for (const [at, { difference }] of found.entries()) sums[at] = (sums[at] ?? 0) + difference / 12;
  }
  for (const id of ['idle_offers', 'repeater', 'talker', 'refuser'])
    expect([id, sums[trials.findIndex(({ farmer }) => farmer === id)]]).toEqual([id, 0]);
});
