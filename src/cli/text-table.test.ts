import { expect, test } from 'vitest';
import { textTable } from './text-table';

test('columns are as wide as their widest cell', () => {
  const table = textTable<{ name: string; score: number }>(
    [
      { title: 'name', align: 'left', text: (row) => row.name },
      { title: 'score', align: 'right', text: (row) => row.score.toFixed(2) },
    ],
    [
      { name: 'a', score: 1 },
      { name: 'longer', score: 123.456 },
    ],
  );
  expect(table).toBe(['name     score', '------  ------', 'a         1.00', 'longer  123.46'].join('\n'));
});
