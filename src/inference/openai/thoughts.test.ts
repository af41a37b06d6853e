import { describe, expect, test } from 'vitest';
import { ThoughtFilter, withoutThoughts } from './read-answer';

const CASES: [string, string][] = [
  ['{"type":"pass"}', '{"type":"pass"}'],
  ['<think>I could bid.</think>\n{"type":"pass"}', '{"type":"pass"}'],
  ['\n<thinking>a</thinking><think>b</think>{}', '{}'],
  ['<think>never ends', ''],
  ['<thing>{}', '<thing>{}'],
  ['a < b, says <think>', 'a < b, says <think>'],
  ['', ''],
];

describe.each(CASES)('%j', (text, answer) => {
  test('in one piece', () => expect(withoutThoughts(text)).toBe(answer));

  test.each([1, 2, 5, 100])('in pieces of %i', (length) => {
    const filter = new ThoughtFilter();
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
    expect(pieces.map((piece) => filter.push(piece)).join('')).toBe(answer);
  });
});

test('a thought whose opening the server swallowed is no answer either', () => {
  expect(withoutThoughts('I could bid.</think>\n{}')).toBe('{}');
});
