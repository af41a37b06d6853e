import { expect, test } from 'vitest';
import { type Column, textTable } from './text-table';

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

test('columns stay in line after a name in wide letters', () => {
  const columns: Column<{ name: string; score: number }>[] = [
    { title: 'Agent', align: 'left', text: ({ name }) => name },
    { title: 'Score', align: 'right', text: ({ score }) => String(score) },
  ];
  const rows = [
    { name: '交渉人', score: 4 },
    { name: 'hagglers', score: 12 },
  ];
  expect(textTable(columns, rows).split('\n')).toEqual(['Agent     Score', '--------  -----', '交渉人        4', 'hagglers     12']);
});
