import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdLimits, type Limit, paymentLimits } from './limits';

interface Paying {
  payment?: number;
}

const money = fc.double({ min: 0, max: 1e6, noNaN: true });

test('pay = min(budget, max(own last offer, wish))', () => {
  const pay = (wish: number, lastOffer: number | null, budget: number) =>
    holdLimits<Paying>({ payment: wish }, paymentLimits({ budget, lastOffer }));
  expect(pay(10, null, 50)).toEqual({ action: { payment: 10 }, marks: [] });
  expect(pay(10, 20, 50).action.payment).toBe(20);
  expect(pay(80, 20, 50).action.payment).toBe(50);
  expect(pay(10, 70, 50).action.payment).toBe(50);
  expect(pay(10, 70, 50).marks.map((mark) => mark.guard)).toEqual(['worse_than_own_offer', 'payment_over_budget']);
});

test('an action that pays nothing is left alone', () => {
  expect(holdLimits<Paying>({}, paymentLimits({ budget: 0, lastOffer: 5 }))).toEqual({ action: {}, marks: [] });
});

test('no order of guards breaks a limit', () => {
  // Others that come before the limits and wish for anything at all.
  const soft = fc.array(
    fc
      .tuple(fc.integer({ min: -3, max: 0 }), money)
      .map(([place, to]): Limit<Paying> => ({ guard: 'soft', place, hold: () => ({ action: { payment: to }, what: '' }) })),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      fc.record({
        wish: money,
        lastOffer: fc.option(money),
        budget: money,
        others: soft,
        order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      }),
      (given) => {
        const { wish, lastOffer, budget, others, order } = given;
        const limits = [...others, ...paymentLimits<Paying>({ budget, lastOffer })];
        const shuffled = limits.map((limit, i) => ({ limit, key: order[i] ?? 0 })).sort((a, b) => a.key - b.key);
        const { action } = holdLimits<Paying>(
          { payment: wish },
          shuffled.map(({ limit }) => limit),
        );
        const paid = action.payment ?? -1;
        expect(paid).toBeLessThanOrEqual(budget);
        expect(paid).toBeGreaterThanOrEqual(Math.min(budget, lastOffer ?? 0));
        if (others.length === 0) expect(paid).toBe(Math.min(budget, Math.max(lastOffer ?? 0, wish)));
        expect(holdLimits(action, paymentLimits<Paying>({ budget, lastOffer }))).toEqual({ action, marks: [] });
      },
    ),
  );
});
