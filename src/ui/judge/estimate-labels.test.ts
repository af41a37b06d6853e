import { describe, expect, it } from 'vitest';
import { estimateLabel, isApartFromHalf, rateLabel } from './estimate-labels';

describe('figures in words', () => {
  it('carry their interval, or a dash', () => {
    expect(estimateLabel({ value: 0.618, interval: [-0.05, 0.9] })).toBe('0.62, −0.05 to 0.90');
    expect(estimateLabel({ value: 1, interval: null })).toBe('1.00');
    expect(estimateLabel({ value: null, interval: null })).toBe('–');
    expect(rateLabel(0.625, [0.3, 0.875])).toBe('63%, 30% to 88%');
  });

  it('tell a side that decides from one that does not', () => {
    expect([isApartFromHalf([0.3, 0.7]), isApartFromHalf([0.51, 0.7]), isApartFromHalf([0.1, 0.49])]).toEqual([false, true, true]);
  });
});
