import { describe, expect, it } from 'vitest';
import { autarkyProblem, worldOf } from '~/games/gpu-market/open/pairs';
import { bestPlan } from '~/games/gpu-market/open/plan';
import {
  bondCycler,
  coalitionFormer,
  type Farmer,
  feeder,
  keywordPitcher,
  repeater,
  splitter,
  swindler,
  washTrader,
} from '~/policies/open/farmers';
import { greedyTurn } from '~/policies/open/greedy';
import { plannerTurn } from '~/policies/open/planner';
import { type OpenPlayer, playOpen } from '~/policies/open/play-open';
import { configOf } from './wild-play';

const PAIRS: [string, (partner: string) => Farmer][] = [
  ['coalition former', () => coalitionFormer],
  ['keyword pitcher', () => keywordPitcher],
  ['splitter', () => splitter],
  ['repeater', () => repeater],
  ['wash traders', washTrader],
  ['feeder', feeder],
  ['bond cycler', bondCycler],
];

/** What lab_0 and lab_1 earn together. */
function earned(seed: number, playerOf: (seat: string) => OpenPlayer) {
  const config = configOf({ task_type: 'coalition_market', labs: 4, rounds: 9, shocks: 2, seed, judge_mode: 'rule' });
  const { events, state } = playOpen(config, playerOf);
  const profit = ['lab_0', 'lab_1'].map((lab) => (state.labs[lab]?.budget_cents ?? 0) - (state.labs[lab]?.start_cents ?? 0));
  return { world: worldOf(events), both: profit.reduce((sum, one) => sum + one, 0), profit };
}

const partnerOf = (seat: string) => (seat === 'lab_0' ? 'lab_1' : 'lab_0');
const isPair = (seat: string) => seat === 'lab_0' || seat === 'lab_1';

describe('farmers', () => {
  it.each(PAIRS)('%s: alone or as a pair, without allocations exactly nothing', (_, farmer) => {
    for (let seed = 0; seed < 8; seed++) {
      expect(earned(seed, (seat) => (isPair(seat) ? farmer(partnerOf(seat)) : () => [])).both).toBe(0);
    }
  });

  it.each(PAIRS.slice(0, 4))('%s: with its own allocations exactly what those earn, never above autarky', (_, farmer) => {
    for (let seed = 0; seed < 8; seed++) {
      const plain = earned(seed, (seat) => (seat === 'lab_0' ? greedyTurn : () => []));
      const grafted = earned(seed, (seat) => (seat === 'lab_0' ? withAllocations(farmer('lab_1')) : () => []));
      expect(grafted.profit[0]).toBe(plain.profit[0]);
      expect(grafted.profit[0]).toBeLessThanOrEqual(bestPlan(autarkyProblem(grafted.world, 'lab_0')).value);
    }
  });

  it('swindler: no planner makes it a gift', () => {
    for (let seed = 0; seed < 6; seed++) {
      const gifts = earned(seed, (seat) => (seat === 'lab_0' ? beggarsOnly : plannerTurn));
      expect(gifts.profit[0]).toBe(0);
    }
  });
});

/** The farmer's moves after the greedy ones, as far as a turn has room. */
function withAllocations(farmer: Farmer): OpenPlayer {
  return (observation) => [...greedyTurn(observation), ...farmer(observation)];
}

const beggarsOnly: OpenPlayer = (observation) => swindler(observation).filter((action) => action.target_lab_id !== undefined);
