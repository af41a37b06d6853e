import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdChoice, LegalAction, LegalChoice } from '../legal-words';
import { legalActions } from './legal';
import { market } from './market-for-tests';
import { observe } from './observe';
import { startMatch, step } from './play-in-memory';

/** Fills a choice in: the least that it allows, or all of it. */
function fill(action: LegalAction, choice: LegalChoice, most: boolean): Record<string, unknown> {
  const move: Record<string, unknown> = { action_type: action.action_type };
  const { block_ids, requested_block_ids, payment, message, ...ids } = choice;
  Object.assign(move, ids);
  if (block_ids !== undefined) move.block_ids = pick(block_ids, most);
  if (requested_block_ids !== undefined) move.requested_block_ids = pick(requested_block_ids, most);
  if (payment !== undefined) move.payment = most ? payment.max : payment.min;
  if (message !== undefined) move.message = 'm'.repeat(most ? message.max : message.min);
  return move;
}

function pick(choice: IdChoice, most: boolean): string[] {
  return most || choice.min_gpu_hours > 0 ? choice.from : choice.from.slice(0, choice.min);
}

describe('legal moves', () => {
  it('are not refused, unless a sender cannot pay', () => {
    const seeds = fc.record({
      seed: fc.maxSafeNat(),
      task_type: fc.constantFrom('single_trade' as const, 'market_round' as const, 'coalition_market' as const),
    });
    const picks = fc.array(fc.record({ action: fc.nat(), choice: fc.nat(), most: fc.boolean() }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(seeds, picks, (config, chosen) => {
        const difficulty = { single_trade: 'easy', market_round: 'medium', coalition_market: 'hard' } as const;
        const state = startMatch({ ...config, difficulty: difficulty[config.task_type], judge_mode: 'rule' });
        for (const pick of chosen) {
          const legal = legalActions(observe(state)).filter((action) => action.action_type !== 'finish');
          const action = legal[pick.action % Math.max(1, legal.length)];
          const choice = action?.choices[pick.choice % action.choices.length];
          if (action === undefined || choice === undefined) return;
          const move = fill(action, choice, pick.most);
          step(state, move);
          const result = state.last_step?.result;
          expect(result?.ok || result?.code === 'budget_overspend', JSON.stringify([move, result])).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('name what is there: opening offers, partners, jobs', () => {
    const legal = legalActions(observe(market().state));
    const types = legal.map((action) => action.action_type);
    expect(types).not.toContain('release_capacity');
    expect(types).not.toContain('commit_to_coalition');
    expect(legal.find((action) => action.action_type === 'accept_offer')?.choices).toEqual(
      ['o_1', 'o_2', 'o_3', 'o_4'].map((offer_id) => ({ offer_id })),
    );
    expect(legal.find((action) => action.action_type === 'form_coalition')?.choices).toHaveLength(4);
  });

  it('are none after the end, and hold no coalition on easy', () => {
    expect(legalActions(observe(market().next({ action_type: 'finish' }).state))).toEqual([]);
    const easy = legalActions(observe(market({ difficulty: 'easy' }).state));
    expect(easy.map((action) => action.action_type)).not.toContain('form_coalition');
  });
});
