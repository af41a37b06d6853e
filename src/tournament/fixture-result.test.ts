import { afterAll, expect, test } from 'vitest';
import { means } from '~/engine/means';
import { playMatch } from '~/engine/memory-run';
import { closeThreads } from '~/engine/threads';
import { parseOpenConfig } from '~/games/gpu-market/open/shared/config';
import { scoreOf } from '~/games/gpu-market/open/shared/optimum/score';
import { plannerTurn } from '~/games/gpu-market/open/shared/players/planner';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { showTestGames } from '~/games/registry';
import { MemoryEventStore } from '~/store/memory-event-store';
import { playedOf, scored } from './fixture-result';

afterAll(closeThreads);

test('market efficiency is what all seats made, over the optimum that the solver finds of that world', { timeout: 900_000 }, async () => {
  const config = parseOpenConfig({ task_type: 'single_trade', seed: 40_002 });
  if (!config.ok) throw new Error(config.why);
  const { events } = playMatch(openMarket, config.value, { playerOf: () => plannerTurn });
  const score = await scoreOf(events, means.solve);
  const seats = Object.keys(score.profit_cents).map((seat) => ({ seat, entrant: seat, player: 'planner' }));
  const fixture = { order: 0, stage: 0, task: 'single_trade', world: 0, meeting: 'a | b', rotation: 0, seats };
  const store = new MemoryEventStore('test');
  const match = {
    id: 'm',
    game: 'gpu-market/open' as const,
    version: 1,
    rated: true,
    config: config.value,
    seats: [],
    round: 6,
    scores: null,
  };
  const stored = events.map((event) => ({ event, json: JSON.stringify(event) }));
  const { result: played, world } = await playedOf({ store }, fixture, { match, stored });
  if (world === null) throw new Error('a market has a world');
  expect(played).toMatchObject({ efficiency: null, seats: seats.map(() => ({ score: null })) });
  const result = scored(played, await world.by.bounds(world.of, means));
  const made = result.seats.reduce((sum, { profit }) => sum + (profit ?? 0), 0);
  expect(result.efficiency).toBeCloseTo((100 * made) / score.optimum_cents, 9);
  expect(result.efficiency).toBeCloseTo(score.efficiency ?? Number.NaN, 9);
  expect(result.efficiency).toBeGreaterThan(0);
  expect(result.efficiency).toBeLessThanOrEqual(1);
  expect(result.seats.map(({ score: gain }) => gain)).toEqual(seats.map(({ seat }) => score.gain[seat]));
});

test('of any game: turns, refusals and lapses are counted, and who is given more than was paid is unrated', async () => {
  const opened = { type: 'haggle_opened', ruleset: 'offers', version: 1, config: { rounds: 3 }, cost: 30, value: 60 };
  const events = [
    opened,
    { type: 'price_named', seat: 'seller', turn: 0, price: 1 },
    { type: 'turn_lapsed', seat: 'buyer', turn: 1 },
    { type: 'move_refused', seat: 'seller', turn: 2, why: 'That is no move.' },
    { type: 'price_taken', seat: 'buyer', turn: 3, price: 1 },
  ];
  const seats = ['seller', 'buyer'].map((seat) => ({ seat, entrant: seat, player: 'yielding_haggler' }));
  const fixture = { order: 0, stage: 0, task: 'haggle', world: 0, meeting: 'a | b', rotation: 0, seats };
  const match = {
    id: 'm',
    game: 'test/offers' as const,
    version: 1,
    rated: true,
    config: opened.config,
    seats: [],
    round: 3,
    scores: { seller: -29, buyer: 59 },
  };
  showTestGames(true);
  const stored = events.map((event) => ({ event, json: JSON.stringify(event) }));
  const { result, world } = await playedOf({ store: new MemoryEventStore('test') }, fixture, { match, stored });
  showTestGames(false);
  expect(world).toBeNull();
  expect(result.seats).toMatchObject([
    { seat: 'seller', score: -29, turns: 2, refused: 1, timeouts: 0 },
    { seat: 'buyer', score: 59, turns: 1, refused: 0, timeouts: 1 },
  ]);
  expect(result).toMatchObject({ unrated: true, gifts: [{ from: 'seller', to: 'buyer' }] });
});
