import { expect, test } from 'vitest';
import { type Line, LineCutter } from './lines';

function cut(chunks: readonly string[], longest?: number): Line[] {
  const cutter = new LineCutter(longest);
  const lines = chunks.flatMap((chunk) => [...cutter.push(chunk)]);
  const last = cutter.end();
  return last === null ? lines : [...lines, last];
}

test('lines end with \\n or \\r\\n, and the last one needs no end', () => {
  expect(cut(['a\nb\r\n\nc'])).toEqual([{ text: 'a' }, { text: 'b' }, { text: '' }, { text: 'c' }]);
  expect(cut(['a\n'])).toEqual([{ text: 'a' }]);
  expect(cut([])).toEqual([]);
});

test('it does not matter where the chunks are cut', () => {
  const text = '\uFEFFone\r\ntwo\n\u2028three\n\nfour';
  const whole = cut([text]);
  expect(whole).toEqual([{ text: 'one' }, { text: 'two' }, { text: '\u2028three' }, { text: '' }, { text: 'four' }]);
  for (let size = 1; size < text.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
    expect(cut(chunks)).toEqual(whole);
  }
});

test('an over-long line is reported once, and the next line is whole again', () => {
  expect(cut(['123456', '789\nok\n', '12345678'], 5)).toEqual([{ tooLong: true }, { text: 'ok' }, { tooLong: true }]);
});
