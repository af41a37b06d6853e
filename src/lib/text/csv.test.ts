import { expect, test } from 'vitest';
import { csvTable } from './csv';

test('CSV quotes what needs it and leaves nothing for null', () => {
  expect(
    csvTable(
      ['a', 'b'],
      [
        ['x,y', 1.5],
        ['say "hi"', null],
      ],
    ),
  ).toBe('a,b\n"x,y",1.5\n"say ""hi""",');
});

test('a text is no formula, a negative number stays one', () => {
  expect(csvTable(['a', 'b'], [['=HYPERLINK("http://x")', -1]])).toBe('a,b\n"\'=HYPERLINK(""http://x"")",-1');
});

test('nor is one with a wide sign, which some spreadsheets read as the plain one', () => {
  expect(csvTable(['a'], [['＝1+1'], ['＋1']])).toBe("a\n'＝1+1\n'＋1");
});
