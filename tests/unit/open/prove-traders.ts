/** That nobody who bargains is talked into a deal at a loss, in as many worlds as a tier has time for. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import type { OpenAction } from '~/games/gpu-market/open/shared/actions';
import { MAX_SEED } from '~/games/gpu-market/open/shared/config';
import { copyState } from '~/games/gpu-market/open/shared/copy';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { factsFor, observe } from '~/games/gpu-market/open/shared/observe';
import { potentialCents } from '~/games/gpu-market/open/shared/plans/potential';
import { archetypeTurn } from '~/games/gpu-market/open/shared/players/archetypes';
import { plannerTurn } from '~/games/gpu-market/open/shared/players/planner';
import { venturePlannerTurn } from '~/games/gpu-market/open/shared/players/venture';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { decide } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { ARCHETYPES } from '~/games/gpu-market/types';
import type { Amount } from './prove';
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

/** All who bargain. */
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

export function proveTraders({ seed, matches, minutes }: Amount): void {
  it.each(Object.entries(TRADERS))(
    `%s takes no deal that leaves it worse off by its own plan: ${matches} worlds`,
    { timeout: minutes * 60_000 },
    (_, turnOf) => {
      let taken = 0;
      fc.assert(
        fc.property(anyTable, (table) => {
          // lab_0 plays it; every other lab offers anything at all, and moves things about by chance.
          const config = configOf({ ...table, shocks: Math.min(2, table.rounds - 1) });
          playMatch(openMarket, config, {
            playerOf: (seat) => (seat === 'lab_0' ? turnOf : wildPlayer(table.seed, seat)),
            watch: ({ state }) => {
              if (!openMarket.toAct(state).includes('lab_0')) return;
              const turn = turnOf(observe(state, 'lab_0'));
              const offers = turn.flatMap((action) => (action.action_type === 'accept_offer' ? [action.offer_id ?? ''] : []));
              const worth = worthOfTaking(state, 'lab_0', offers);
              taken += worth.length;
              for (const cents of worth) expect(cents, `${offers.join()} in round ${state.round_index}`).toBeGreaterThan(0);
            },
          });
        }),
        { numRuns: matches, seed },
      );
      expect(taken).toBeGreaterThan(matches / 6);
    },
  );
}
