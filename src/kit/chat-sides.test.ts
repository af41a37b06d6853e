import { expect, it } from 'vitest';
import { rightSide } from './chat-sides';

const rights = (seats: readonly string[], me: string | null = null) => seats.filter(rightSide(seats, me));

it('puts whoever looks on the right and all others on the left', () => {
  expect(rights(['lab_0', 'lab_1', 'lab_2'], 'lab_1')).toEqual(['lab_1']);
  expect(rights(['seller_0', 'buyer_0', 'buyer_1'], 'seller_0')).toEqual(['seller_0']);
});

it('shows a watcher two roles on two sides, two seats on two sides, and a crowd on one', () => {
  expect(rights(['seller_0', 'buyer_0', 'buyer_1'])).toEqual(['buyer_0', 'buyer_1']);
  expect(rights(['seller', 'buyer'])).toEqual(['buyer']);
  expect(rights(['lab_0', 'lab_1'])).toEqual(['lab_1']);
  expect(rights(['lab_0', 'lab_1', 'lab_2'])).toEqual([]);
});
