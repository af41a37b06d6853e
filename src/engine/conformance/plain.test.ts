import { expect, it } from 'vitest';
import { canonical, difference, frozen, whyNotPlain } from './plain';
import { OutsideAsked, sealed } from './sealed';

it.each([
  [{ a: [1, 'x', null, { b: true }] }, null],
  [{ a: undefined }, 'a is undefined'],
  [{ a: [{ b: Number.NaN }] }, 'a.0.b is NaN'],
  [{ a: new Map() }, 'a is a Map'],
  [new Date(0), 'the whole is a Date'],
  [{ a: Object.assign([1], { 2: 3 }) }, 'a is a list with holes'],
  [{ a: 1n }, 'a is bigint'],
  [Number.POSITIVE_INFINITY, 'the whole is Infinity'],
])('%o: %s', (value, why) => {
  expect(whyNotPlain(value)).toBe(why);
});

it('two texts part where they part, and the order of fields is none', () => {
  expect(canonical({ a: 1, b: { c: [2], d: 3 } })).toBe(canonical({ b: { d: 3, c: [2] }, a: 1 }));
  expect(difference('abc', 'abc')).toBeNull();
  expect(difference('abc', 'abd')).toBe('"abc" and "abd"');
});

it('what is frozen cannot be written to, at any depth', () => {
  const value = frozen({ a: [{ b: 1 }] });
  expect(() => value.a.push({ b: 2 })).toThrow(TypeError);
  expect(() => Object.assign(value.a[0] ?? {}, { b: 2 })).toThrow(TypeError);
});

it('nobody asks for a clock or for chance while it is sealed, and everybody may afterwards', () => {
  const asking: (() => unknown)[] = [
    () => Math.random(),
    () => Date.now(),
    () => new Date(),
    () => performance.now(),
    () => crypto.randomUUID(),
  ];
  for (const ask of asking) {
    expect(() => sealed(ask)).toThrow(OutsideAsked);
    expect(() => ask()).not.toThrow();
  }
  expect(sealed(() => 7)).toBe(7);
});
