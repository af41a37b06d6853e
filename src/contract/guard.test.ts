import { expect, test } from 'vitest';
import { type Guard, type Held, holdAction, holdMove, warnOfMove } from './guard';

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

test('a person is warned of each action of a move, in the order of the guards, and of nothing that ends as it began', () => {
  const guards = [{ ...atLeast(30), hold: (_: unknown, bid: Bid) => withWarning(atLeast(30).hold(_, bid, [])) }, atMost(40)];
  const move = { actions: [{ price: 35 }, { price: 10 }, { price: 50 }] };
  expect(warnOfMove(guards, move, seen)).toEqual([
    { guard: 'at_least', warning: 'Said to you.', place: 1, before: { price: 10 }, after: { price: 30 } },
    { guard: 'at_most', warning: '50 is above 40.', place: 2, before: { price: 50 }, after: { price: 40 } },
  ]);
  expect(warnOfMove([atLeast(30), atMost(20)], { price: 20 }, seen)).toEqual([]);
  expect(warnOfMove(guards, null, seen)).toEqual([]);
});

function withWarning(held: Held<Bid> | null): Held<Bid> | null {
  return held && { ...held, warning: 'Said to you.' };
}

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
