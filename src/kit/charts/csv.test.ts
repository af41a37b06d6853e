import { expect, it } from 'vitest';
import { toCsv } from './csv';

it('quotes what needs quoting and leaves the unknown empty', () => {
  const table = {
    columns: ['lab', 'reason'],
    rows: [
      ['lab_0', 'said "fair", twice'],
      ['lab_1', null],
      ['lab_2', -0.25],
    ],
  };
  expect(toCsv(table)).toBe('lab,reason\r\nlab_0,"said ""fair"", twice"\r\nlab_1,\r\nlab_2,-0.25');
});

it('a text from anybody is no formula in a spreadsheet, a negative number stays one', () => {
  const table = { columns: ['=A1', 'gain'], rows: [['=HYPERLINK("http://x")', -0.25]] };
  expect(toCsv(table)).toBe('\'=A1,gain\r\n"\'=HYPERLINK(""http://x"")",-0.25');
});
