import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatCount,
  formatCounted,
  formatDay,
  formatDelta,
  formatFixed,
  formatFixedDelta,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  roundLabel,
} from './format';

describe('numbers on screens', () => {
  it('never shows more than four significant digits', () => {
    expect(formatNumber(1.3412)).toBe('1.341');
    expect(formatNumber(0.03555)).toBe('0.03555');
    expect(formatNumber(123.456)).toBe('123.5');
  });

  it('writes a true minus and no minus zero', () => {
    expect(formatNumber(-0.15)).toBe('−0.15');
    expect(formatNumber(-0)).toBe('0');
    expect(formatFixed(-1.25, 1)).toBe('−1.3');
    expect(formatFixed(-0.3, 0)).toBe('0');
  });

  it('counts one thing in the singular', () => {
    expect(formatCounted(1, 'world')).toBe('1 world');
    expect(formatCounted(0, 'world')).toBe('0 worlds');
    expect(formatCounted(1200, 'match', 'matches')).toBe('1,200 matches');
  });

  it('writes days and moments in one style', () => {
    expect(formatDay('2026-11-27T12:08:00')).toBe('Nov 27, 2026');
    expect(formatMoment('2026-11-27T06:08:00').replaceAll('\u202f', ' ')).toBe('Nov 27, 2026, 6:08 AM');
  });

  it('signs changes', () => {
    expect(formatDelta(0.04)).toBe('+0.04');
    expect(formatDelta(-0.1)).toBe('−0.1');
    expect(formatDelta(0)).toBe('±0');
    expect([0.42, -0.1, 0.0001].map((value) => formatFixedDelta(value, 3))).toEqual(['+0.420', '−0.100', '±0.000']);
  });

  it('names the credit and the per cent', () => {
    expect(formatMoney(12.4)).toBe('12.4 cr');
    expect(formatPercent(0.7123)).toBe('71.2%');
  });

  it('keeps all digits of a count', () => {
    expect(formatCount(12_345)).toBe('12,345');
  });

  it('counts rounds from 0, and says which is the last', () => {
    expect(roundLabel(5, 6)).toBe('round 5 (last: 5)');
    expect(roundLabel(6, 6)).toBe('round 5 (last: 5)');
  });

  it('says how long ago in words', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    expect(formatAgo('2026-01-01T11:59:50Z', now)).toBe('just now');
    expect(formatAgo('2026-01-01T11:50:00Z', now)).toBe('10 min ago');
    expect(formatAgo('2025-12-30T12:00:00Z', now)).toBe('2 d ago');
  });
});
