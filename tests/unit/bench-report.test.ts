// The numbers of docs/bench.md are only as good as the sums behind them.
import { describe, expect, test } from 'vitest';
import { comparedMarkdown } from '../../bench/before-after';
import { asMarkdown, asText, intoDocument, type SectionResult } from '../../bench/report';
import { interleave, median, quantile, ratioOf } from '../../bench/turns';

const result: SectionResult = {
  id: 'store',
  title: 'Store',
  command: 'npm run bench -- --section store',
  at: '2026-01-02',
  machine: '2 cores',
  versions: 'Node 20',
  load: 0.25,
  measures: [
    {
      what: 'append',
      value: 1234.5,
      unit: 'actions/s',
      against: { what: 'bare INSERT', value: 1500 },
      ratio: { median: 0.82, low: 0.8, high: 0.9 },
      aim: { text: 'at least 0.70', met: true },
    },
  ],
};

describe('turns', () => {
  test('run A B A B, the first of each uncounted', async () => {
    const order: string[] = [];
    const side = (name: string) => () => Promise.resolve(order.push(name));
    const turns = await interleave(2, side('a'), side('b'));
    expect(order.join('')).toBe('ababab');
    expect(turns).toEqual({ a: [3, 5], b: [4, 6] });
  });

  test('give the ratio turn by turn, not of the sums', () => {
    expect(ratioOf({ a: [1, 8, 3], b: [2, 4, 3] })).toEqual({ median: 1, low: 0.5, high: 2 });
  });

  test('quantiles interpolate', () => {
    expect(quantile([4, 1, 3, 2], 0.95)).toBeCloseTo(3.85);
    expect(median([3, 1, 2])).toBe(2);
    expect(() => median([])).toThrow('nothing was measured');
  });
});

describe('the table', () => {
  test('says what, how much, against what, and whether the aim is met', () => {
    const row = '| append | 1,235 actions/s | bare INSERT: 1,500 actions/s | 0.82 (0.80 to 0.90) | at least 0.70: met |';
    expect(asMarkdown([result])).toContain(row);
    expect(asText(result)).toContain('bare INSERT: 1,500 actions/s');
  });

  test('replaces what stands between the markers, and nothing else', () => {
    const page = 'before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n';
    expect(intoDocument(page, 'new')).toBe('before\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\nafter\n');
    expect(() => intoDocument('no markers', 'new')).toThrow('lost its markers');
  });
});

test('two checkouts stand in one table: a rate that rose and a cost that fell are both above 1', () => {
  const table = comparedMarkdown([
    { section: 'classic', what: 'steps', unit: 'per CPU s', before: [100, 200, 300], after: [150, 200, 600] },
    { section: 'open', what: 'closing a round', unit: 'ms', before: [4, 4, 4], after: [2, 4, 1] },
  ]);
  expect(table).toContain('| classic | steps | per CPU s | 200 (100 to 300) | 200 (150 to 600) | 1.50 (1.00 to 2.00) |');
  expect(table).toContain('| open | closing a round | ms | 4 (4 to 4) | 2 (1 to 4) | 2.00 (1.00 to 4.00) |');
});
