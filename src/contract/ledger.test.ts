import { expect, test } from 'vitest';
import { giftsOf } from './ledger';

test('what comes back in another deal of the same two is no gift', () => {
  const transfers = [
    { seq: 4, from: 'lab_0', to: 'lab_1', worth: 500, paid: 0 },
    { seq: 9, from: 'lab_1', to: 'lab_0', worth: 420, paid: 0 },
    { seq: 12, from: 'lab_2', to: 'lab_1', worth: 300, paid: 300 },
  ];
  expect(giftsOf({ transfers, stake: 1000 })).toEqual([{ from: 'lab_0', to: 'lab_1', amount: 80, share: 0.08 }]);
});

test('the giver is named whichever way the deals went', () => {
  const transfers = [
    { seq: 1, from: 'lab_0', to: 'lab_1', worth: 10, paid: 100 },
    { seq: 2, from: 'lab_1', to: 'lab_2', worth: 700, paid: 0 },
  ];
  expect(giftsOf({ transfers, stake: 100 }).map(({ from, to, amount }) => [from, to, amount])).toEqual([
    ['lab_1', 'lab_2', 700],
    ['lab_1', 'lab_0', 90],
  ]);
});
