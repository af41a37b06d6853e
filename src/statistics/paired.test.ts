import { describe, expect, it } from 'vitest';
import { sfc32 } from './basics';
import { boundOnP, comparePairs, moreNeeded, signFlipP } from './paired';

const next = sfc32(5);

/** Normal numbers by Box and Muller. */
function normal(n: number, mean = 0): number[] {
  return Array.from({ length: n }, () => mean + Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()));
}

/** By all choices of signs. */
function exact(values: readonly number[]): number {
  const observed = Math.abs(values.reduce((total, one) => total + one, 0)) * (1 - 1e-12);
  let sums = [0];
  for (const value of values) sums = sums.flatMap((sum) => [sum - value, sum + value]);
  return sums.filter((sum) => Math.abs(sum) >= observed).length / sums.length;
}

describe('the sign-flip test', () => {
  it('where draws cannot show how small p is, is not below the exact p, and of its size', () => {
    for (const lead of [1, 1.5, 2, 3]) {
      const values = normal(18, lead);
      const observed = Math.abs(values.reduce((total, one) => total + one, 0));
      const p = exact(values);
      expect(boundOnP(values, observed)).toBeGreaterThanOrEqual(p);
      expect(signFlipP(values) ?? 1).toBeLessThan(Math.max(4 * p, 30 / 20_001));
    }
    expect(boundOnP([0, 0], 0)).toBe(1);
  });

  it('tells a sure lead apart among thousands of pairs: 64 entrants and three null policies', () => {
    const sure = { a: 'a', b: 'b', values: normal(100, 1) };
    const even = Array.from({ length: 2_207 }, (_, i) => ({ a: 'c', b: `d${i}`, values: [1, -1] }));
    const [row, ...rest] = comparePairs([sure, ...even]);
    expect(row?.holm).toBeLessThan(0.001);
    expect(row?.more).toBe(0);
    expect(rest.every(({ holm }) => holm === 1)).toBe(true);
  });
});

describe('so many more worlds', () => {
  it('are asked for at the level that Holm’s step asks for: more in a larger family', () => {
    const lead = { a: 'a', b: 'b', values: [0.3, -0.1, 0.25, 0.4, 0.05, -0.2, 0.35, 0.1] };
    const [alone] = comparePairs([lead]);
    expect(alone).toMatchObject({ more: moreNeeded(lead.values, 0.05) });
    const others = Array.from({ length: 9 }, (_, i) => ({ a: 'c', b: `d${i}`, values: [1, -1, 1, -1] }));
    const [amongTen] = comparePairs([lead, ...others]);
    expect(amongTen?.more).toBe(moreNeeded(lead.values, 0.005));
    expect(amongTen?.more).toBeGreaterThan(alone?.more ?? 0);
    const twins = comparePairs([lead, lead, ...others.slice(1)]);
    expect([twins[0]?.more, twins[1]?.more]).toEqual([amongTen?.more, amongTen?.more]);
  });

  it('are enough: leads like those seen are told apart four times in five', () => {
    const [level, lead] = [0.05 / 20, 0.5];
    const seen = normal(4_000, lead);
    const wanted = (moreNeeded(seen, level) ?? 0) + seen.length;
    expect(wanted).toBe(seen.length); // so many suffice
    const few = [lead - Math.sqrt(0.5), lead + Math.sqrt(0.5)]; // mean and spread as above
    const n = 2 + (moreNeeded(few, level) ?? 0);
    const told = Array.from({ length: 200 }, () => (signFlipP(normal(n, lead)) ?? 1) <= level).filter(Boolean).length;
    expect(told / 200).toBeGreaterThan(0.7);
    expect(told / 200).toBeLessThan(0.9);
  });

  it('are never fewer than an exact test of so small a p needs, however even the lead', () => {
    expect(moreNeeded([1, 1], 0.05)).toBe(4);
    expect(signFlipP([1, 1, 1, 1, 1, 1])).toBeLessThan(0.05);
    expect(signFlipP([1, 1, 1, 1, 1])).toBeGreaterThan(0.05);
    expect(moreNeeded([1, 1], 0.05 / 52)).toBe(10);
    expect(moreNeeded([1, -1])).toBeNull();
    expect(moreNeeded([1])).toBeNull();
  });
});

it('a lead that is sure needs no more worlds, whatever its power', () => {
  const values = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1.34 : -0.66));
  const [lead] = comparePairs([{ a: 'a', b: 'b', values }]);
  expect(lead?.holm).toBeLessThan(0.05);
  expect(lead?.holm).toBeGreaterThan(0.01);
  expect(moreNeeded(values)).toBeGreaterThan(0);
  expect(lead?.more).toBe(0);
});
