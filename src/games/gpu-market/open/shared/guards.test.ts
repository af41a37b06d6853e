import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdAction, warnOfMove } from '~/contract/guard';
import type { OpenAction } from './actions';
import { openGuards } from './guards';
import type { OpenObservation } from './observation';

const money = fc.double({ min: 0, max: 1e6, noNaN: true });
const SWAP: OpenAction = { action_type: 'send_offer', block_ids: ['b_0_0'] };

function pay(wish: number | undefined, { lastOffer, budget }: { lastOffer: number | null; budget: number }) {
  const action: OpenAction = { ...SWAP, ...(wish !== undefined && { payment: wish }) };
  const past = lastOffer === null ? [] : [{ turn: 0, round: 0, move: { ...SWAP, payment: lastOffer } }];
  return holdAction(openGuards, action, { observation: { controlled_lab_budget: budget } as OpenObservation, past });
}

test('pay = min(budget, max(own last offer, wish))', () => {
  expect(pay(10, { lastOffer: null, budget: 50 })).toEqual({ action: { ...SWAP, payment: 10 }, marks: [] });
  expect(pay(10, { lastOffer: 20, budget: 50 }).action.payment).toBe(20);
  expect(pay(80, { lastOffer: 20, budget: 50 }).action.payment).toBe(50);
  expect(pay(10, { lastOffer: 70, budget: 50 }).action.payment).toBe(50);
  expect(pay(10, { lastOffer: 70, budget: 50 }).marks.map((mark) => mark.guard)).toEqual(['worse_than_own_offer', 'payment_over_budget']);
});

test('a person reads of themselves what a report says of a player', () => {
  const seen = {
    observation: { controlled_lab_budget: 50 } as OpenObservation,
    past: [{ turn: 0, round: 0, move: { ...SWAP, payment: 20 } }],
  };
  const warned = (action: OpenAction) => warnOfMove(openGuards, { actions: [action] }, seen).map(({ guard, warning }) => [guard, warning]);
  expect(warned({ ...SWAP, payment: 12 })).toEqual([['worse_than_own_offer', 'You offered 20 for the same before; 12 goes back on that.']]);
  expect(warned({ ...SWAP, payment: 60 })).toEqual([['payment_over_budget', 'You have 50; you cannot pay 60.']]);
  expect(warned({ action_type: 'form_coalition', bond: 80 })).toEqual([
    ['bond_over_budget', 'You have 50; you cannot lay down a bond of 80.'],
  ]);
  expect(warned({ ...SWAP, payment: 30 })).toEqual([]);
});

test('an action that pays nothing is left alone', () => {
  expect(pay(undefined, { lastOffer: 5, budget: 0 })).toEqual({ action: SWAP, marks: [] });
});

test('whatever is wished, both limits hold, and what they let pass passes again', () => {
  fc.assert(
    fc.property(money, fc.option(money), money, (wish, lastOffer, budget) => {
      const { action } = pay(wish, { lastOffer, budget });
      expect(action.payment).toBe(Math.min(budget, Math.max(lastOffer ?? 0, wish)));
      expect(pay(action.payment, { lastOffer: lastOffer === null ? null : Math.min(lastOffer, budget), budget }).marks).toEqual([]);
    }),
  );
});
