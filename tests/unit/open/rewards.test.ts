import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { observe } from '~/games/gpu-market/open/shared/observe';
import { autarkyProblem, worldOf } from '~/games/gpu-market/open/shared/plans/pairs';
import { bestPlan } from '~/games/gpu-market/open/shared/plans/plan';
import { potentialCents } from '~/games/gpu-market/open/shared/plans/potential';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { configOf } from './wild-play';

/** That rewards are the gain, and what else needs the optimum, `npm test` proves over three hundred matches (`tests/properties`). */
describe('the dense reward', () => {
  it('begins with a potential that is what standing alone is worth', () => {
    for (let seed = 0; seed < 20; seed++) {
      const config = configOf({ task_type: 'market_round', seed });
      playMatch(openMarket, config, {
        playerOf: () => () => ({ action_type: 'finish' }),
        watch: ({ events, state }) => {
          if (state.round_index > 0) return;
          for (const lab of Object.keys(state.labs)) {
            expect(potentialCents(observe(state, lab))).toBe(bestPlan(autarkyProblem(worldOf(events), lab, 0)).value);
          }
        },
      });
    }
  });
});
