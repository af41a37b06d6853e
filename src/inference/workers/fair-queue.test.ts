import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue';

function drain(queue: FairQueue<string>): string {
  let all = '';
  for (let item = queue.take(() => true); item !== undefined; item = queue.take(() => true)) all += item;
  return all;
}

function filled(): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of 'abcd') queue.push('large', item);
  for (const item of 'xy') queue.push('small', item);
  queue.push('single', '1');
  return queue;
}

test('groups take turns; within one, first come, first', () => {
  expect(drain(filled())).toBe('ax1bycd');
});

test('what has to begin again goes before all others', () => {
  const queue = filled();
  queue.pushFirst('small', 'w');
  expect(drain(queue)).toBe('wa1xbycd');
});

test('what does not fit stays, in its place', () => {
  const queue = filled();
  expect(queue.take((item) => item > 'b' && item < 'x')).toBe('c');
  expect(queue.take((item) => item === 'nothing')).toBeUndefined();
  expect(queue.size).toBe(6);
  expect(drain(queue)).toBe('x1aybd');
});

test('what is removed is gone', () => {
  const queue = filled();
  expect(queue.remove('b')).toBe(true);
  expect(queue.remove('b')).toBe(false);
  expect(drain(queue).split('').sort().join('')).toBe('1acdxy');
});
