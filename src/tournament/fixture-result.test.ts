import { afterAll, expect, test } from 'vitest';
import { boundsOf } from '~/eval/world-bounds';
import { parseOpenConfig } from '~/games/gpu-market/open/config';
import { scoreOf } from '~/optimum/score';
import { closeSolvers } from '~/optimum/score-beside';
import { plannerTurn } from '~/policies/open/planner';
import { playOpen } from '~/policies/open/play-open';
import { MemoryEventStore } from '~/store/memory-event-store';
import { playedOf, scored } from './fixture-result';

afterAll(closeSolvers);

test('market efficiency is what all seats made, over the optimum that the solver finds of that world', { timeout: 60_000 }, async () => {
  const config = parseOpenConfig({ task_type: 'single_trade', seed: 40_002 });
  if (!config.ok) throw new Error(config.why);
  const { events } = playOpen(config.value, () => plannerTurn);
  const score = await scoreOf(events);
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
  const result = scored(played, await boundsOf(world));
  const made = result.seats.reduce((sum, { profit }) => sum + (profit ?? 0), 0);
  expect(result.efficiency).toBeCloseTo((100 * made) / score.optimum_cents, 9);
  expect(result.efficiency).toBeCloseTo(score.efficiency ?? Number.NaN, 9);
  expect(result.efficiency).toBeGreaterThan(0);
  expect(result.efficiency).toBeLessThanOrEqual(1);
  expect(result.seats.map(({ score: gain }) => gain)).toEqual(seats.map(({ seat }) => score.gain[seat]));
});
