import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observe } from '~/games/gpu-market/open/observe';
import { autarkyProblem, worldOf } from '~/games/gpu-market/open/pairs';
import { bestPlan } from '~/games/gpu-market/open/plan';
import { potentialCents } from '~/games/gpu-market/open/potential';
import { rewardsOf } from '~/games/gpu-market/open/rewards';
import { groupOptimumOf, scoreOf } from '~/optimum/score';
import { playOpen } from '~/policies/open/play-open';
import { anyMatch, configOf, wildPlayer } from './wild-play';

describe('the dense reward', () => {
  it('adds up to profit less autarky, and its columns to it', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyMatch, ({ config, players }) => {
        const { events, state } = playOpen(config, (seat) => wildPlayer(players, seat));
        const world = worldOf(events);
        for (const lab of ['lab_0', 'lab_1']) {
          const rounds = rewardsOf(events, lab);
          expect(rounds.map((round) => round.round_index)).toEqual(Array.from({ length: config.rounds }, (_, round) => round));
          const total = rounds.reduce((sum, round) => sum + round.total, 0);
          const labs = state.labs[lab];
          const profit = (labs?.budget_cents ?? 0) - (labs?.start_cents ?? 0);
          expect(total).toBeCloseTo(profit - bestPlan(autarkyProblem(world, lab)).value, 5);
          for (const round of rounds) expect(Object.values(round.columns).reduce((sum, part) => sum + part, 0)).toBeCloseTo(round.total, 5);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('begins with a potential that is what standing alone is worth', () => {
    for (let seed = 0; seed < 20; seed++) {
      const config = configOf({ task_type: 'market_round', seed });
      playOpen(
        config,
        () => () => ({ action_type: 'finish' }),
        ({ events, state }) => {
          if (state.round_index > 0) return;
          for (const lab of Object.keys(state.labs)) {
            expect(potentialCents(observe(state, lab))).toBe(bestPlan(autarkyProblem(worldOf(events), lab, 0)).value);
          }
        },
      );
    }
  });
});

describe('what cannot be farmed', () => {
  it('efficiency is never above one, and gains are never above what there is', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 6; n++) {
      const config = configOf({
        task_type: 'coalition_market',
        labs: 4,
        rounds: 8,
        shocks: 2,
        seed: n,
        judge_mode: n % 2 === 0 ? 'off' : 'rule',
      });
      const { events } = playOpen(config, (seat) => wildPlayer(n, seat));
      const score = await scoreOf(events);
      expect(score.efficiency ?? 0).toBeLessThanOrEqual(1);
    }
  });

  it('a group that deals inside itself alone never earns more than its own optimum', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 6; n++) {
      const config = configOf({ task_type: 'coalition_market', labs: 5, rounds: 8, shocks: 2, seed: 100 + n });
      const group = ['lab_0', 'lab_1', 'lab_2'];
      const { events, state } = playOpen(config, (seat) => (group.includes(seat) ? wildPlayer(n, seat) : () => []));
      const profit = group.reduce((sum, lab) => sum + (state.labs[lab]?.budget_cents ?? 0) - (state.labs[lab]?.start_cents ?? 0), 0);
      expect(profit).toBeLessThanOrEqual((await groupOptimumOf(worldOf(events), group)).bound + 1);
    }
  });

  it('a seat alone never earns more than its autarky, and nothing without allocations', () => {
    fc.assert(
      fc.property(anyMatch, fc.boolean(), ({ config, players }, allocates) => {
        const bare = { ...config, judge_mode: 'off' as const };
        const one = (seat: string) => (seat === 'lab_0' ? inward(players, allocates) : () => []);
        const { events, state } = playOpen(bare, one);
        const lab = state.labs.lab_0;
        const profit = (lab?.budget_cents ?? 0) - (lab?.start_cents ?? 0);
        if (allocates) expect(profit).toBeLessThanOrEqual(bestPlan(autarkyProblem(worldOf(events), 'lab_0')).value);
        else expect(profit).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

/** Plays by chance, but takes nothing from the operator. */
function inward(players: number, allocates: boolean) {
  const wild = wildPlayer(players, 'lab_0');
  return (observation: Parameters<typeof wild>[0]) => {
    const kinds = observation.legal_actions.filter(({ action_type }) => {
      return action_type !== 'accept_offer' && (allocates || action_type !== 'allocate_to_job');
    });
    const turn = wild({ ...observation, legal_actions: kinds });
    return Array.isArray(turn)
      ? turn.filter(
          (one: { action_type?: string } | null) =>
            one?.action_type !== 'accept_offer' && (allocates || one?.action_type !== 'allocate_to_job'),
        )
      : turn;
  };
}
