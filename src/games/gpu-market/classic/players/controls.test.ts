import { describe, expect, test } from 'vitest';
import { findPolicy } from '~/games/policies';
import type { Observation } from '../../types';
import { observe } from '../observe';
import { startMatch, step } from '../play-in-memory';
import { coalitionFormer } from './coalition-former';
import { wait } from './wait';

/** All moves of a policy on a world, with the rules' answers. */
function play(policy: { choose(observation: Observation): unknown }, config: Parameters<typeof startMatch>[0]) {
  const state = startMatch(config);
  const moves: unknown[] = [];
  const refusals: string[] = [];
  let observation = observe(state);
  while (!observation.done) {
    const move = policy.choose(observation);
    moves.push(move);
    observation = step(state, move);
    if (state.last_step?.result.ok === false) refusals.push(state.last_step.result.code);
  }
  return { moves, refusals, score: observation.cumulative_reward };
}

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed);
const hard = (seed: number) => ({ task_type: 'coalition_market', difficulty: 'hard', seed, judge_mode: 'off' }) as const;
const easy = (seed: number) => ({ task_type: 'single_trade', difficulty: 'easy', seed, judge_mode: 'off' }) as const;

describe('controls', () => {
  test('are known by name, and marked as what they are', () => {
    expect([findPolicy('gpu-market/classic', 'wait'), findPolicy('gpu-market/classic', 'coalition-former')]).toEqual([
      wait,
      coalitionFormer,
    ]);
    expect([wait.control, coalitionFormer.control]).toEqual(['null', 'farmer']);
  });

  test('are never refused, on 100 worlds', () => {
    for (const seed of SEEDS) {
      for (const policy of [wait, coalitionFormer]) {
        expect(play(policy, hard(seed)).refusals).toEqual([]);
        expect(play(policy, easy(seed)).refusals).toEqual([]);
      }
    }
  });
});

describe('the coalition former', () => {
  test('turns to a different lab every round, and does nothing else', () => {
    const { moves } = play(coalitionFormer, hard(1));
    expect(new Set(moves.map((move) => (move as { action_type: string }).action_type))).toEqual(new Set(['form_coalition']));
    const targets = moves.map((move) => (move as { target_lab_id: string }).target_lab_id);
    expect(targets.every((target, index) => index === 0 || target !== targets[index - 1])).toBe(true);
    expect(new Set(targets).size).toBeGreaterThanOrEqual(3);
  });

  test('waits where coalitions are disabled', () => {
    expect(play(coalitionFormer, easy(1)).moves).toEqual(Array(3).fill({ action_type: 'wait' }));
  });

  test('outscores waiting by more than a point and a half', () => {
    expect(play(coalitionFormer, hard(50_000)).score - play(wait, hard(50_000)).score).toBeGreaterThan(1.5);
  });
});
