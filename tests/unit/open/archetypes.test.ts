import { describe, expect, it } from 'vitest';
import { copyState } from '~/games/gpu-market/open/copy';
import { decide } from '~/games/gpu-market/open/decide';
import { evolve } from '~/games/gpu-market/open/evolve';
import { factsFor, observe } from '~/games/gpu-market/open/observe';
import { openMarket } from '~/games/gpu-market/open/open';
import { potentialCents } from '~/games/gpu-market/open/potential';
import type { OpenState } from '~/games/gpu-market/open/state';
import { archetypeOf, archetypeTurn } from '~/policies/open/archetypes';
import { playOpen } from '~/policies/open/play-open';
import { venturePlannerTurn } from '~/policies/open/venture';
import { configOf, wildPlayer } from './wild-play';

/** What a deal is worth to who takes it, with nobody else moving: its potential after against before, in cents. */
function worthOfTaking(state: OpenState, seat: string, offerId: string): number | null {
  let after = copyState(state);
  after.turns = {};
  const before = potentialCents(factsFor(after, seat));
  for (const event of decide(after, seat, { action_type: 'accept_offer', offer_id: offerId })) after = evolve(after, event);
  for (const event of openMarket.lapse(after)) {
    after = evolve(after, event);
    if (event.type === 'offer_accepted') return potentialCents(factsFor(after, seat)) - before;
  }
  return null;
}

describe('house labs', () => {
  it('cycle from lab_1', () => {
    expect(['lab_1', 'lab_2', 'lab_5', 'lab_6'].map(archetypeOf)).toEqual(['cooperative', 'selfish', 'retaliatory', 'cooperative']);
  });

  it('take no deal that leaves them worse off by their own plan, whatever is offered to them', { timeout: 60_000 }, () => {
    let taken = 0;
    for (let seed = 40000; seed < 40006; seed++) {
      const config = configOf({ task_type: 'coalition_market', seed, labs: 6, rounds: 8 });
      // lab_0 offers them anything; the others are one house lab of each kind.
      playOpen(
        config,
        (seat) => (seat === 'lab_0' ? wildPlayer(seed, seat) : (observation) => archetypeTurn(observation, archetypeOf(seat))),
        ({ state }) => {
          for (const seat of openMarket.toAct(state).filter((lab) => lab !== 'lab_0')) {
            const accept = archetypeTurn(observe(state, seat), archetypeOf(seat)).find((action) => action.action_type === 'accept_offer');
            if (accept?.offer_id === undefined) continue;
            const worth = worthOfTaking(state, seat, accept.offer_id);
            if (worth === null) continue;
            taken += 1;
            expect(worth, `${seat} takes ${accept.offer_id}`).toBeGreaterThan(0);
          }
        },
      );
    }
    expect(taken).toBeGreaterThan(20);
  });
});

describe('planners in a venture of all', () => {
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
