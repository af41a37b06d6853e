import { describe, expect, it } from 'vitest';
import { type Chooser, playMatch } from '~/engine/memory-run';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { greedyTurn } from '~/games/gpu-market/open/shared/players/greedy';
import { randomAction } from '~/games/gpu-market/open/shared/players/random';
import { openDraws, STREAMS } from '~/games/gpu-market/open/shared/world';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { configOf } from './wild-play';

type PlayerOf = (seat: string, seed: number) => Chooser<OpenObservation>;

const PLAYERS: Record<string, PlayerOf> = {
  random: (seat, seed) => {
    const draws = openDraws({ seed }, [STREAMS.house, Number(seat.slice(4))]);
    return (observation) => randomAction(observation, draws);
  },
  greedy: () => greedyTurn,
};

const SEEDS = [40000, 40001, 40002, 40003];

/** That each gains more than the one before it is a test of `npm test` (`tests/properties/open-gains.test.ts`). */
describe('policies of ruleset open', () => {
  it('greedy and random are refused nothing that they could have known', () => {
    const unseen = [
      'inactive_offer',
      'invalid_offered_block',
      'invalid_requested_block',
      'budget_overspend',
      'insufficient_capacity',
      'idle_block',
      'below_reserve',
      'inactive_coalition',
      'unowned_block',
      'target_does_not_own_block',
      'empty_offer',
      'unavailable_block',
      'not_coalition_member',
      'condition_broken',
      'unpledged_job',
      'unpledged_block',
      'pledged_block',
    ];
    for (const seed of SEEDS) {
      const config = configOf({ task_type: 'coalition_market', seed });
      for (const name of ['greedy', 'random']) {
        const { events } = playMatch(openMarket, config, { playerOf: (seat) => PLAYERS[name]?.(seat, seed) ?? (() => []) });
        for (const event of events) {
          if (event.type === 'action_resolved' && !event.result.ok)
            expect(name === 'greedy' ? [] : unseen, event.result.message).toContain(event.result.code);
        }
      }
    }
  });
});
