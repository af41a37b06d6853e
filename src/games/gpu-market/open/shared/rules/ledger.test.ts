import { expect, test } from 'vitest';
import { giftsOf } from '~/contract/ledger';
import { playMatch } from '~/engine/memory-run';
import { openMarket } from '../../v1/open';
import { booksOf } from '../books/conservation';
import { parseOpenConfig } from '../config';
import type { OpenEvent } from '../events';
import type { OpenObservation } from '../observation';
import { profitsOf } from '../optimum/profits';
import { archetypeOf, archetypeTurn } from '../players/archetypes';
import { plannerTurn } from '../players/planner';
import { venturePlannerTurn } from '../players/venture';
import { openLedger } from './ledger';

function configAt(seed: number, task = 'market_round') {
  const config = parseOpenConfig({ task_type: task, seed });
  if (!config.ok) throw new Error(config.why);
  return config.value;
}

const house = (seat: string) => (observation: OpenObservation) => archetypeTurn(observation, archetypeOf(seat));

function profits(events: readonly OpenEvent[]): number {
  return Object.values(profitsOf(events)).reduce((sum, cents) => sum + cents, 0);
}

test.each([
  ['house labs', 'market_round', house],
  ['planners', 'market_round', () => plannerTurn],
  ['planners with coalitions', 'coalition_market', () => venturePlannerTurn],
] as const)('money among %s is what entered less what left', (_, task, player) => {
  const { events } = playMatch(openMarket, configAt(40_005, task), { playerOf: player });
  const { entered, left } = openLedger(events);
  expect(entered - left).toBe(profits(events));
});

test('house labs and planners give nobody anything much', () => {
  for (const player of [house, () => plannerTurn]) {
    for (const seed of [40_058, 40_079]) {
      const [largest] = giftsOf(openLedger(playMatch(openMarket, configAt(seed), { playerOf: player }).events));
      expect(largest?.share ?? 0).toBeLessThan(0.2);
    }
  }
});

/** A planner that offers all its money to lab_1 in a round, for `asking`. */
function payer(round: number, asking: (observation: OpenObservation) => string[]) {
  return (observation: OpenObservation) => {
    const budget = observation.controlled_lab_budget - 0.01;
    if (observation.round_index !== round) return plannerTurn(observation);
    const requested_block_ids = asking(observation);
    return [{ action_type: 'send_offer', target_lab_id: 'lab_1', payment: budget, requested_block_ids, expires_in: 2 }];
  };
}

/** Accepts everything that is offered to it for nothing. */
function taker(observation: OpenObservation) {
  const gift = observation.active_offers.find(({ to_lab_id }) => to_lab_id === 'lab_1');
  return gift ? [{ action_type: 'accept_offer', offer_id: gift.offer_id }] : plannerTurn(observation);
}

/** lab_1's smallest available block. */
function smallest({ public_market: { blocks } }: OpenObservation): string[] {
  const free = blocks.filter(({ owner_lab_id, status }) => owner_lab_id === 'lab_1' && status === 'available');
  const hours = ({ gpu_count, duration }: (typeof free)[number]) => gpu_count * duration;
  return free
    .toSorted((a, b) => hours(a) - hours(b))
    .slice(0, 1)
    .map(({ block_id }) => block_id);
}

test.each([
  ['for nothing', configAt(40_000).rounds - 3, () => []],
  ['for a small block', 1, smallest],
] as const)('money handed over %s is a gift', (_, round, asking) => {
  const { events } = playMatch(openMarket, configAt(40_000), {
    playerOf: (seat) => (seat === 'lab_0' ? payer(round, asking) : seat === 'lab_1' ? taker : plannerTurn),
  });
  const [largest] = giftsOf(openLedger(events));
  expect(largest).toMatchObject({ from: 'lab_0', to: 'lab_1' });
  expect(largest?.share).toBeGreaterThan(0.3);
});

test('the ledger and the books tell one story of what entered and left', () => {
  const { events } = playMatch(openMarket, configAt(40_007, 'coalition_market'), { playerOf: () => venturePlannerTurn });
  const { entered, left } = openLedger(events);
  const { made_cents, operator_cents } = booksOf(events);
  expect(entered).toBeGreaterThan(0);
  expect(entered - left).toBe(made_cents - operator_cents);
});
