import { describe, expect, it } from 'vitest';
import { observe } from '../observe';
import { table } from '../testing/table';
import { Desk } from './desk';
import { plannerTurn, STRONGEST, styledTurn } from './planner';

/** Two hours are enough for the job; the block of eight hours could do it too. */
function market() {
  return table({
    labs: [
      {
        blocks: [
          { block_id: 'b_0_0', start_round: 4, duration: 2, gpu_count: 4 },
          { block_id: 'b_0_1', start_round: 5, duration: 2, gpu_count: 1 },
        ],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 2, value: 40, deadline_round: 7 }],
      },
      {},
    ],
  });
}

describe('a desk with the market open', () => {
  it('gives the job to the block that would fetch less', () => {
    const desk = new Desk(observe(market().state, 'lab_0'), 9);
    expect(desk.planOnSale(['b_0_0', 'b_0_1']).job_of).toEqual([-1, 0]);
    expect(desk.worthOnSale(['b_0_0', 'b_0_1'])).toBeGreaterThan(desk.worth(['b_0_0', 'b_0_1']) + 40);
    expect(desk.lossOnSaleOf(['b_0_0'])).toBeGreaterThan(desk.lossOf(['b_0_0']));
  });

  it('says what its own plan says where nothing can be sold', () => {
    const desk = new Desk(observe(market().state, 'lab_0'));
    for (const ids of [['b_0_0'], ['b_0_1'], ['b_0_0', 'b_0_1']]) {
      expect(desk.worthOnSale(ids)).toBe(desk.worth(ids));
      expect(desk.lossOnSaleOf(ids)).toBe(desk.lossOf(ids));
    }
  });

  it('never asks less than without it', () => {
    const sight = observe(market().state, 'lab_0');
    const asks = (turn: ReturnType<typeof plannerTurn>) => turn.map((action) => action.requested_payment ?? 0).sort((a, b) => a - b);
    const [weighed, plain] = [asks(plannerTurn(sight)), asks(styledTurn(sight, { ...STRONGEST, weighs_sale: false }))];
    expect(weighed.length).toBe(plain.length);
    for (const [i, price] of weighed.entries()) expect(price).toBeGreaterThanOrEqual(plain[i] ?? 0);
  });
});
