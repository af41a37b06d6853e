import { describe, expect, it } from 'vitest';
import { type Chooser, playMatch } from '~/engine/memory-run';
import { solveProgramme } from '~/engine/solver';
import { booksOf } from '~/games/gpu-market/open/shared/books/conservation';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { optimumOf, scoreFrom } from '~/games/gpu-market/open/shared/optimum/score';
import { worldOf } from '~/games/gpu-market/open/shared/plans/pairs';
import { greedyTurn } from '~/games/gpu-market/open/shared/players/greedy';
import { plannerTurn } from '~/games/gpu-market/open/shared/players/planner';
import { randomAction } from '~/games/gpu-market/open/shared/players/random';
import { openDraws, STREAMS } from '~/games/gpu-market/open/shared/world';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { configOf } from '../unit/open/wild-play';

type PlayerOf = (seat: string, seed: number) => Chooser<OpenObservation>;

const PLAYERS: Record<string, PlayerOf> = {
  wait: () => () => [],
  random: (seat, seed) => {
    const draws = openDraws({ seed }, [STREAMS.house, Number(seat.slice(4))]);
    return (observation) => randomAction(observation, draws);
  },
  greedy: () => greedyTurn,
  planner: () => plannerTurn,
};

const SEEDS = [40000, 40001, 40002, 40003, 40004, 40005, 40006, 40007];

describe('policies of ruleset open', () => {
  it('wait < random < greedy < planner in mean gain, everybody alike', { timeout: 900_000 }, async () => {
    const means: Record<string, number> = {};
    for (const seed of SEEDS) {
      const config = configOf({ task_type: 'market_round', seed });
      let best: Awaited<ReturnType<typeof optimumOf>> | null = null;
      for (const [name, playerOf] of Object.entries(PLAYERS)) {
        const { events } = playMatch(openMarket, config, { playerOf: (seat) => playerOf(seat, seed) });
        const world = worldOf(events);
        best ??= await optimumOf(world, solveProgramme);
        const gains = Object.values(scoreFrom(world, { best, books: booksOf(events) }).gain);
        means[name] = (means[name] ?? 0) + gains.reduce((sum, gain) => sum + gain, 0) / gains.length / SEEDS.length;
      }
    }
    const { wait = 0, random = 0, greedy = 0, planner = 0 } = means;
    expect(wait).toBeLessThan(random);
    expect(random).toBeLessThan(greedy);
    expect(greedy).toBeLessThan(planner);
    expect(planner).toBeGreaterThan(0.1);
  });
});
