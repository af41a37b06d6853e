/** What must hold whatever is wanted, promised and planned: money is not made by dealing. */
import { expect, it } from 'vitest';
import { means } from '~/engine/means';
import { drawsOf } from '~/lib/random/draws';
import type { TakenAction } from '../shared/actions';
import { booksOf, imbalanceCents } from '../shared/books/conservation';
import { groupOptimumOf, optimumOf } from '../shared/optimum/score';
import { autarkyProblem, worldOf } from '../shared/plans/pairs';
import { bestPlan } from '../shared/plans/plan';
import { type OpenConfig2, parseOpenConfig2 } from './config';
import { venturePlannerTurn2 } from './players/venture';
import { type Player2, playMatch2 } from './testing/play';
import { trial2 } from './trial';

const MATCHES = 16;

function config(seed: number, labs: number): OpenConfig2 {
  const read = parseOpenConfig2({ task_type: 'coalition_market', seed, labs, rounds: 8, blocks: 3, jobs: 3, shocks: 2, complements: 2 });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

/** Legal moves by chance, as the laws of any game are tried; in every second match after what a planner with coalitions does. */
function wild(seed: number, planned: boolean): Player2 {
  const draws = drawsOf(seed);
  return (seen) => {
    const turn = trial2.play(seen, draws) as TakenAction[];
    return planned ? [...venturePlannerTurn2(seen).slice(0, seen.actions_per_round - 1), ...turn] : turn;
  };
}

it('all labs together never make more than the optimum of their world, and the books balance', { timeout: 600_000 }, async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= MATCHES; seed++) {
    const { events, state } = playMatch2(config(seed, 4), (seat) => wild(seed * 100 + Number(seat.slice(4)), seed % 2 === 0));
    const { profits_cents, difference_cents, unexplained_cents } = booksOf(events);
    const made = Object.values(profits_cents).reduce((sum, profit) => sum + profit, 0);
    expect(made).toBeLessThanOrEqual((await optimumOf(worldOf(events), means.solve)).bound);
    expect([difference_cents, imbalanceCents(state), ...Object.values(unexplained_cents)].every((cents) => cents === 0)).toBe(true);
    for (const event of events) seen.add(event.type);
  }
  // These matches were not dull.
  for (const type of ['want_posted', 'want_closed', 'promise_made', 'promise_ended', 'plan_proposed', 'plan_executed'])
    expect([type, seen.has(type)]).toEqual([type, true]);
});

it('two labs that deal with each other alone never make more than their own optimum', { timeout: 600_000 }, async () => {
  const group = ['lab_0', 'lab_1'];
  for (let seed = 1; seed <= MATCHES; seed++) {
    const { events } = playMatch2(config(seed, 2), (seat) => wild(seed * 100 + Number(seat.slice(4)), seed % 2 === 0));
    const { profits_cents } = booksOf(events);
    const made = group.reduce((sum, lab) => sum + (profits_cents[lab] ?? 0), 0);
    expect(made).toBeLessThanOrEqual((await groupOptimumOf(worldOf(events), group, means.solve)).bound);
  }
});

it('a lab with whom nobody deals never makes more than alone, whatever it wants and promises', { timeout: 600_000 }, () => {
  let most = 0;
  for (let seed = 1; seed <= MATCHES; seed++) {
    const own = wild(seed, false);
    const { events } = playMatch2(config(seed, 3), (seat) => (seen, chance) => {
      if (seat !== 'lab_0') return [];
      const turn = own(seen, chance) as { action_type: string }[];
      return turn.filter(({ action_type }) => action_type !== 'accept_offer' && action_type !== 'finish');
    });
    const profit = booksOf(events).profits_cents.lab_0 ?? 0;
    expect(profit).toBeLessThanOrEqual(bestPlan(autarkyProblem(worldOf(events), 'lab_0')).value);
    if (profit !== 0) most += 1;
  }
  expect(most).toBeGreaterThan(3);
});
