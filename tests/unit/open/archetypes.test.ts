import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenAction } from '~/games/gpu-market/open/actions';
import { MAX_SEED } from '~/games/gpu-market/open/config';
import { copyState } from '~/games/gpu-market/open/copy';
import { decide } from '~/games/gpu-market/open/decide';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { evolve } from '~/games/gpu-market/open/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { factsFor, observe } from '~/games/gpu-market/open/observe';
import { openMarket } from '~/games/gpu-market/open/open';
import { potentialCents } from '~/games/gpu-market/open/potential';
import type { OpenState } from '~/games/gpu-market/open/state';
import { ARCHETYPES } from '~/games/gpu-market/types';
import { archetypeOf, archetypeTurn } from '~/policies/open/archetypes';
import { plannerTurn } from '~/policies/open/planner';
import { playOpen } from '~/policies/open/play-open';
import { venturePlannerTurn } from '~/policies/open/venture';
import { configOf, wildPlayer } from './wild-play';

/** What each of these deals adds when they are taken one after the other and nobody else moves: potential after less before, in cents. */
function worthOfTaking(state: OpenState, seat: string, offerIds: readonly string[]): number[] {
  let after = copyState(state);
  after.turns = {};
  let before = potentialCents(factsFor(after, seat));
  const turn = offerIds.map((offer_id) => ({ action_type: 'accept_offer', offer_id }));
  for (const event of decide(after, seat, turn)) after = evolve(after, event);
  const worth: number[] = [];
  for (const event of openMarket.lapse(after)) {
    after = evolve(after, event);
    if (event.type !== 'offer_accepted') continue;
    const now = potentialCents(factsFor(after, seat));
    worth.push(now - before);
    before = now;
  }
  return worth;
}

/** All who bargain; none may be talked into a deal at a loss. */
const TRADERS: Record<string, (observation: OpenObservation) => OpenAction[]> = {
  planner: plannerTurn,
  planner_with_coalitions: venturePlannerTurn,
  ...Object.fromEntries(ARCHETYPES.map((kind) => [kind, (observation: OpenObservation) => archetypeTurn(observation, kind)])),
};

const anyTable = fc.record({
  seed: fc.nat(MAX_SEED),
  labs: fc.integer({ min: 2, max: 6 }),
  rounds: fc.integer({ min: 4, max: 9 }),
  task_type: fc.constantFrom('market_round', 'coalition_market'),
});

describe('house labs', () => {
  it('cycle from lab_1', () => {
    expect(['lab_1', 'lab_2', 'lab_5', 'lab_6'].map(archetypeOf)).toEqual(['cooperative', 'selfish', 'retaliatory', 'cooperative']);
  });

  it.each(Object.entries(TRADERS))(
    '%s takes no deal that leaves it worse off by its own plan, in any world',
    { timeout: 60_000 },
    (_, turnOf) => {
      let taken = 0;
      fc.assert(
        fc.property(anyTable, (table) => {
          // lab_0 plays it; every other lab offers anything at all, and moves things about by chance.
          const config = configOf({ ...table, shocks: Math.min(2, table.rounds - 1) });
          playOpen(
            config,
            (seat) => (seat === 'lab_0' ? turnOf : wildPlayer(table.seed, seat)),
            ({ state }) => {
              if (!openMarket.toAct(state).includes('lab_0')) return;
              const turn = turnOf(observe(state, 'lab_0'));
              const offers = turn.flatMap((action) => (action.action_type === 'accept_offer' ? [action.offer_id ?? ''] : []));
              const worth = worthOfTaking(state, 'lab_0', offers);
              taken += worth.length;
              for (const cents of worth) expect(cents, `${offers.join()} in round ${state.round_index}`).toBeGreaterThan(0);
            },
          );
        }),
        { numRuns: 60, seed: 11 },
      );
      expect(taken).toBeGreaterThan(10);
    },
  );
});

describe('planners in a venture of all', () => {
  it('gain more than they do without it, in the mean of some worlds', { timeout: 60_000 }, () => {
    const profits = { alone: 0, together: 0 };
    for (let seed = 40000; seed < 40010; seed++) {
      const config = configOf({ task_type: 'coalition_market', seed });
      profits.alone += profitOf(playOpen(config, () => plannerTurn).events);
      profits.together += profitOf(playOpen(config, () => venturePlannerTurn).events);
    }
    expect(profits.together).toBeGreaterThan(1.02 * profits.alone);
  });

  it('carry out joint plans that make at least what their members asked', { timeout: 60_000 }, () => {
    let plans = 0;
    for (let seed = 40000; seed < 40006; seed++) {
      const { events } = playOpen(configOf({ task_type: 'coalition_market', seed }), () => venturePlannerTurn);
      for (const event of events) {
        if (event.type !== 'plan_executed') continue;
        plans += 1;
        expect(event.total_cents).toBeGreaterThanOrEqual(event.reserves_cents);
        expect(event.shares.reduce((sum, share) => sum + share.share, 0)).toBeCloseTo(1, 9);
      }
    }
    expect(plans).toBeGreaterThan(5);
  });
});

function profitOf(events: readonly OpenEvent[]): number {
  const ended = events.at(-1);
  if (ended?.type !== 'match_ended') throw new Error('the match did not end');
  return Object.values(ended.profits_cents).reduce((sum, cents) => sum + cents, 0);
}
