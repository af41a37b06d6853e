import { expect, test } from 'vitest';
import { type Guard, holdAction, holdMove } from './guard';

interface Bid {
  price: number;
}

const atLeast = (least: number): Guard<unknown, Bid> => ({
  id: 'at_least',
  hold: (_, { price }) => (price < least ? { action: { price: least }, why: `${price} is below ${least}.` } : null),
});
const atMost = (most: number): Guard<unknown, Bid> => ({
  id: 'at_most',
  hold: (_, { price }) => (price > most ? { action: { price: most }, why: `${price} is above ${most}.` } : null),
});
const seen = { observation: null, past: [] };

test('guards hold an action in their order, and each mark says what was before and after', () => {
  expect(holdAction([atLeast(30), atMost(20)], { price: 10 }, seen)).toEqual({
    action: { price: 20 },
    marks: [
      { guard: 'at_least', what: '10 is below 30.', before: { price: 10 }, after: { price: 30 } },
      { guard: 'at_most', what: '30 is above 20.', before: { price: 30 }, after: { price: 20 } },
    ],
  });
});

test('an action that ends as it began was not changed', () => {
  const bid = { price: 20 };
  const held = holdAction([atLeast(30), atMost(20)], bid, seen);
  expect(held).toEqual({ action: bid, marks: [] });
  expect(held.action).toBe(bid);
});

test.each([
  ['a bare action', { price: 9 }, { price: 5 }],
  ['a list', [{ price: 9 }, { price: 1 }], [{ price: 5 }, { price: 1 }]],
  ['a turn', { actions: [{ price: 9 }], turn: 3 }, { actions: [{ price: 5 }], turn: 3 }],
])('%s keeps its shape', (_, move, held) => {
  const guards = [atMost(5)] as readonly Guard[];
  expect(holdMove(guards, move, seen)).toMatchObject({ move: held, marks: [{ guard: 'at_most' }] });
});

test('what is no action, and what no guard touches, stays the very same', () => {
  const guards = [atMost(5)] as readonly Guard[];
  const move = [{ price: 1 }];
  expect(holdMove(guards, move, seen).move).toBe(move);
  expect(holdMove(guards, 'wait', seen)).toEqual({ move: 'wait', marks: [] });
  expect(holdMove([], { price: 9 }, seen)).toEqual({ move: { price: 9 }, marks: [] });
});
