import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueWords } from './issue-words';

function wordsFor(shape: z.ZodType, value: unknown): string {
  const read = shape.safeParse(value);
  const [issue] = read.error?.issues ?? [];
  if (!issue) throw new Error('nothing is wrong');
  return issueWords(issue);
}

test.each<[z.ZodType, unknown, string]>([
  [z.int().min(2).max(64), 99, 'is at most 64'],
  [z.int().min(2), 1, 'is at least 2'],
  [z.number().positive(), 0, 'is more than 0'],
  [z.number().max(9), 10, 'is at most 9'],
  [z.int(), 2.5, 'is a whole number'],
  [z.int(), 2 ** 60, 'is at most 9007199254740991'],
  [z.boolean(), 1, 'is true or false'],
  [z.string(), 3, 'is a text'],
  [z.string().min(1), '', 'is empty'],
  [z.string().max(3), 'four', 'has at most 3 characters'],
  [z.array(z.string()), 'one', 'is a list'],
  [z.array(z.string()).min(1), [], 'has at least 1 of them'],
  [z.enum(['a', 'b']), 'c', 'is one of a, b'],
  [z.strictObject({}), { x: 1 }, 'has no field "x"'],
  [z.strictObject({ x: z.int() }), {}, 'is missing'],
  [z.record(z.string(), z.int()), 7, 'is an object of names and values'],
  [z.string().regex(/^a/, 'begins with a'), 'b', 'begins with a'],
])('what is wrong is said without a word of zod, case %#', (shape, value, words) => {
  expect(wordsFor(shape, value)).toBe(words);
});
