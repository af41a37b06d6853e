import { describe, expect, it, test } from 'vitest';
import { anytimeEvidence } from './anytime';
import { sfc32 } from './basics';
import { BOOTSTRAP_OF_TABLE, intervalsOf } from './bootstrap';
import { bradleyTerry } from './bradley-terry';
import { comparePairsBy } from './compare-pairs';
import { isMostlyEqual, medianOf } from './median';

const EIGHT = [0.3, -1.2, 4.1, 0.8, 0.1, 2.2, -0.4, 0.9];

describe('symmetric bootstrap-t intervals', () => {
  it('agree with a resample by resample computation from the same draws', () => {
    const { resamples, seed } = BOOTSTRAP_OF_TABLE;
    const next = sfc32(seed);
    const n = EIGHT.length;
    const center = EIGHT.reduce((sum, one) => sum + one, 0) / n;
    const ratios = Array.from({ length: resamples }, () => {
      const drawn = Array.from({ length: n }, () => EIGHT[Math.floor(next() * n)] ?? 0);
      const own = drawn.reduce((sum, one) => sum + one, 0) / n;
      return Math.abs(own - center) / errorOf(drawn, own);
    }).sort((a, b) => a - b);
    const place = 0.95 * (resamples - 1);
    const [low = 0, high = 0] = [ratios[Math.floor(place)], ratios[Math.floor(place) + 1]];
    const reach = (low + (high - low) * (place % 1)) * errorOf(EIGHT, center);
    const [found] = intervalsOf([EIGHT], 'bootstrap-t-2');
    expect(found?.[0]).toBeCloseTo(center - reach, 9);
    expect(found?.[1]).toBeCloseTo(center + reach, 9);
  });

  it('are not given below eight worlds, nor of values that hardly vary', () => {
    expect(intervalsOf([EIGHT.slice(0, 7)], 'bootstrap-t-2')).toEqual([null]);
    expect(intervalsOf([EIGHT.map(() => 0.25), EIGHT.map((_, i) => (i === 0 ? 1 : 0))], 'bootstrap-t-2')).toEqual([null, null]);
    expect(intervalsOf([EIGHT.slice(0, 7)])[0]).not.toBeNull();
  });

  it('do not explode where nearly all values are nearly equal: bootstrap-t-3', () => {
    const next = sfc32(11);
    const near = Array.from({ length: 30 }, (_, i) => (i === 0 ? 0 : 1 + 1e-4 * next()));
    const equal = near.map((one) => Math.round(one));
    const [old] = intervalsOf([near], 'bootstrap-t-2');
    expect((old?.[1] ?? 0) - (old?.[0] ?? 0)).toBeGreaterThan(100); // of scores from 0 to 1
    const found = intervalsOf([near, equal], 'bootstrap-t-3');
    // The one of thirty that differs may be up to five of thirty: 0.17, as the exact interval of a share has it (0.0008 to 0.172).
    for (const one of found) {
      expect(one?.[0]).toBeGreaterThan(0.8);
      expect(one?.[0]).toBeLessThan(0.85);
    }
    expect(found[1]?.[1]).toBeCloseTo(found[0]?.[1] ?? 0, 2); // near or exactly equal is the same
    expect(intervalsOf([equal.map(() => 1)], 'bootstrap-t-3')).toEqual([null]);
    expect(intervalsOf([EIGHT.slice(0, 7)], 'bootstrap-t-3')).toEqual([null]);
  });

  it('are those of bootstrap-t-2, digit for digit, where fewer than one resample in twenty has so small an error', () => {
    const next = sfc32(5);
    const lists = [Array.from({ length: 30 }, () => next()), Array.from({ length: 40 }, () => next() ** 2)];
    expect(intervalsOf(lists, 'bootstrap-t-3')).toEqual(intervalsOf(lists, 'bootstrap-t-2'));
  });

  it('hold the mean of lopsided scores where the percentile ones do not', () => {
    const next = sfc32(7);
    const samples = Array.from({ length: 400 }, () => Array.from({ length: 8 }, () => -Math.log(1 - next())));
    const held = (method: 'percentile-1' | 'bootstrap-t-2') =>
      intervalsOf(samples, method).filter((one) => one !== null && one[0] <= 1 && one[1] >= 1).length / samples.length;
    expect(held('percentile-1')).toBeLessThan(0.87);
    expect(held('bootstrap-t-2')).toBeGreaterThan(0.9);
  });
});

test('over half of the values equal is said, rounding noise or not', () => {
  expect(isMostlyEqual([0, 0, 0, 1])).toBe(true);
  expect(isMostlyEqual([0, 0, 1, 2])).toBe(false);
  expect(isMostlyEqual([0.1 + 0.2, 0.3, 0.3])).toBe(true);
  expect(isMostlyEqual([4])).toBe(false);
  expect(medianOf([3, 1, 2, 10])).toBe(2.5);
  expect(medianOf([])).toBeNull();
});

describe('Elo by bootstrap-t-2', () => {
  const worlds = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      order: i,
      world: String(i),
      scores: [
        { entrant: 'a', score: 1 },
        { entrant: 'b', score: 0 },
      ],
    }));

  it('has no interval of zero width where every world has the same winner', () => {
    const [first] = bradleyTerry(worlds(20), 100);
    expect((first?.interval?.[1] ?? 1) - (first?.interval?.[0] ?? 0)).toBeLessThan(1e-9);
    for (const { elo, interval } of bradleyTerry(worlds(20), 100, 'bootstrap-t-2')) {
      expect(interval?.[0]).toBeLessThan(elo - 50);
      expect(interval?.[1]).toBeGreaterThan(elo + 50);
    }
  });

  it('has no interval below eight worlds, and the same strengths', () => {
    expect(bradleyTerry(worlds(7), 100, 'bootstrap-t-2').map(({ interval }) => interval)).toEqual([null, null]);
    expect(bradleyTerry(worlds(9), 0, 'bootstrap-t-2').map(({ elo }) => elo)).toEqual(bradleyTerry(worlds(9), 0).map(({ elo }) => elo));
  });
});

describe('pairs by bootstrap-t-2', () => {
  const compare = (values: number[], first = 8, tie = 0) => {
    const [row] = comparePairsBy([{ a: 'a', b: 'b', values }], { method: 'bootstrap-t-2', first, tie });
    if (!row) throw new Error('one pair, one row');
    return row;
  };

  it('a lead of rounding noise is a tie without advice', () => {
    const noise = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? -1.9e-16 : 0));
    expect(compare(noise, 8, 1e-9)).toMatchObject({ difference: 0, more: null, noLead: true, mostlyEqual: true });
  });

  it('a lead that would take hundreds of thousands of worlds is no clear lead', () => {
    const tiny = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 1 : -1) + 0.001);
    expect(compare(tiny, 20)).toMatchObject({ more: null, noLead: true });
  });

  it('more is reckoned from the first worlds of the plan alone: later ones do not move the goal', () => {
    const first = [1, -1.2, 1.5, -0.3, 0.9, -0.8, 1.1, 0.4];
    const at8 = compare(first);
    const at10 = compare([...first, 5, -5]);
    expect(at8.more).toBeGreaterThan(2);
    expect((at8.more ?? 0) - (at10.more ?? 0)).toBe(2);
    expect(at8.moreFrom).toBe(8);
    expect(compare(first.slice(0, 7))).toMatchObject({ more: null, noLead: false });
  });

  it('an effect is the mean lead in standard deviations of the leads by world: none below eight worlds, nor without a spread', () => {
    const leads = [1, -1.2, 1.5, -0.3, 0.9, -0.8, 1.1, 0.4];
    expect(compare(leads).effect).toBeCloseTo(0.325 / Math.sqrt((7.6 - 8 * 0.325 ** 2) / 7), 9); // 7.6: the sum of squares
    expect(compare(leads.slice(0, 7)).effect).toBeNull();
    expect(compare(leads.map(() => 0.1 + 0.2)).effect).toBeNull();
  });

  it('percentile-1 says nothing of it', () => {
    const [row] = comparePairsBy([{ a: 'a', b: 'b', values: EIGHT }], { method: 'percentile-1', first: 8, tie: 0 });
    expect(Object.keys(row ?? {}).sort()).toEqual(['a', 'b', 'difference', 'holm', 'interval', 'more', 'p', 'worlds']);
  });
});

describe('a p-value for looking at any time', () => {
  it('is wrong in at most 5% of all cases, however often one looks; the fixed one is not', () => {
    const next = sfc32(11);
    let wrong = 0;
    for (let run = 0; run < 400; run += 1) {
      const leads = Array.from({ length: 200 }, () => (next() < 0.5 ? -1 : 1) * -Math.log(1 - next()));
      if ((anytimeEvidence(leads)?.p ?? 1) < 0.05) wrong += 1; // the least at any of 200 looks
    }
    expect(wrong / 400).toBeLessThanOrEqual(0.05);
  });

  it('never rises as worlds come, and finds a lead', () => {
    const next = sfc32(12);
    const leads = Array.from({ length: 60 }, () => 0.6 + normal(next));
    let last = 1;
    for (let n = 1; n <= leads.length; n += 1) {
      const { p = 1 } = anytimeEvidence(leads.slice(0, n)) ?? {};
      expect(p).toBeLessThanOrEqual(last);
      last = p;
    }
    expect(last).toBeLessThan(0.01);
    expect(anytimeEvidence([])).toBeNull();
    expect(anytimeEvidence([0, 0])).toEqual({ e: 1, p: 1 });
  });

  it('a stake is worth 1 on average under no lead: every bet is fair given the size of the lead', () => {
    const sizes = [0.4, 3, 1.1, 0.2, 2];
    let sum = 0;
    for (let signs = 0; signs < 32; signs += 1) sum += anytimeEvidence(sizes.map((size, i) => (signs & (1 << i) ? size : -size)))?.e ?? 0;
    expect(sum / 32).toBeCloseTo(1, 12);
  });
});

function errorOf(values: readonly number[], center: number): number {
  return Math.sqrt(values.reduce((sum, one) => sum + (one - center) ** 2, 0) / (values.length - 1) / values.length);
}

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}
