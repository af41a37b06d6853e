import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { plannerTurn } from '~/games/gpu-market/open/shared/players/planner';
import { venturePlannerTurn } from '~/games/gpu-market/open/shared/players/venture';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { proveTraders } from '../unit/open/prove-traders';
import { configOf } from '../unit/open/wild-play';

proveTraders({ seed: 14, matches: 40, minutes: 10 });

describe('planners in a venture of all', () => {
  it('gain more than they do without it, in the mean of some worlds', { timeout: 900_000 }, () => {
    const profits = { alone: 0, together: 0 };
    for (let seed = 40000; seed < 40010; seed++) {
      const config = configOf({ task_type: 'coalition_market', seed });
      profits.alone += profitOf(playMatch(openMarket, config, { playerOf: () => plannerTurn }).events);
      profits.together += profitOf(playMatch(openMarket, config, { playerOf: () => venturePlannerTurn }).events);
    }
    expect(profits.together).toBeGreaterThan(1.02 * profits.alone);
  });
});

function profitOf(events: readonly OpenEvent[]): number {
  const ended = events.at(-1);
  if (ended?.type !== 'match_ended') throw new Error('the match did not end');
  return Object.values(ended.profits_cents).reduce((sum, cents) => sum + cents, 0);
}
