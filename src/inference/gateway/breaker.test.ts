import { expect, test } from 'vitest';
import { Breaker } from './breaker';

function at(): { breaker: Breaker; pass(ms: number): void } {
  let now = 0;
  const breaker = new Breaker({ faults: 3, openMs: 1_000, mostMs: 3_000 }, () => now);
  return {
    breaker,
    pass: (ms) => {
      now += ms;
    },
  };
}

function fail(breaker: Breaker, times: number): void {
  for (let time = 0; time < times; time += 1) {
    expect(breaker.enter()).toBe(true);
    breaker.failed();
  }
}

test('opens after so many faults in a row, not before', () => {
  const { breaker } = at();
  fail(breaker, 2);
  breaker.succeeded();
  fail(breaker, 2);
  expect(breaker.openFor).toBeNull();
  fail(breaker, 1);
  expect(breaker.openFor).toBe(1_000);
  expect(breaker.enter()).toBe(false);
});

test('lets one trial through when its time is up; a success closes it', () => {
  const { breaker, pass } = at();
  fail(breaker, 3);
  pass(1_000);
  expect(breaker.enter()).toBe(true);
  expect(breaker.enter()).toBe(false);
  breaker.succeeded();
  expect(breaker.openFor).toBeNull();
  fail(breaker, 2);
  expect(breaker.openFor).toBeNull();
});

test('stays open longer each time that the trial fails, up to a limit', () => {
  const { breaker, pass } = at();
  fail(breaker, 3);
  for (const ms of [2_000, 3_000, 3_000]) {
    pass(breaker.openFor ?? 0);
    fail(breaker, 1);
    expect(breaker.openFor).toBe(ms);
  }
});

test('a trial that the caller gave up says nothing: the next may try', () => {
  const { breaker, pass } = at();
  fail(breaker, 3);
  pass(1_000);
  expect(breaker.enter()).toBe(true);
  breaker.left();
  expect(breaker.enter()).toBe(true);
});
